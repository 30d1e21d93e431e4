"""Units with ratings: few categories, ties, missing ratings, units of one rating or of none."""

from functools import cache

from hypothesis import strategies as st

from measurand.evidence.facts import Reads
from measurand.metrics.families.ratings import Ratings, Scale
from measurand.metrics.families.weighted_kappa import TwoLabels
from measurand.values.sample import GOLD, PREDICTED, Sample

_TEXTS = {
    Scale.WORDS: ("a", "b", "c", "10", "9"),
    Scale.NUMBERS: ("1", "2", "-1", "0.5", "2.0"),
    Scale.SIZES: ("1", "2", "0", "0.5", "7"),
}


@cache
def _some_of(among: tuple[str, ...], most: int) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(among), max_size=most).map(tuple)


@cache
def _or_none(among: tuple[str, ...], most: int) -> st.SearchStrategy[tuple[str, ...] | None]:
    return _some_of(among, most) | st.none()


@st.composite
def rated(draw: st.DrawFn, how: Reads) -> Sample:
    """Draw a unit that some raters rated."""
    assert isinstance(how, Ratings | TwoLabels)
    raters = how.raters if isinstance(how, Ratings) else (how.gold, how.answer)
    among = how.among if isinstance(how, Ratings) and how.among else _TEXTS[how.scale]
    several = isinstance(how, Ratings) and not how.most
    some = _some_of(tuple(among), 4 if several else 1)
    or_none = _or_none(tuple(among), 4 if several else 1)
    return Sample(
        id="",
        gold=draw(some) if GOLD in raters else (),
        predicted=draw(or_none) if PREDICTED in raters else (),
        lists=tuple(
            (name, draw(or_none)) for name in sorted(raters) if name not in {GOLD, PREDICTED}
        ),
    )
