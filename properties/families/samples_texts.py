"""Samples of texts and references that share words, and of generations that are right or wrong."""

from fractions import Fraction
from functools import cache

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


_NINE_IN_TEN = st.integers(0, 9)
_REFERENCES = st.lists(TEXTS | _NINE_IN_TEN, max_size=3)
_TEXT_LISTS = st.sampled_from(["one"] * 8 + ["none", "null"])
_EIGHT_IN_NINE = st.sampled_from([True] * 8 + [False])


@st.composite
def written(draw: st.DrawFn, _how: Reads) -> Sample:
    """Draw a text and up to three references, some of them begun as the text is."""
    text = draw(TEXTS)
    given = {"one": (text,), "none": (), "null": None}[draw(_TEXT_LISTS)]
    references = tuple(text[:one] if isinstance(one, int) else one for one in draw(_REFERENCES))
    return Sample(id="", gold=references, predicted=given)


@st.composite
def transcribed(draw: st.DrawFn, _how: Reads) -> Sample:
    """Draw a text and its one reference."""
    given = draw(_EIGHT_IN_NINE)
    return Sample(id="", gold=(draw(TEXTS),), predicted=(draw(TEXTS),) if given else None)


@cache
def _verdicts(least: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(("true", "false")), min_size=least, max_size=6)


@st.composite
def attempted(draw: st.DrawFn, how: Reads) -> Sample:
    """Draw as many generations as are asked for, or more."""
    assert isinstance(how, Attempts)
    verdicts = draw(_verdicts(how.least))
    if not how.columns:
        return Sample(id="", predicted=tuple(verdicts) if draw(_NINE_IN_TEN) else None)
    counts = ((how.correct, verdicts.count("true")), (how.total, len(verdicts)))
    return Sample(id="", amounts=tuple(sorted((name, Fraction(n)) for name, n in counts)))
