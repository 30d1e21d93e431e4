"""Samples of texts and references that share words, and of generations that are right or wrong."""

from fractions import Fraction

from hypothesis import strategies as st

from measurand.evidence.facts import Reads
from measurand.metrics.families.attempts import Attempts
from measurand.values.sample import Sample

_WORDS = (
    "a",
    "b",
    "the",
    "The",
    "cat",
    "cats",
    "don't",
    "3.5",
    "x-1",
    "(ok)",
    "né",
    "好。",
    ",",
    "€5",
)
TEXTS = st.lists(st.sampled_from(_WORDS), max_size=7).map(" ".join) | st.sampled_from(
    ("", " ", "a\nb", "a b\nc the\n", "ab", " a  cat ")
)


@st.composite
def written(draw: st.DrawFn, _how: Reads) -> Sample:
    """Draw a text and up to three references, some of them begun as the text is."""
    text = draw(TEXTS)
    near = st.integers(0, 9).map(lambda end: text[:end])
    references = st.lists(TEXTS | near, max_size=3)
    given = draw(st.sampled_from([(text,)] * 8 + [(), None]))
    return Sample(id="", gold=tuple(draw(references)), predicted=given)


@st.composite
def transcribed(draw: st.DrawFn, _how: Reads) -> Sample:
    """Draw a text and its one reference."""
    given = draw(st.sampled_from([True] * 8 + [False]))
    return Sample(id="", gold=(draw(TEXTS),), predicted=(draw(TEXTS),) if given else None)


@st.composite
def attempted(draw: st.DrawFn, how: Reads) -> Sample:
    """Draw as many generations as are asked for, or more."""
    assert isinstance(how, Attempts)
    verdicts = draw(st.lists(st.sampled_from(("true", "false")), min_size=how.least, max_size=6))
    if not how.columns:
        return Sample(id="", predicted=tuple(verdicts) if draw(st.integers(0, 9)) else None)
    counts = ((how.correct, verdicts.count("true")), (how.total, len(verdicts)))
    return Sample(id="", amounts=tuple(sorted((name, Fraction(n)) for name, n in counts)))
