"""Why no sample is where a claim looks: a name or a value that the data does not have."""

from collections.abc import Mapping, Sequence

from measurand.values.suggest import did_you_mean

Groups = Mapping[str, Sequence[str]]
"""The names of groups of a source, and the values of each."""

_MOST_SHOWN = 5


def unmet(where: Sequence[tuple[str, str]], groups: Groups) -> str:
    """Say which part of a `where` nothing has, with what there is; empty where nothing is known.

    >>> unmet([("sytem", "bert")], {"system": ("bert", "gpt")})
    "no group is named sytem: did you mean 'system'?"
    >>> unmet([("system", "brt")], {"system": ("bert", "gpt")})
    "system is never brt: did you mean 'bert'?"
    >>> unmet([("system", "x")], {"system": ("bert", "gpt")})
    'system is one of bert, gpt'
    """
    if not groups:
        return ""
    for key, value in where:
        if key not in groups:
            near = did_you_mean(key, groups) or f": there is {_few(list(groups))}"
            return f"no group is named {key}{near}"
        if value not in groups[key]:
            near = did_you_mean(value, groups[key])
            told = f"{key} is never {value}{near}"
            return told if near else f"{key} is one of {_few(groups[key])}"
    return "each of these is there, but not in one sample" if len(where) > 1 else ""


def _few(words: Sequence[str]) -> str:
    more = len(words) - _MOST_SHOWN
    return ", ".join(words[:_MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")
