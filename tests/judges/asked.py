"""Questions for the tests, and the settings by which they are asked."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from attrs import evolve

from measurand.studies.causal.edge.judges.model import Answered, judge_with_model
from measurand.studies.causal.edge.judges.settings import ModelSettings
from measurand.studies.causal.judging import Kind, Question, Verdict
from measurand.values.reasoning import Known, Link, Problem, ReasoningGraph
from tests.judges.serving import Saying, serving

QUICK = ModelSettings(
    model="small-1",
    wait_first=Fraction(1, 1000),
    wait_most=Fraction(1, 2),
    timeout=Fraction(5),
    tries=3,
)


def problem(number: int = 0) -> Problem:
    """Write a problem; each number makes one that differs."""
    graph = ReasoningGraph(
        targets=("p",),
        knowns=(
            Known(name="m", text=f"{number + 3} kg"),
            Known(name="v", text="2 m/s"),
            Known(name="colour", text="red"),
        ),
        links=(Link(causes=("m", "v"), effects=("p",), rule="p = m * v"),),
    )
    return Problem(id=f"problem-{number}", graph=graph, text="Momentum?", reasoning="p = m v = 6")


def question(subject: str = "m", kind: Kind = Kind.INTERVENTION, number: int = 0) -> Question:
    """Ask about a problem."""
    return Question(problem=problem(number), kind=kind, subject=subject)


def many(number: int) -> list[Question]:
    """Ask so many questions that differ."""
    return [question(number=one) for one in range(number)]


def asked(
    folder: Path, url: str, questions: Sequence[Question], settings: ModelSettings = QUICK
) -> Answered:
    """Ask a model, and hold that nothing is wrong with the settings."""
    at = evolve(settings, base_url=url)
    return judge_with_model(questions, at, folder / "kept.jsonl", name="kept.jsonl").unwrap()


def verdict(folder: Path, saying: Saying, settings: ModelSettings = QUICK) -> Verdict:
    """Ask one question of a server that says so."""
    with serving(saying) as server:
        return asked(folder, server.url, [question()], settings).judge(question())
