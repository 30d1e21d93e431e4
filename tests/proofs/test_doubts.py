"""A doubtful guess never refutes: what only it refutes is undecided, and says how to say it."""

from attrs import evolve
from measurand.proofs.doubts import doubts, options_of, softened

from measurand.proofs.finding import Clash, Finding
from measurand.proofs.prove import lint
from measurand.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict


def row(label: str, kind: Kind = Kind.BODY, **cells: str) -> Row:
    return Row(label=label, kind=kind, cells=tuple((k, Printed.parse(v)) for k, v in cells.items()))


COLUMNS = (
    Column(name="a b"),
    Column(name="c"),
    Column(name="Avg", role=Role.AVERAGE, of=("a b", "c")),
)
GUESSED = Sheet(
    columns=COLUMNS,
    rows=(row("x", Avg="1.0"), row("it's", Kind.TOTAL, Avg="2.0")),
    facts=((Fact.SAMPLES, 124), (Fact.GOLD, 3)),
)
SURE = Sheet(
    columns=(*COLUMNS[:2], Column(name="Avg")), rows=GUESSED.rows[:1], facts=((Fact.GOLD, 3),)
)


def found(verdict: Verdict, question: str = "q", *columns: str, because: str = "b") -> Finding:
    return Finding(
        rule="r", question=question, verdict=verdict, rows=("x",), columns=columns, because=because
    )


def test_a_guess_is_told_with_the_option_that_says_it() -> None:
    assert [one.option for one in doubts(GUESSED, SURE)] == [
        "--fact samples=124",
        "--column 'Avg=average[a b,c]'",
        """--row 'it'"'"'s=total'""",
    ]
    assert doubts(SURE, SURE) == ()


def test_only_what_the_sure_sheet_refutes_stays_refuted_with_the_proof_from_there() -> None:
    both, guessed = found(Verdict.REFUTED, "both"), found(Verdict.REFUTED, "guessed", "Avg")
    proof = found(Verdict.REFUTED, "both", because="proof")
    held, alone = found(Verdict.HOLDS, "held"), found(Verdict.REFUTED, "alone")

    result = softened([both, guessed, held], [proof, alone], doubts(GUESSED, SURE))

    assert [(one.question, one.verdict, one.because) for one in result] == [
        ("both", Verdict.REFUTED, "proof"),
        (
            "guessed",
            Verdict.UNDECIDED,
            "not reproducible if the guesses are right (Avg as average): b",
        ),
        ("held", Verdict.HOLDS, "b"),
        ("alone", Verdict.REFUTED, "b"),
    ]
    assert options_of(result) == ("--column 'Avg=average[a b,c]'",)


def test_a_guess_about_the_whole_table_is_named_where_no_cell_is_guessed() -> None:
    [result] = softened([found(Verdict.REFUTED, "q", "c")], [], doubts(GUESSED, SURE))

    assert options_of([result]) == ("--fact samples=124",)


def test_a_rule_that_needs_a_guess_refutes_nothing_and_one_that_needs_none_still_does() -> None:
    sheet = Sheet(
        columns=(Column(name="EM", role=Role.EXACT_MATCH),),
        rows=(row("x", EM="63.3%"),),
        facts=((Fact.SAMPLES, 9),),
    )

    assert lint(sheet).verdict is Verdict.REFUTED
    assert lint(sheet, sheet).verdict is Verdict.REFUTED
    assert lint(sheet, evolve(sheet, facts=())).verdict is Verdict.UNDECIDED
    broken = evolve(sheet, rows=(row("x", EM="163.3%"),))
    [*_, last] = lint(broken, evolve(broken, facts=())).findings
    assert lint(broken, evolve(broken, facts=())).verdict is Verdict.REFUTED
    assert last.grounds == () or isinstance(last.grounds[0], Clash)
