"""The strategies that test files of others use; `from measurand.testing import strategies`.

Each draws small values that repeat, overlap, tie and are empty often, and shrinks to nothing.
"""

from fractions import Fraction

from hypothesis import strategies as st

from measurand.edges.trials.strategies import digraphs as _digraphs
from measurand.edges.trials.strategies import grounded as _grounded
from measurand.edges.trials.strategies import samples as _samples
from measurand.edges.trials.strategies.samples import Shape
from measurand.values.digraph import Dag, Digraph
from measurand.values.frames import Frame
from measurand.values.grounded import Grounded
from measurand.values.items import Slots, Span
from measurand.values.sample import Sample

__all__ = [
    "Shape",
    "corpora",
    "dags",
    "digraphs",
    "frames",
    "grounded_samples",
    "p_values",
    "samples",
    "spans",
    "texts",
    "tuples",
]


def texts() -> st.SearchStrategy[str]:
    """Draw texts as items: letters, other scripts, brackets, spaces, nothing.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(texts(), lambda text: len(text) == 2)) > 1
    True
    """
    return _samples.texts


def tuples() -> st.SearchStrategy[Slots]:
    """Draw tuples of an aspect, a polarity and a target; a slot may be empty or not there.

    >>> from measurand.edges.trials.strategies.first import first
    >>> bad = ("polarity", "bad")
    >>> bad in first(tuples(), lambda one: bad in one.entries).entries
    True
    """
    return _samples.named_slots


def spans(most: int = 8, labels: tuple[str, ...] = _samples.LABELS) -> st.SearchStrategy[Span]:
    """Draw half-open spans that end at `most` or before, 1 to 3 long, with one of the labels.

    >>> from measurand.edges.trials.strategies.first import first
    >>> span = first(spans(most=4))
    >>> span.start < span.end <= 4
    True

    Raises ValueError where no span has room.
    """
    if most < 1 or not labels:
        raise ValueError(
            f"a span needs a place and a label: got {most} places, {len(labels)} labels"
        )
    sizes = st.integers(1, min(3, most))
    return sizes.flatmap(
        lambda size: st.builds(
            lambda start, label: Span(start, start + size, label),
            st.integers(0, most - size),
            st.sampled_from(labels),
        )
    )


def samples(shape: Shape = Shape.TEXTS, *, most: int = 4) -> st.SearchStrategy[Sample]:
    """Draw a sample with at most `most` items of a shape on each side; now and then no answer.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(samples(Shape.SPANS), lambda sample: len(sample.gold) == 2).gold)
    2
    """
    return _samples.samples(shape, most=most)


def corpora(
    shape: Shape = Shape.TEXTS, *, most: int = 4, size: int = 4
) -> st.SearchStrategy[tuple[Sample, ...]]:
    """Draw up to `size` samples, each with an id of its own.

    >>> from measurand.edges.trials.strategies.first import first
    >>> [sample.id for sample in first(corpora(), lambda corpus: len(corpus) == 2)]
    ['0', '1']
    """
    return _samples.corpora(shape, most=most, size=size)


def p_values(least: int = 0, most: int = 5) -> st.SearchStrategy[list[Fraction]]:
    """Draw p-values, exact, with ties, 0 and 1 among them.

    >>> from measurand.edges.trials.strategies.first import first
    >>> all(0 <= p <= 1 for p in first(p_values(least=2)))
    True
    """
    grid = st.integers(0, 20).map(lambda n: Fraction(n, 20))
    small = st.integers(0, 1000).map(lambda n: Fraction(n, 10000))
    return st.lists(
        grid | small | st.fractions(0, 1, max_denominator=99), min_size=least, max_size=most
    )


def digraphs(most: int = 6) -> st.SearchStrategy[Digraph]:
    """Draw a directed graph of at most `most` nodes, with cycles or without.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(digraphs(), lambda graph: len(graph.edges) == 2).edges)
    2
    """
    return _digraphs.digraphs(most)


def dags(most: int = 6) -> st.SearchStrategy[Dag]:
    """Draw a graph without cycles of at most `most` nodes; their order is not that of their names.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(dags(), lambda dag: len(dag.graph.nodes) == 2).graph.nodes)
    2
    """
    return _digraphs.acyclic(most).map(Dag)


def frames() -> st.SearchStrategy[Frame]:
    """Draw a claimed finding with its slots and citations, which may be empty or not there.

    >>> from measurand.edges.trials.strategies.first import first
    >>> first(frames(), lambda frame: frame.refused).refused
    True
    """
    return _grounded.frames


def grounded_samples(most: int = 7) -> st.SearchStrategy[Grounded]:
    """Draw a volume with at most `most` tokens, frames that cite them, lesions and gold.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(grounded_samples(), lambda sample: len(sample.tokens) == 2).tokens)
    2
    """
    return _grounded.grounded_samples(most)
