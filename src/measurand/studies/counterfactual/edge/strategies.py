"""Strategies that draw transforms, for property tests of those who read or make counterfactuals.

Samples are drawn by `measurand.testing.strategies.grounded_samples`.
"""

from itertools import product

from hypothesis import strategies as st

from measurand.studies.counterfactual.transforms import (
    CitedBy,
    CiteSwap,
    EvidenceDrop,
    FixedPoints,
    Ids,
    Lists,
    NoCite,
    OmegaPerm,
    Text,
    TokenPerm,
    Transform,
    Within,
)

TRANSFORMS: tuple[Transform, ...] = (
    *(OmegaPerm(*options) for options in product(Within, FixedPoints)),
    *(TokenPerm(*options) for options in product(Within, FixedPoints)),
    *(CiteSwap(*options) for options in product(Lists, FixedPoints, Text)),
    *(EvidenceDrop(*options) for options in product(CitedBy, Ids)),
    *(NoCite(text) for text in Text),
)
"""Every transform with every one of its options."""


def transforms() -> st.SearchStrategy[Transform]:
    """Draw one of the five counterfactual transforms, with any of its options.

    >>> from measurand.edges.trials.strategies.first import first
    >>> type(first(transforms())).__name__
    'OmegaPerm'
    """
    return st.sampled_from(TRANSFORMS)
