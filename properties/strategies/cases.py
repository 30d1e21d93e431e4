"""Cases for laws: corpora that a definition can score, and a place in them."""

from hypothesis import strategies as st

from measurand.laws.case import Case
from measurand.metrics.definitions import Definition
from properties.strategies.definitions import corpora_for

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
