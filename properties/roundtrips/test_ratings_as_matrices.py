"""Matrices of ratings give the pool of the samples that they are, or the refusal that these get."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from measurand import observing, parse, pool
from measurand.evidence.observation import Observing, Together
from measurand.frames import pool_of_ratings, samples_of
from measurand.metrics.families.ratings import Ratings, Scale
from properties.roundtrips.test_arrays import verdict

How = Literal["ask", "value", "text"]
NAN = float("nan")
KINDS: Sequence[Sequence[object]] = (
    ("a", "b", None),
    ("a", "B", "1", "1.0", None),
    (1, 2, 10, None),
    (1.0, 2.0, NAN),
    (0.5, -0.0, 0.0, 1e22, 0.1, NAN, None),
    (True, False),
    (1, 2.0, "x", True, None),
    ((), "a"),
)
TEXTS = (
    "krippendorff_alpha",
    "krippendorff_alpha(level=interval)",
    "gwet_ac1(over=declared[a,b])",
    "krippendorff_alpha(raters=r1+r2)",
    "scott_pi",
)
WAYS = st.sampled_from(
    [
        *(observing(parse(text)) for text in TEXTS),
        Together((Ratings(("gold",)), Ratings(("gold",), Scale.NUMBERS))),
        Ratings(("gold",), Scale.SIZES, most=2),
    ]
)
HOWS: st.SearchStrategy[How] = st.sampled_from(("ask", "value", "text"))


@st.composite
def matrices(draw: st.DrawFn) -> list[list[object]]:
    width, cells = draw(st.integers(0, 6)), st.sampled_from(draw(st.sampled_from(KINDS)))
    return draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=3))


def by_samples(rows: Sequence[Sequence[object]]) -> list[dict[str, object]]:
    units = zip(*rows, strict=True)
    return [{"id": at, "gold": list(unit), "pred": None} for at, unit in enumerate(units)]


@given(WAYS, matrices(), HOWS)
def test_lists_make_the_pool_of_their_samples(
    how: Observing, rows: list[list[object]], labels: How
) -> None:
    samples = samples_of(by_samples(rows), items="ratings", labels=labels)

    found = verdict(lambda: pool_of_ratings(how, rows, labels=labels))

    assert found == verdict(lambda: samples.map(lambda some: pool(how, some)))


SHAPES = st.tuples(st.integers(1, 12), st.integers(0, 6))
WHOLE: st.SearchStrategy[NDArray[np.generic]] = arrays(
    np.float64, SHAPES, elements=st.sampled_from([-2.0, 0.0, -0.0, 1.0, 3.0, NAN])
)
FLOATS: st.SearchStrategy[NDArray[np.generic]] = arrays(
    np.float64, SHAPES, elements=st.floats(width=64) | st.sampled_from([0.5, 1.0, NAN])
)
INTEGERS: st.SearchStrategy[NDArray[np.generic]] = arrays(
    np.int64, SHAPES, elements=st.integers(-3, 3) | st.sampled_from([2**40, -(2**60)])
)
SMALL: st.SearchStrategy[NDArray[np.generic]] = arrays(np.int8, SHAPES)


@given(WAYS, WHOLE | FLOATS | INTEGERS | SMALL)
def test_arrays_make_the_pool_of_their_lists(how: Observing, matrix: NDArray[np.generic]) -> None:
    found = verdict(lambda: pool_of_ratings(how, matrix))

    assert found == verdict(lambda: pool_of_ratings(how, matrix.tolist()))


def test_rows_have_as_many_cells() -> None:
    found = verdict(lambda: pool_of_ratings(Ratings(("gold",)), [["a"], ["a", "b"]]))

    assert found == ("the ratings: expected as many cells in each row, got rows of 1, 2 cells",)
