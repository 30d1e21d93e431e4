"""A sample through all transforms: the changed samples, by the pieces of the other oracles."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from properties.oracles import cf_transforms
from properties.oracles.cf_sample import POSITIVE, Sample

Draws = Callable[[Sample, str], cf_transforms.Draw]
"""Names the stream of a sample under a transform."""


class Moves(NamedTuple):
    """How the transforms are read; the defaults are those of the program as it ran."""

    omega_within: str = "level"
    within: str = "all"
    lists: str = "whole"
    swap_text: str = "cleared"
    cited_by: str = "all"
    ids: str = "renumbered"
    no_cite_text: str = "cleared"
    positive: Sequence[str] = POSITIVE
    any_case: bool = False


def changed(
    sample: Sample, key: str, moves: Moves, draws: Draws = cf_transforms.legacy
) -> Sample | None:
    """Change a sample and join its answer; None where an answer would have to be asked for."""
    if key == "omega_perm":
        return cf_transforms.omega_perm(sample, draws(sample, key), within=moves.omega_within)
    if key == "cite_swap":
        draw = draws(sample, key)
        return cf_transforms.cite_swap(sample, draw, lists=moves.lists, text=moves.swap_text)
    if key == "no_cite":
        return cf_transforms.no_cite(sample, text=moves.no_cite_text)
    return cf_transforms.answered(asked(sample, key, moves, draws), key)


def asked(sample: Sample, key: str, moves: Moves, draws: Draws = cf_transforms.legacy) -> Sample:
    """Change the evidence; the answer is gone."""
    if key == "token_perm":
        return cf_transforms.token_perm(sample, draws(sample, key), within=moves.within)
    return cf_transforms.evidence_drop(
        sample,
        cited_by=moves.cited_by,
        ids=moves.ids,
        positive=moves.positive,
        any_case=moves.any_case,
    )
