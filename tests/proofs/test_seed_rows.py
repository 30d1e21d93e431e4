"""The two rows of seed document 003, as printed there: what they prove of themselves."""

from fractions import Fraction

from measurand.auditing.proofs.feasible.feasibility import feasible
from measurand.auditing.proofs.feasible.identify import Identified, identify
from measurand.auditing.proofs.feasible.reading import MICRO, Reading
from measurand.auditing.proofs.finding import Certified, Clash, Question, questions
from measurand.auditing.proofs.sheet import Column, Role, Row, Sheet
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.options import ONES, ZEROES, Aggregate, Drop, EmptyValue, Parts
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

COLUMNS = (
    ("M_total", Role.HITS),
    ("Pred", Role.PREDICTED),
    ("Truth", Role.GOLD),
    ("P", Role.PRECISION),
    ("R", Role.RECALL),
    ("F1", Role.F),
)


def row(label: str, *texts: str) -> Row:
    cells = zip((name for name, _ in COLUMNS), map(Printed.parse, texts), strict=True)
    return Row(label=label, cells=tuple(cells))


SEED = Sheet(
    columns=tuple(Column(name=name, role=role) for name, role in COLUMNS),
    rows=(
        row("CoT", "1.80", "4", "3", "63.3%", "63.3%", "63.3%"),
        row("IO", "1.80", "7", "3", "39.6%", "46.7%", "42.8%"),
    ),
)
SILENT = EmptyRules(both_empty=ONES, gold_empty=ZEROES, pred_empty=ZEROES)
HARMONIC = Reading(empty=SILENT, aggregate=Aggregate.HARMONIC, soft=True)


def asked(*readings: Reading) -> Question:
    (question,) = questions(feasible(SEED, readings))
    return question


def test_micro_is_refuted_by_four_pairs_of_disjoint_intervals() -> None:
    finding, *_ = asked(Reading(average=MICRO, soft=True)).findings
    assert finding.verdict is Verdict.REFUTED
    clashes = [one for one in finding.grounds if isinstance(one, Clash)]
    assert [one.what for one in clashes] == [
        "precision of CoT",
        "recall of CoT",
        "precision of IO",
        "recall of IO",
    ]
    assert all(one.holds for one in clashes)
    # 1.80 +- 0.005 of 4, 3 and 7
    low, high = Fraction(359, 200), Fraction(361, 200)
    assert [(one.allowed.low, one.allowed.high) for one in clashes] == [
        (low / 4, high / 4),
        (low / 3, high / 3),
        (low / 7, high / 7),
        (low / 3, high / 3),
    ]


def test_both_rows_belong_to_one_question() -> None:
    assert asked(HARMONIC).name == "definition: CoT, IO / M_total, Pred, Truth, P, R, F1"


def test_the_mean_of_f_is_refuted_by_the_row_io_alone() -> None:
    finding, *_ = asked(Reading(empty=SILENT, soft=True)).findings
    assert finding.verdict is Verdict.REFUTED
    (proof,) = finding.grounds
    assert isinstance(proof, Certified)
    names = {one.name for _, program, _ in proof.programs for one in program.unknowns}
    assert any(name.startswith("IO") for name in names)
    assert not any(name.startswith("CoT") for name in names)


def test_an_invented_answer_costs_recall_and_silence_is_right() -> None:
    others = (
        EmptyRules(both_empty=ZEROES),
        EmptyRules(both_empty=Drop()),
        EmptyRules(gold_empty=Parts(EmptyValue.ZERO, EmptyValue.ONE)),
    )
    readings = (Reading(empty=one, aggregate=Aggregate.HARMONIC, soft=True) for one in others)
    assert {one.verdict for one in asked(*readings).findings} == {Verdict.REFUTED}


def test_hits_are_not_whole() -> None:
    finding, *_ = asked(Reading(empty=SILENT, aggregate=Aggregate.HARMONIC)).findings
    assert finding.verdict is Verdict.REFUTED
    assert finding.because.endswith("hits of CoT is no whole number")


def revealed(*readings: Reading) -> Identified:
    (found,) = identify(SEED, readings)
    return found


def test_there_are_six_documents_three_of_them_without_gold_items() -> None:
    found = revealed(HARMONIC)
    (numbers,) = found.revealed
    assert all(one.certain for one in numbers.numbers)
    # the repository's records: N = 6, gold sizes 1 1 0 1 0 0, CoT silent on 2, IO on 1
    assert [(one.what, one.values) for one in numbers.numbers] == [
        ("samples", ("6",)),
        ("gold sizes", ("1 1 1 0 0 0",)),
        ("silent: CoT", ("2 of 6",)),
        ("silent: IO", ("1 of 6",)),
    ]
