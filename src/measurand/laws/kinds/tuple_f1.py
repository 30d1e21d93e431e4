"""The kind `tuple-f1`: F1 and its relatives over lists of items, in which items can repeat."""

from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.set_averages import AVERAGES
from measurand.laws.kinds.set_f1 import APART, CLAIMS, REDUNDANT
from measurand.laws.kinds.set_forms import FORMS
from measurand.laws.kinds.set_laws import GENERAL
from measurand.laws.kinds.sets import MULTISET, SET, Bags, SetsCase
from measurand.laws.kinds.tuples import LISTED
from measurand.laws.kinds.wrong_tuples import RIGHT_TUPLES, WRONG_TUPLES

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
)
