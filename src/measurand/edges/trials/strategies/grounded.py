"""Grounded samples: few cells, ids and findings, so that tokens share levels and frames share ids.

Citations may be missing, empty, repeated, or of a token that is not there.
"""

from functools import lru_cache
from itertools import product

from attrs import evolve
from hypothesis import strategies as st

from measurand.values.cells import Box, Cell, Shape
from measurand.values.frames import UNSPECIFIED, Frame, Generation
from measurand.values.grounded import Grounded, Lesion, Token, Vector
from measurand.values.regions import Boxes

FINDINGS = ("nodule", "effusion", "pleural_effusion", "Nodule", "opacity", "")
POLARITIES = (
    "present",
    "present",
    "absent",
    "positive",
    "negative",
    "Present",
    "Absent",
    "unknown",
)
LATERALITIES = ("left", "right", "bilateral", UNSPECIFIED)
LOCATIONS = ("RUL", "pleura", UNSPECIFIED)
SIZES = ("6-8mm", UNSPECIFIED)
SEVERITIES = ("mild", UNSPECIFIED)
TEXTS = ("", "No effusion.", "A nodule in the right upper lobe.", "결절", " ")
MOST_IDS = 9
"""Tokens have ids below this; citations go up to two beyond."""

shares = st.integers(0, 8).map(lambda n: n / 8) | st.floats(0, 1)
numbers = st.sampled_from((-2.0, -0.5, 0.0, 0.1, 0.3, 1.5)) | st.floats(-4, 4)
shapes: st.SearchStrategy[Shape] = st.tuples(*[st.integers(1, 9)] * 3)
texts = st.sampled_from(TEXTS)


# A cell of level 0, four of each of levels 1 and 2, two of level 3: tokens share their level.
CELLS = (
    Cell(0, 0, 0, 0),
    *(Cell(1, x, 1 - x, z) for x, z in product((0, 1), repeat=2)),
    *(Cell(2, x, y, 3) for x, y in product((1, 2), repeat=2)),
    Cell(3, 0, 7, 2),
    Cell(3, 5, 5, 5),
)
cells = st.sampled_from(CELLS)


def vectors(length: int) -> st.SearchStrategy[Vector]:
    """Draw a vector of one length.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(vectors(2)))
    2
    """
    return st.tuples(*[numbers] * length)


@lru_cache(maxsize=16)
def _rows(length: int) -> st.SearchStrategy[st.SearchStrategy[Vector | None]]:
    row: st.SearchStrategy[Vector | None] = vectors(length)
    return st.sampled_from((row, row, row, row | st.none(), st.none()))


@st.composite
def tokens(draw: st.DrawFn, length: int, most: int = 7) -> tuple[Token, ...]:
    """Draw tokens in any order of their ids; now and then some or all are without embedding.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(tokens(2), lambda drawn: len(drawn) == 2))
    2
    """
    ids = draw(st.lists(st.integers(0, MOST_IDS - 1), max_size=most, unique=True))
    rows = draw(_rows(length))
    return tuple(
        Token(
            id=which,
            cell=draw(cells),
            score=draw(shares),
            uncertainty=draw(shares),
            embedding=draw(rows),
        )
        for which in ids
    )


cited = st.lists(st.integers(0, MOST_IDS + 1), max_size=4).map(tuple)
frames = st.builds(
    Frame,
    finding=st.sampled_from(FINDINGS),
    polarity=st.sampled_from(POLARITIES),
    laterality=st.sampled_from(LATERALITIES),
    confidence=shares,
    location=st.sampled_from(LOCATIONS),
    size_bin=st.sampled_from(SIZES),
    severity=st.sampled_from(SEVERITIES),
    uncertain=st.booleans(),
    citations=st.integers(0, 5).flatmap(lambda n: cited if n else st.none()),
    q=st.none() | shares,
    refused=st.sampled_from((False, False, False, True)),
)
generations = st.builds(Generation, st.lists(frames, max_size=4).map(tuple), texts)


@st.composite
def boxes(draw: st.DrawFn, shape: Shape) -> Box:
    """Draw a box inside a volume.

    >>> from measurand.edges.trials.strategies.first import first
    >>> first(boxes((4, 4, 4)), lambda box: box.z0 == 3)  # doctest: +ELLIPSIS
    Box(z0=3, z1=4, ...
    """
    bounds = []
    for size in shape:
        start = draw(st.integers(0, size - 1))
        bounds += [start, draw(st.integers(start + 1, size))]
    return Box(*bounds)


@st.composite
def lesions(draw: st.DrawFn, shape: Shape, most: int = 2) -> tuple[Lesion, ...]:
    """Draw lesions of boxes; one may have none, two may overlap.

    >>> from measurand.edges.trials.strategies.first import first
    >>> [lesion.id for lesion in first(lesions((4, 4, 4)), lambda drawn: len(drawn) == 2)]
    [0, 1]
    """
    some = st.lists(boxes(shape), max_size=2).map(tuple)
    regions = draw(st.lists(some, max_size=most))
    return tuple(Lesion(id=at, region=Boxes(one)) for at, one in enumerate(regions))


scans = st.sampled_from(("scan-1", "scan-2", "1", "결절"))
patients = st.sampled_from((None, "patient-1", "patient-2"))
truth = st.lists(frames.map(lambda frame: evolve(frame, citations=None)), max_size=3)
truths = st.none() | truth.map(tuple)
reports = st.none() | texts
regenerated = st.dictionaries(
    st.sampled_from(("token_perm", "evidence_drop")), generations, max_size=2
)


@lru_cache(maxsize=16)
def _queries(length: int) -> st.SearchStrategy[dict[str, Vector] | None]:
    names = st.sampled_from(sorted({name.lower() for name in FINDINGS}))
    return st.none() | st.dictionaries(names, vectors(length), max_size=3)


@st.composite
def grounded_samples(draw: st.DrawFn, most: int = 7) -> Grounded:
    """Draw a sample of at most `most` tokens; it may lack gold, a report, queries and answers.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(grounded_samples(), lambda sample: len(sample.tokens) == 2).tokens)
    2
    """
    shape, length = draw(shapes), draw(st.integers(1, 3))
    found = draw(_queries(length))
    return Grounded(
        id=draw(scans),
        group=draw(patients),
        seed=draw(st.integers(0, 50)),
        shape=shape,
        tokens=draw(tokens(length, most)),
        generation=draw(generations),
        lesions=draw(lesions(shape)),
        gold=draw(truths),
        report=draw(reports),
        relevance=None if found is None else tuple(sorted(found.items())),
        regenerated=tuple(sorted(draw(regenerated).items())),
    )


def grounded_corpora(size: int = 4, most: int = 7) -> st.SearchStrategy[tuple[Grounded, ...]]:
    """Draw samples, each with an id of its own.

    >>> from measurand.edges.trials.strategies.first import first
    >>> [one.id for one in first(grounded_corpora(), lambda drawn: len(drawn) > 0)][0]
    'scan-0'
    """
    return st.lists(grounded_samples(most), max_size=size).map(
        lambda found: tuple(evolve(one, id=f"scan-{at}") for at, one in enumerate(found))
    )
