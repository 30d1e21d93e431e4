"""The metrics of families, by their names: ours in a table of modules, others' as they are found.

A module of a family has its metrics as classes (`metrics.family`); which ones is read off the
module, so that a new metric is one class in one file. Nothing is imported before a name is asked
for that no formula has. Packages from outside are found by whoever may look for them: `ask_also`
takes a function that is asked for names that are not known here.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from inspect import isabstract
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from measurand.metrics.family import Family

MODULES = (
    "numbers",
    "agreement",
    "weighted_kappa",
    "ranking",
    "ndcg",
    "labels",
    "probabilities",
    "calibration",
    "brier_parts",
    "thresholds",
    "judged",
    "corrected",
    "rectified",
    "preferences",
    "translation",
    "translation_edits",
    "transcription",
    "overlap",
    "attempts",
)
"""The families."""

Find = Callable[[], Mapping[str, type["Family"]]]
_others: list[Find] = []


def ask_also(find: Find) -> None:
    """Ask a function too for metrics that are not ours; it is asked when a name is not known."""
    if find not in _others:
        _others.append(find)


@cache
def ours() -> Mapping[str, type["Family"]]:
    """List the metrics of our families by their names.

    >>> all(name == kind.about.name for name, kind in ours().items())
    True
    """
    from measurand.metrics.family import Family

    modules = [import_module(f"{__name__}.{name}") for name in MODULES]
    return {
        kind.about.name: kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Family)
        and not isabstract(kind)
        and kind.__module__ == module.__name__
    }


def families() -> Mapping[str, type["Family"]]:
    """List all metrics of families, those of packages too; ours win."""
    every: dict[str, type[Family]] = {}
    for find in _others:
        every.update(find())
    return {**every, **ours()}


def kind_of(name: str) -> "type[Family] | None":
    """Find a metric of a family by its name.

    >>> kind_of("fly") is None
    True
    """
    found = (find().get(name) for find in _others)
    return ours().get(name) or next((one for one in found if one is not None), None)
