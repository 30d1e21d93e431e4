"""The kind `tuple-f1`: F1 and its relatives over lists of items, in which items can repeat."""

from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.sets.averages import AVERAGES
from measurand.laws.kinds.sets.cases import MULTISET, SET, Bags, SetsCase
from measurand.laws.kinds.sets.forms import F1, FORMS
from measurand.laws.kinds.sets.kind import APART, CLAIMS, REDUNDANT
from measurand.laws.kinds.sets.laws import GENERAL
from measurand.laws.kinds.sets.listed import LISTED
from measurand.laws.kinds.sets.wrong_listed import RIGHT_TUPLES, WRONG_TUPLES

TUPLE_F1: Kind[[Bags, Bags], SetsCase] = Kind(
    name="tuple-f1",
    takes=(
        "two equally long sequences of lists of tuples of two strings, gold and predicted, "
        "and gives a number"
    ),
    claims={
        **CLAIMS,
        SET: "a repeated item counts once",
        MULTISET: "the second copy of an item scores as another item would",
    },
    laws=(*GENERAL, *LISTED, *AVERAGES, *FORMS),
    apart=(*APART, frozenset({SET, MULTISET})),
    right=RIGHT_TUPLES,
    wrong=WRONG_TUPLES,
    redundant=REDUNDANT,
    names=F1,
)
