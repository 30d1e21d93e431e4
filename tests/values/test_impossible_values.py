"""Impossible values cannot be constructed; each says what it wants and what it got."""

import re
from collections.abc import Callable
from fractions import Fraction

import pytest

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.interval import Interval
from measurand.evidence.evidence import Observed
from measurand.evidence.matching import Greedy, Optimal
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.evidence.pool import Pool
from measurand.evidence.sides import First, Other, Sides, Wildcard, WildKind
from measurand.evidence.span_matching import SpanMatch
from measurand.laws.case import Case
from measurand.metrics.definitions import Auc, Column, Difference, F, Ratio, Shift, Transition
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.options import (
    Aggregate,
    Average,
    AverageKind,
    Change,
    Direction,
    Over,
    OverKind,
    Statistic,
)
from measurand.values.items import Slots, Span
from measurand.values.printed import Added, Printed
from measurand.values.sample import Sample, Similarity
from measurand.values.score import Root, square_root
from measurand.values.tally import Tally

MACRO, MICRO, WEIGHTED = AverageKind.MACRO, AverageKind.MICRO, AverageKind.WEIGHTED
KEYS = "keys differ, and sample is the innermost"
SPREAD = "a standard deviation needs an F of each unit"
DECLARED = "over=declared[A,B] lists sorted classes, the rest none"
HALF = Fraction(1, 2)
IN_TURN = "slots to try in turn are two or more, with names that differ"
OWN_UNIT = "an answer_unit has slots, not one alone named 'same'"
WILD = "wildcard=gold[SLOT] or both[SLOT] names a slot, off none"
SLOT_NAMES = "slot names are sorted and differ"
NUMBER = "a printed number such as 63.3, 63.3% or $0.0123"
CLASSES = "classes are sorted, differ and count something"
A_HIT, B_HIT = ("A", Tally(1, 1, 1)), ("B", Tally(1, 1, 1))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Span(3, 3), "a span ends after it starts: got [3, 3)"),
        (lambda: Span(5, 3), "a span ends after it starts: got [5, 3)"),
        (lambda: Span(-1, 3), "a span ends after it starts: got [-1, 3)"),
        (
            lambda: Slots((("b", "x"), ("a", "y"))),
            f"{SLOT_NAMES}: got ['b', 'a']",
        ),
        (
            lambda: Slots((("a", "x"), ("a", "y"))),
            f"{SLOT_NAMES}: got ['a', 'a']",
        ),
        (
            lambda: Tally(2, 1, 3),
            "hits lie between 0 and both counts: got 2 of 1 predicted and 3 gold",
        ),
        (
            lambda: Tally(-1, 1, 1),
            "hits lie between 0 and both counts: got -1 of 1 predicted and 1 gold",
        ),
        (lambda: Similarity("a", "b", Fraction(3, 2)), "a similarity lies in [0, 1]: got 3/2"),
        (lambda: Similarity("a", "b", Fraction(-1, 2)), "a similarity lies in [0, 1]: got -1/2"),
        (
            lambda: Sample(id="1", gold=("a",), counts=()),
            "a sample has items or ready-made tallies, not both",
        ),
        (
            lambda: Sample(id="1", groups=(("b", "1"), ("a", "2"))),
            "groups are sorted by name and differ: got ['b', 'a']",
        ),
        (
            lambda: Sample(id="1", amounts=(("a", HALF), ("a", HALF))),
            "amounts are sorted by name and differ: got ['a', 'a']",
        ),
        (
            lambda: Sample(id="1", counts=(("A", Tally()), ("A", Tally(1, 1, 1)))),
            "counts are sorted by name and differ: got ['A', 'A']",
        ),
        (lambda: Sample(id="1", weight=Fraction(-1)), "'weight' must be >= 0: -1"),
        (
            lambda: Root(Fraction(4, 9)),
            "an irrational root of a positive number: got the root of 4/9",
        ),
        (
            lambda: Root(Fraction(0)),
            "an irrational root of a positive number: got the root of 0",
        ),
        (
            lambda: Root(Fraction(-2)),
            "an irrational root of a positive number: got the root of -2",
        ),
        (
            lambda: square_root(Fraction(-2)),
            "a real square root needs a number that is not negative: got -2",
        ),
        (lambda: Printed(Fraction(1, 3), 2), "a number with 2 decimals: got 1/3"),
        (lambda: Printed(Fraction(10), -1), "a number with -1 decimals: got 10"),
        (lambda: Printed.parse("0.123", decimals=2), "at most 2 decimals: got '0.123'"),
        (
            lambda: Printed.parse("63,3"),
            f"{NUMBER}: got '63,3'",
        ),
        (
            lambda: Printed.parse("nan"),
            f"{NUMBER}: got 'nan'",
        ),
        (lambda: Printed.parse("$1%"), "one unit: got '$1%'"),
        (lambda: Printed.parse("1e3"), "a number with its digits written out: got '1e3'"),
        (
            lambda: Interval(Fraction(2), Fraction(1)),
            "an interval runs upwards: got [2, 1]",
        ),
        (lambda: Added(number=-1), "a number of summands: got -1"),
        (lambda: Added(size=Fraction(-1)), "a size that is not negative: got -1"),
        (lambda: Bag({"a": -1}), "a bag counts from 0 upwards: got -1"),
        (lambda: Observed((B_HIT, A_HIT)), f"{CLASSES}: got {(B_HIT, A_HIT)}"),
        (lambda: Observed((("A", Tally()),)), f"{CLASSES}: got {(('A', Tally()),)}"),
        (
            lambda: Pool(("run",), Keyed({(): Bag.of([Observed(())])})),
            "a place for each of the names ('run',): got ()",
        ),
        (lambda: Pool(("run",)) + Pool(), "pools of the same group keys add: got ('run',) and ()"),
        (lambda: Greedy(threshold=Fraction(2)), "a threshold lies in [0, 1]: got 2"),
        (lambda: Optimal(threshold=Fraction(-1)), "a threshold lies in [0, 1]: got -1"),
        (lambda: SpanMatch(threshold=Fraction(0)), "an IoU threshold lies in (0, 1]: got 0"),
        (
            lambda: ClassOf(ClassKind.FIELD),
            "class=field[NAME] names a slot, the other kinds do not: got ''",
        ),
        (
            lambda: ClassOf(ClassKind.ITEM, "polarity"),
            "class=field[NAME] names a slot, the other kinds do not: got 'polarity'",
        ),
        (lambda: Average(MICRO, ("sample",)), "average=micro has no keys: got ('sample',)"),
        (
            lambda: Average(MACRO),
            "average=macro[class] or macro[sample], which says of what: got no key",
        ),
        (
            lambda: Average(WEIGHTED),
            "average=weighted[class] or weighted[sample], which says of what: got no key",
        ),
        (lambda: Average(MACRO, ("run", "run")), f"{KEYS}: got ('run', 'run')"),
        (lambda: Average(MACRO, ("sample", "run")), f"{KEYS}: got ('sample', 'run')"),
        (lambda: Average(MACRO, ("",)), f"{KEYS}: got ('',)"),
        (lambda: Over(OverKind.DECLARED), f"{DECLARED}: got ()"),
        (lambda: Over(OverKind.UNION, ("A",)), f"{DECLARED}: got ('A',)"),
        (lambda: Over(OverKind.DECLARED, ("B", "A")), f"{DECLARED}: got ('B', 'A')"),
        (lambda: F(beta=Fraction(0)), "beta is positive: got 0"),
        (lambda: F(beta=Fraction(-1)), "beta is positive: got -1"),
        (
            lambda: F(
                aggregate=Aggregate.HARMONIC, averaging=Averaging(statistic=Statistic.POPULATION)
            ),
            f"{SPREAD}: got aggregate=harmonic, expected aggregate=mean",
        ),
        (lambda: Column(name=""), "a column has a name: got ''"),
        (
            lambda: F(averaging=Averaging(only="A")),
            (
                "means over class, only and over=declared need the class of an item: got "
                "class=none, which says that items have none; write class=item where items are "
                "plain labels, each its own class, class=label for labelled spans and tags, "
                "class=field[SLOT] for tuples"
            ),
        ),
        (lambda: Case(corpus=(), at=-1), "'at' must be >= 0: -1"),
        (
            lambda: Sample(id="1", lists=(("b", ()), ("a", ()))),
            "lists are sorted by name and differ: got ['b', 'a']",
        ),
        (
            lambda: Sample(id="1", reasons=(("a", "x"), ("a", "y"))),
            "reasons are sorted by name and differ: got ['a', 'a']",
        ),
        (lambda: First(("a", "a")), f"{IN_TURN}: got ('a', 'a')"),
        (lambda: First(("a", "")), f"{IN_TURN}: got ('a', '')"),
        (lambda: Wildcard(WildKind.OFF, "a"), f"{WILD}: got 'a'"),
        (lambda: Wildcard(WildKind.BOTH), f"{WILD}: got ''"),
        (
            lambda: Other("a", ("y", "x")),
            "values are sorted and differ, at least one: got ('y', 'x')",
        ),
        (
            lambda: Other("a", ("x", "x")),
            "values are sorted and differ, at least one: got ('x', 'x')",
        ),
        (lambda: Sides(answer_unit=()), f"{OWN_UNIT}: got ()"),
        (lambda: Sides(answer_unit=("same",)), f"{OWN_UNIT}: got ('same',)"),
        (
            lambda: Observation(unit=("a",), sides=Sides(answer_unit=("a", "b"))),
            "an answer_unit of 1 slots, as the unit: got 2",
        ),
        (
            lambda: Observation(sides=Sides(answer_unit=("a",))),
            "an answer_unit of 0 slots, as the unit: got 1",
        ),
        (
            lambda: Observation(unit=("a",), wildcard=Wildcard(WildKind.GOLD, "b")),
            "wildcard=gold[SLOT] names a slot of the unit: got 'b'",
        ),
        (
            lambda: Observation(unit=("a",), match=Greedy(), wildcard=Wildcard(WildKind.BOTH, "a")),
            f"a wildcard goes with match=set or match=multiset: got {Greedy()}",
        ),
        (
            lambda: Difference(before="first", f=F(beta=Fraction(0))),
            "beta is positive: got 0",
        ),
    ],
)
def test_it_cannot_be_made(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        make()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: First(("a",)),
            "slots to try in turn are two or more, with names that differ: got ('a',)",
        ),
        (lambda: Other("a", ()), "values are sorted and differ, at least one: got ()"),
        (lambda: Ratio(top="", bottom="b"), "top names a list or a column: got ''"),
        (lambda: Ratio(top="a", bottom=""), "bottom names a list or a column: got ''"),
        (lambda: Transition(of=Change.FIX, before=""), "before names a list or a column: got ''"),
        (lambda: Auc(score="", label="b"), "score names a list or a column: got ''"),
        (lambda: Auc(score="a", label=""), "label names a list or a column: got ''"),
        (lambda: Difference(before=""), "before names a list or a column: got ''"),
        (
            lambda: Shift(of=Direction.IMPROVED, before="", where="x"),
            "before names a list or a column: got ''",
        ),
        (
            lambda: Shift(of=Direction.IMPROVED, before="x", where=""),
            "where names a list or a column: got ''",
        ),
        (
            lambda: Shift(of=Direction.IMPROVED, before="x", where="y", beta=Fraction(0)),
            "'beta' must be > 0: 0",
        ),
    ],
)
def test_it_has_names_and_a_beta(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        make()


@pytest.mark.parametrize("unit", [("",), ("a", "a"), ("whole",)])
def test_a_unit_that_a_signature_could_not_tell_apart_cannot_be_made(unit: tuple[str, ...]) -> None:
    message = f"the slots of a unit have names that differ, none alone 'whole': got {unit}"

    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Observation(unit=unit)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Span, {"start": "0", "end": 3}),
        (Span, {"start": 0.0, "end": 3}),
        (Root, {"square": 2.0}),
        (Sample, {"id": 1}),
        (Sample, {"id": "1", "gold": "abc"}),
        (Sample, {"id": "1", "predicted": "a"}),
        (Sample, {"id": "1", "weight": 0.5}),
        (F, {"beta": 2.0}),
    ],
)
def test_a_value_of_another_type_cannot_be_made(
    kind: Callable[..., object], fields: dict[str, object]
) -> None:
    with pytest.raises(TypeError):
        kind(**fields)
