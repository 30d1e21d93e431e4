"""Rows that change places over the space of definitions (worked by hand)."""

from fractions import Fraction

from attrs import evolve

from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.specification_curves import TableCurves, rank_changes, table_curves
from measurand.values.sample import Sample
from measurand.values.verdict import Verdict
from tests.claims.small import column, gathered, printed, row, space, table

# One long and one short sample for each system. "wide" has nothing of the long one and all of the
# short one: its F are 0 and 1, the mean 50%, pooled 1/5. "even" has half of the long one and
# nothing of the short one: F of 50% and 0, the mean 25%, pooled 2/5.
SYSTEM = "system"
LONG = ("a", "b", "c", "d")


def sample(system: str, name: str, gold: tuple[str, ...], said: tuple[str, ...]) -> Sample:
    return Sample(id=f"{system}-{name}", gold=gold, predicted=said, groups=((SYSTEM, system),))


SAMPLES = (
    sample("wide", "long", LONG, ("e", "f", "g", "h")),
    sample("wide", "short", ("a",), ("a",)),
    sample("even", "long", LONG, ("a", "b", "g", "h")),
    sample("even", "short", ("a",), ("b",)),
)
BOTH = space(["F1"], {"average": ["micro", "macro[sample]"]})


def found(*, most: int = 100, low: str = "50.0") -> TableCurves:
    made = table(
        [column("F1", "f")],
        [
            row("wide", {"F1": printed(low)}, where={SYSTEM: "wide"}),
            row("even", {"F1": printed("25.0")}, where={SYSTEM: "even"}),
        ],
        BOTH,
    )
    return table_curves(made, Judge(gathered(made, {"runs": SAMPLES})), most=most)


def test_two_rows_that_change_places_are_told_with_a_definition_for_each() -> None:
    [flip] = found().flips

    assert (flip.column, flip.rows) == ("F1", ("wide", "even"))
    assert (flip.first, flip.second, flip.level) == (1, 1, 0)
    assert [one.text for one in flip.by] == ["average=macro[sample]", "average=micro"]
    assert rank_changes(found()) == {("wide", "F1"): ("even",), ("even", "F1"): ("wide",)}


def test_a_curve_has_each_outcome_in_order_and_says_which_prints_so() -> None:
    wide, even = found().curves

    assert [point.value for point in wide.points] == [Fraction(1, 5), Fraction(1, 2)]
    assert [point.verdict for point in wide.points] == [Verdict.REFUTED, Verdict.HOLDS]
    assert [point.value for point in even.points] == [Fraction(1, 4), Fraction(2, 5)]
    assert wide.tried == 2


def test_rows_of_which_one_is_always_ahead_do_not_change_places() -> None:
    # Against a row with nothing right, "even" is ahead under both definitions.
    nothing = tuple(evolve(one, predicted=("z",)) for one in SAMPLES[:2])
    rows = [row(name, {"F1": printed("25.0")}, where={SYSTEM: name}) for name in ("wide", "even")]
    made = table([column("F1", "f")], rows, BOTH)
    behind = table_curves(made, Judge(gathered(made, {"runs": (*nothing, *SAMPLES[2:])})))

    assert behind.flips == ()
    assert behind.compared == 1


def test_rows_under_different_definitions_are_never_held_against_each_other() -> None:
    # 40% (even, micro) is above 20% (wide, micro) and below 50% (wide, macro): only pairs of one
    # definition count, and these are two.
    [flip] = found().flips

    assert flip.first + flip.second + flip.level == 2


def test_too_many_pairs_are_not_tried_and_that_is_told() -> None:
    many = found(most=1)

    assert many.compared is None
    assert many.flips == ()
    assert len(many.curves) == 2
