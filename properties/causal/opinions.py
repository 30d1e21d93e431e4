"""Judges that say anything, and options of any kind: what a pipeline has to bear."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import field, frozen
from hypothesis import strategies as st

from measurand.studies.causal.graphs.nodes import Blank, NoTarget, Reading
from measurand.studies.causal.judging import Decided, Kind, Question, Undecided, Unscored, Verdict
from measurand.studies.causal.options import Counts, Missing, Open, Options, Weights
from measurand.values.reasoning import Problem
from properties.strategies.reasoning import BLANKS, NAMES, written_graphs


@frozen
class Opinion:
    """Says what its table has on a kind and a subject."""

    table: Mapping[tuple[Kind, str], Verdict] = field(hash=False)
    signature: str = "opinion/1"

    def __call__(self, question: Question, /) -> Verdict:
        return self.table[question.kind, question.subject]


SUBJECTS = (*NAMES, *BLANKS, "result")
OPEN: tuple[Verdict, ...] = (
    Undecided(reason="prose", layer="equations"),
    Undecided(reason="cyclic", layer="structural"),
    Unscored(reason="timeout"),
    Unscored(reason="garbled"),
)
SIXTHS: tuple[Verdict, ...] = tuple(
    Decided(share=Fraction(n, 6), layer=layer, level="high")
    for n in range(7)
    for layer in ("structural", "model")
)
BINARY: tuple[Verdict, ...] = tuple(
    Decided(share=Fraction(n), layer=layer) for n in range(2) for layer in ("structural", "model")
)


def verdicts(kind: Kind, *, open_too: bool = True) -> st.SearchStrategy[Verdict]:
    sure = BINARY if kind is Kind.ABDUCTION else SIXTHS
    return st.sampled_from((*sure, *(OPEN * (len(sure) // 4) if open_too else ())))


def opinions(*, open_too: bool = True) -> st.SearchStrategy[Opinion]:
    """Draw a verdict for every place; few are drawn, and dealt to the names in turn."""
    dealt = {
        kind: st.lists(verdicts(kind, open_too=open_too), min_size=4, max_size=4) for kind in Kind
    }
    return st.fixed_dictionaries(dealt).map(
        lambda found: Opinion(
            {
                (kind, subject): found[kind][place % 4]
                for kind in Kind
                for place, subject in enumerate(SUBJECTS)
            }
        )
    )


weighing = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5, 2)])
weights = (
    st.tuples(weighing, weighing, weighing, weighing)
    .filter(any)
    .map(
        lambda four: Weights(intervention=four[0], abductive=four[1], logic=four[2], graph=four[3])
    )
)
opens = st.builds(Open, undecided=st.sampled_from(Counts), unscored=st.sampled_from(Counts))
options = st.builds(
    Options,
    reading=st.builds(Reading, blank=st.sampled_from(Blank), no_target=st.sampled_from(NoTarget)),
    weights=weights,
    missing=st.sampled_from(Missing),
    nodes=opens,
    knowns=opens,
)
problems = st.builds(
    Problem,
    id=st.sampled_from(["1", "2"]),
    graph=written_graphs(),
    reasoning=st.sampled_from(["", " ", "because"]),
)
