"""The problems that the guide prints (seed document 001), and judges with a fixed opinion."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import field, frozen

from measurand.studies.causal.judging import Decided, Kind, Question, Verdict
from measurand.values.reasoning import Known, Link, Problem, ReasoningGraph, Step

NEWTON = ReasoningGraph(
    targets=("acceleration",),
    knowns=(
        Known(name="F", text="10", number=Fraction(10)),
        Known(name="m", text="2", number=Fraction(2)),
    ),
    links=(Link(causes=("F", "m"), effects=("acceleration",), rule="a = F/m"),),
    plan=(
        Step(
            id="step1",
            targets=("acceleration",),
            inputs=("F", "m"),
            description="Calculate a = F/m = 10/2 = 5 m/s²",
        ),
    ),
)
OPAQUE = ReasoningGraph(
    targets=("outcome",),
    knowns=(
        Known(name="A", text="5", number=Fraction(5)),
        Known(name="B", text="3", number=Fraction(3)),
        Known(name="C", text="2", number=Fraction(2)),
    ),
    links=(
        Link(
            causes=("A", "B", "C"),
            effects=("outcome",),
            rule="outcome = complex_nonlinear_function(A, B, C)",
        ),
    ),
)


def newton(reasoning: str = "Using Newton's second law a=F/m, we get a = 10/2 = 5") -> Problem:
    return Problem(
        id="newton",
        graph=NEWTON,
        text="Calculate acceleration given F=10N and m=2kg",
        reasoning=reasoning,
    )


def opaque() -> Problem:
    return Problem(id="opaque", graph=OPAQUE, text="Predict outcome based on complex function")


@frozen
class Opinion:
    """Says what it was told to say: by kind and subject, else by kind, else full marks."""

    said: Mapping[tuple[Kind, str], Verdict] = field(factory=dict)
    kinds: Mapping[Kind, Verdict] = field(factory=dict)

    @property
    def signature(self) -> str:
        return "opinion/1"

    def __call__(self, question: Question, /) -> Verdict:
        default = self.kinds.get(question.kind, Decided(share=Fraction(1), layer="opinion"))
        return self.said.get((question.kind, question.subject), default)


def points(share: str) -> Decided:
    return Decided(share=Fraction(share), layer="model", level="high", because="as printed")


PRINTED = Opinion(
    {
        (Kind.INTERVENTION, "F"): points("48/50"),
        (Kind.INTERVENTION, "m"): points("49/50"),
        (Kind.LOGIC, ""): points("0.85"),
    }
)
"""The verdicts of the guide's worked example."""
