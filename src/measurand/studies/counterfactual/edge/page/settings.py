"""The options of a study beside those of the profile that is nearest to them."""

from attrs import frozen

from measurand.studies.counterfactual.options import PROFILES, Options
from measurand.values.option_paths import listed

_NOT_THERE = "not there"


@frozen(kw_only=True)
class Settings:
    """All options as texts, and those that differ from the nearest profile: path, here, there.

    >>> Settings(profile="documented", options=(), changed=()).profile
    'documented'
    """

    profile: str
    options: tuple[tuple[str, str], ...]
    changed: tuple[tuple[str, str, str], ...]


def settings(options: Options) -> Settings:
    """List options, and find the profile that differs in the fewest; the first of equals.

    >>> from attrs import evolve
    >>> found = settings(evolve(PROFILES["as-run"], seed=7))
    >>> found.profile, found.changed
    ('as-run', (('seed', '7', '0'),))
    """
    found = listed(options)
    apart = {name: _apart(dict(found), dict(listed(one))) for name, one in PROFILES.items()}
    nearest = min(apart, key=lambda name: len(apart[name]))
    return Settings(profile=nearest, options=found, changed=apart[nearest])


def _apart(here: dict[str, str], there: dict[str, str]) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (path, here.get(path, _NOT_THERE), there.get(path, _NOT_THERE))
        for path in dict.fromkeys([*here, *there])
        if here.get(path) != there.get(path)
    )
