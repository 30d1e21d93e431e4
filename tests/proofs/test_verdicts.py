"""A refutation stands in every world that premises leave open; otherwise it is odd, or possible."""

import pytest

from measurand.auditing.proofs.finding import Clash, Finding, Question, Rule
from measurand.auditing.proofs.premises import (
    MOST_WORLDS,
    Alternative,
    Cause,
    Change,
    Premise,
    Standing,
    apply_changes,
    count_worlds,
    single_flips,
    worlds_of,
)
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.auditing.proofs.worlds import judge_table, options_to_ask
from measurand.values.printed import Printed, Rounding
from measurand.values.verdict import TableVerdict, Verdict, worst


def row(label: str, kind: Kind = Kind.BODY, **cells: str) -> Row:
    return Row(label=label, kind=kind, cells=tuple((k, Printed.parse(v)) for k, v in cells.items()))


COUNTED = Sheet(
    columns=(Column(name="EM", role=Role.EXACT_MATCH),),
    rows=(row("x", EM="63.3%"),),
    facts=((Fact.SAMPLES, 9),),
)
ELSE = Change(without=frozenset({Fact.SAMPLES}))


def of_something_else(*, usual: bool, standing: Standing = Standing.GUESSED) -> Premise:
    return Premise(
        id="samples",
        alternatives=(
            Alternative(name="9 samples"),
            Alternative(name="of something else", change=ELSE, usual=usual),
        ),
        standing=standing,
        settle="--fact samples=9",
    )


@pytest.mark.parametrize(
    ("premises", "outcome"),
    [
        ((), TableVerdict.NOT_REPRODUCIBLE),
        ((of_something_else(usual=False),), TableVerdict.ODD),
        ((of_something_else(usual=True),), TableVerdict.POSSIBLE),
        ((of_something_else(usual=True, standing=Standing.SAID),), TableVerdict.NOT_REPRODUCIBLE),
        ((of_something_else(usual=True, standing=Standing.READ),), TableVerdict.NOT_REPRODUCIBLE),
    ],
)
def test_no_verdict_is_stronger_than_its_weakest_premise(
    premises: tuple[Premise, ...], outcome: TableVerdict
) -> None:
    proved = lint(COUNTED, premises)

    assert proved.outcome is outcome
    [asked] = [one for one in proved.questions if one.name.startswith("count")]
    open_ones = [one for one in premises if len(one.admitted) > 1]
    assert asked.settle == tuple(one.settle for one in open_ones)
    assert [name for world in asked.freed for name in world.literals] == [
        ("samples: table", "of something else") for _ in open_ones
    ]


def test_two_premises_free_what_neither_frees_alone() -> None:
    sheet = Sheet(
        columns=(Column(name="Avg", role=Role.AVERAGE, of=("a",)), Column(name="a")),
        rows=(row("x", a="1.00", Avg="9.00"),),
    )

    def picky(read: Sheet) -> list[Finding]:
        free = read.rows[0].kind is Kind.RUNS and read.columns[0].role is Role.VALUE
        verdict = Verdict.HOLDS if free else Verdict.REFUTED
        kind, role = read.rows[0].kind.value, read.columns[0].role.value
        return [
            Finding(
                rule="r",
                question="q",
                verdict=verdict,
                rows=("x",),
                columns=("Avg",),
                because=f"{kind} {role}",
            )
        ]

    runs = Premise(
        id="one-run",
        alternatives=(
            Alternative(name="one run"),
            Alternative(name="runs", change=Change(body=Kind.RUNS)),
        ),
        settle="--fact runs=1",
    )
    role = Premise(
        id="role",
        alternatives=(
            Alternative(name="average"),
            Alternative(name="else", change=Change(roles=(("Avg", Role.VALUE, ()),))),
        ),
        settle="--column Avg=average",
    )
    rule = Rule(id="r", says="", assumes="", source="", check=lambda read: iter(picky(read)))

    _, _, [both] = judge_table(sheet, [rule], (runs, role))
    _, _, [one] = judge_table(sheet, [rule], (runs,))

    assert (both.outcome, one.outcome) == (TableVerdict.POSSIBLE, TableVerdict.NOT_REPRODUCIBLE)
    assert both.settle == ("--fact runs=1", "--column Avg=average")
    assert both.worlds == 4


