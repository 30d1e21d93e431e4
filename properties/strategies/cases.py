"""Cases for laws: corpora that a definition can score, and a place in them."""

from hypothesis import strategies as st

from measurand.laws.case import Case
from measurand.laws.table import CATALOGUE
from measurand.metrics.definitions import Accuracy, Definition, Measure, observing
from properties.strategies.definitions import corpora_for, labelled

places = st.integers(0, 3)


def cases(definition: Definition) -> st.SearchStrategy[Case]:
    """Draw a case on which every law of a definition can be tried."""
    return st.builds(
        Case,
        corpus=corpora_for(definition, size=3),
        rest=corpora_for(definition, size=2),
        at=places,
        item=places,
    )


def _drawn_alike(definition: Definition) -> tuple[object, ...]:
    """Say what the cases of a definition are drawn by: many definitions share it."""
    of_all = isinstance(definition, Measure) and labelled(definition)
    kind = type(definition) if isinstance(definition, Accuracy | Measure) else None
    return observing(definition), kind, of_all


def _alike() -> tuple[list[str], ...]:
    groups: dict[tuple[object, ...], list[str]] = {}
    for name, definition in CATALOGUE.items():
        groups.setdefault(_drawn_alike(definition), []).append(name)
    return tuple(groups.values())


ALIKE = _alike()
"""Names of the catalogue whose cases are drawn alike: those of the first serve them all."""
