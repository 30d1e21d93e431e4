"""The options of a study as a verb is told them: a profile by name, and what is set beside it."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from measurand.edges.verbs.errors import invalid, worded
from measurand.values.suggest import did_you_mean

T = TypeVar("T")
Settings = Mapping[str, object]
"""Options of a study by their paths, as `--set` names them, and their values."""
NO_SETTINGS: Settings = {}


def set_options(
    profiles: Mapping[str, T],
    profile: str,
    settings: Settings,
    with_values: Callable[[T, Mapping[str, str]], T],
) -> T:
    """Give the options of a profile, with some values set.

    >>> from measurand.inference.plan import Plan
    >>> from measurand.values.option_paths import with_values
    >>> set_options({"usual": Plan()}, "usual", {"seed": 7}, with_values).seed
    7

    Raises InvalidInputError for an unknown profile, option or value.
    """
    if profile not in profiles:
        hint = did_you_mean(str(profile), profiles).removeprefix(": ")
        raise invalid("profile", repr(profile), f"one of {', '.join(profiles)}", hint)
    try:
        return with_values(profiles[profile], written(settings))
    except ValueError as error:
        raise worded("settings", error, repr(dict(settings))[:80]) from error


def written(settings: Settings) -> dict[str, str]:
    """Write the values of settings as the command line has them.

    >>> written({"plan.cluster": None, "tested": ["bleu", "rougeL"], "seed": 7, "split": True})
    {'plan.cluster': 'none', 'tested': 'bleu,rougeL', 'seed': '7', 'split': 'yes'}
    """
    return {name: _text(value) for name, value in settings.items()}


def _text(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ",".join(map(str, value))
        case _:
            return str(value)


def label(profile: str, settings: Settings) -> str:
    """Name a reading: the profile, and what was set beside it.

    >>> label("documented", {"counting": "multiset"})
    'documented counting=multiset'
    """
    return " ".join((profile, *(f"{name}={text}" for name, text in written(settings).items())))