def test_more_worlds_than_are_counted_out_leave_a_question_undecided() -> None:
    many = tuple(
        Premise(
            id=f"p{at}",
            columns=("EM",),
            alternatives=(Alternative(name="this"), Alternative(name="that")),
        )
        for at in range(9)
    )
    assert count_worlds(many, lambda _: True) == 2 * MOST_WORLDS

    [asked] = [one for one in lint(COUNTED, many).questions if one.name.startswith("count")]

    assert (asked.outcome, asked.why_undecided) == (TableVerdict.UNDECIDED, Cause.BUDGET)


def test_worlds_are_every_combination_and_flips_differ_in_one() -> None:
    one, two = of_something_else(usual=True), of_something_else(usual=False)

    assert len(list(worlds_of((one, two)))) == 2
    assert len(list(worlds_of((one, two), lambda _: True))) == 4
    assert [world.usual for world in single_flips((one, two))] == [True, False]


def test_a_change_of_a_sheet_is_its_data() -> None:
    sheet = Sheet(
        columns=(
            Column(name="n", role=Role.TP, group="g"),
            Column(name="F1", role=Role.F, group="g"),
        ),
        rows=(row("a", n="4", F1="10.0%"), row("Mean", Kind.AVERAGE, F1="10.0%")),
        facts=((Fact.SAMPLES, 9),),
    )
    change = Change(
        roles=(("F1", Role.VALUE, ()),),
        groups=(("n", "h"),),
        kinds=(("Mean", None),),
        body=Kind.RUNS,
        without=frozenset({Fact.SAMPLES}),
        rounding=Rounding.TRUNCATE,
    )

    other = apply_changes(sheet, [change])

    assert [(one.role, one.group) for one in other.columns] == [
        (Role.TP, "h"),
        (Role.VALUE, "g"),
    ]
    assert [(one.label, one.kind) for one in other.rows] == [("a", Kind.RUNS)]
    assert other.facts == ()
    whole, rate = other.rows[0].cell("n"), other.rows[0].cell("F1")
    assert whole is not None
    assert rate is not None
    assert (whole.rounding, rate.rounding) == (Rounding.DECIMAL, Rounding.TRUNCATE)
    assert apply_changes(sheet, [Change()]) == sheet


def test_alternatives_have_names_of_their_own() -> None:
    with pytest.raises(ValueError, match="different names"):
        Premise(id="x", alternatives=())


def test_what_is_refuted_keeps_its_proof_and_what_stands_worst_is_the_outcome() -> None:
    broken = Sheet(
        columns=(Column(name="EM", role=Role.EXACT_MATCH),), rows=(row("x", EM="163.3%"),)
    )
    proved = lint(broken, (of_something_else(usual=True),))

    assert proved.outcome is TableVerdict.NOT_REPRODUCIBLE
    assert isinstance(proved.findings[0].grounds[0], Clash)
    assert worst(()) is TableVerdict.UNDECIDED
    assert worst((TableVerdict.ODD, TableVerdict.POSSIBLE)) is TableVerdict.ODD


def test_the_options_that_settle_most_are_asked_for_first_and_no_more_than_two() -> None:
    cheap = Premise(
        id="role-of-average",
        alternatives=(Alternative(name="a"), Alternative(name="b", usual=False)),
        columns=("EM",),
        settle="--column EM=exact_match",
    )
    premises = (of_something_else(usual=False), cheap)
    [asked] = [one for one in lint(COUNTED, premises).questions if one.name.startswith("count")]

    assert asked.settle == ("--fact samples=9",)
    assert options_to_ask([asked], premises) == asked.settle
    assert options_to_ask([Question("q", ())], premises) == ()
