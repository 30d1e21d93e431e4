"""Cases of shapes: boxes, graphs, spans and tagged sentences.

Boxes lie on a small grid: they meet, nest, touch and lie apart often. Directed acyclic graphs over
few nodes are equal, nested, turned and apart often. Samples of spans and tagged sentences are
short, so that spans meet, repeat and are missed often.
"""

from itertools import combinations

from hypothesis import strategies as st

from measurand.laws.kinds.boxes import Box, BoxesCase
from measurand.laws.kinds.graphs import Edges, GraphsCase
from measurand.laws.kinds.span_scores import Span, SpansCase
from measurand.laws.kinds.tags import TagsCase

LOW, HIGH = -2, 3


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    """Draw a box that covers something, with whole edges, around the origin or beside it.

    >>> from measurand.edges.trials.strategies.first import first
    >>> box = first(boxes(), lambda box: box[2] - box[0] > 1)
    >>> box[2] - box[0] > 1
    True
    """
    left, top = draw(st.integers(LOW, HIGH - 1)), draw(st.integers(LOW, HIGH - 1))
    return (left, top, draw(st.integers(left + 1, HIGH)), draw(st.integers(top + 1, HIGH)))


@st.composite
def boxes_cases(draw: st.DrawFn) -> BoxesCase:
    """Draw a case for overlaps of boxes; the second is often the first with one edge moved.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(boxes_cases(), lambda case: case.one != case.other)
    >>> case.one != case.other
    True
    """
    one = draw(boxes())
    near = st.sampled_from([(*one[:2], one[2] + 1, one[3]), (one[0], one[1] - 1, *one[2:])])
    moves, factors = st.integers(-3, 3), st.sampled_from((1, 2, 3, 4))
    return BoxesCase(
        one,
        draw(boxes() | near),
        draw(boxes()),
        (draw(moves), draw(moves)),
        (draw(factors), draw(factors)),
    )


_NODES = "abcd"


@st.composite
def dags(draw: st.DrawFn, nodes: str = _NODES) -> Edges:
    """Draw the edges of a graph without cycles; the nodes are letters, in any order.

    >>> from measurand.edges.trials.strategies.first import first
    >>> edges = first(dags(), lambda edges: len(edges) > 1)
    >>> len(edges) > 1
    True
    """
    order = draw(st.permutations(nodes))
    pairs = list(combinations(order, 2))
    chosen = draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    return [pair for pair, there in zip(pairs, chosen, strict=True) if there]


@st.composite
def graphs_cases(draw: st.DrawFn) -> GraphsCase:
    """Draw a case for distances of graphs, of up to four nodes.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(graphs_cases(), lambda case: len(case.one) > 0)
    >>> len(case.one) > 0
    True
    """
    nodes = _NODES[: draw(st.integers(1, len(_NODES)))]
    one = draw(dags(nodes))
    near = st.sampled_from([one, one[1:], [*reversed(one)]])
    names = dict(zip(nodes, draw(st.permutations(nodes)), strict=True))
    other, third = draw(near | dags(nodes)), draw(dags(nodes))
    return GraphsCase(list(nodes), one, other, third, names)


span_names = ("A", "B")
_ENDS = ((0, 1), (1, 2), (0, 2), (2, 3), (1, 3), (3, 4))
_SPANS: tuple[Span, ...] = tuple((*ends, label) for label in span_names for ends in _ENDS)
_FATES = (*("found", "missed") * 2, "found", "named", "grown", "begun")

spans = st.sampled_from(_SPANS)
_fated = st.sampled_from([(span, fate) for fate in _FATES for span in _SPANS])


def _fate(span: Span, fate: str) -> list[Span]:
    low, high, label = span
    other = "B" if label == "A" else "A"
    match fate:
        case "missed":
            return []
        case "named":
            return [(low, high, other)]
        case "grown":
            return [(low, high + 1, label)]
        case "begun":
            return [(max(0, low - 1), high, label)]
        case _:
            return [span]


def _sample(
    gold: list[tuple[Span, str]], more: list[Span], place: int
) -> tuple[list[Span], list[Span]]:
    found = [other for span, fate in gold for other in _fate(span, fate)]
    found = found[::-1] if place > 1 else found
    return [span for span, _ in gold], [*more, *found] if place % 2 else [*found, *more]


def _tiled(cuts: tuple[int, ...], labels: str, *, backwards: bool) -> list[Span]:
    ends = (0, *cuts, 3)
    tiles = [(low, high, label) for low, high, label in zip(ends, ends[1:], labels, strict=False)]
    return tiles[::-1] if backwards else tiles


_tilings = st.builds(
    _tiled,
    st.sampled_from([(1,), (2,), (), (1, 2)]),
    st.sampled_from(["AAA", "ABB", "AAB", "BBA"]),
    backwards=st.booleans(),
)
_tiled_samples = st.tuples(_tilings, _tilings)
_fated_samples = st.builds(
    _sample, st.lists(_fated, max_size=3), st.lists(spans, max_size=2), st.integers(0, 3)
)
_samples = st.one_of(_fated_samples, _fated_samples, _fated_samples, _tiled_samples)
_places = st.tuples(*[st.integers(0, 2)] * 2, *[st.integers(0, 1)] * 2)
_two_names = st.sampled_from([(a, b) for a in span_names for b in span_names])


def _case(
    samples: list[tuple[list[Span], list[Span]]],
    places: tuple[int, int, int, int],
    names: tuple[str, str],
) -> SpansCase:
    one, other, sample, cut = places
    return SpansCase(
        [gold for gold, _ in samples],
        [predicted for _, predicted in samples],
        sample=sample,
        one=one,
        other=other,
        names={names[0]: names[1], names[1]: names[0]},
        cut=cut,
        label=names[1],
    )


def spans_cases(most: int = 2) -> st.SearchStrategy[SpansCase]:
    """Draw a case for scores of spans, of at most `most` samples.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(spans_cases(), lambda case: any(case.gold))
    >>> any(case.gold)
    True
    """
    return st.builds(_case, st.lists(_samples, max_size=most), _places, _two_names)


_TAGS = {"O": ("O", "B-A", "B-B"), "A": ("O", "I-A", "B-A", "B-B"), "B": ("O", "I-B", "B-A", "B-B")}


@st.composite
def _drawn_tags(draw: st.DrawFn, length: int) -> list[str]:
    found: list[str] = []
    state = "O"
    for _ in range(length):
        tag = draw(st.sampled_from(_TAGS[state]))
        found.append(tag)
        state = tag[2:] or "O"
    return found


@st.composite
def tags_cases(draw: st.DrawFn, most: int = 3) -> TagsCase:
    """Draw a case for scores of tagged sentences, well-formed IOB2, of at most `most` sentences.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(tags_cases(), lambda case: case.gold != case.predicted)
    >>> case.gold != case.predicted
    True
    """
    lengths = draw(st.lists(st.integers(1, 3), max_size=most))
    gold = [draw(_drawn_tags(length)) for length in lengths]
    predicted = [draw(st.just(tags) | _drawn_tags(len(tags))) for tags in gold]
    return TagsCase(
        gold,
        predicted,
        names={
            "A": draw(st.sampled_from(["A", "B", "I", "IRD", "A-B"])),
            "B": draw(st.sampled_from(["X", "O", "B-A"])),
        },
    )
