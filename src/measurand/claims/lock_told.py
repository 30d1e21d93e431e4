"""Causes of a move in words: samples, settings, versions."""

from collections import Counter
from collections.abc import Mapping, Sequence

from measurand.claims.lock import LockedNumber, LockedSource
from measurand.claims.lock_effects import SampleEffect
from measurand.metrics.definitions import NAMES, REVISIONS, Definition
from measurand.metrics.grammar import SignatureError, read

MOST_NAMED = 10
"""How many samples are named in a sentence."""


def told(samples: Sequence[SampleEffect]) -> str:
    """Name the samples that changed: how many, and the first ten.

    >>> from measurand.claims.lock_effects import Change
    >>> told([SampleEffect(id="t3", change=Change.CHANGED)])
    '1 sample changed: t3'
    """
    parts = []
    counts = Counter(one.change for one in samples)
    for change, count in sorted(counts.items(), key=lambda pair: pair[0].value):
        names = [one.id for one in samples if one.change is change][:MOST_NAMED]
        more = f" and {count - len(names)} more" if count > len(names) else ""
        what = "sample" if count == 1 else "samples"
        parts.append(f"{count} {what} {change.value}: {', '.join(names)}{more}")
    return "; ".join(parts)


def settings_told(was: LockedSource, now: LockedSource) -> str:
    """Say in which settings two sources differ.

    >>> settings_told(LockedSource(sha256=""), LockedSource(sha256="", settings=(("a", "b"),)))
    'a: the default -> b'
    """
    old, new = dict(was.settings), dict(now.settings)
    usual = "the default"
    return ", ".join(
        f"{key}: {old.get(key, usual)} -> {new.get(key, usual)}"
        for key in sorted(old.keys() | new.keys())
        if old.get(key) != new.get(key)
    )


def changed_told(was: Mapping[str, str], now: Mapping[str, str], name: str) -> str:
    """Say how one version of an environment changed; nothing where it did not.

    >>> changed_told({"python": "3.11.9"}, {"python": "3.12.1"}, "python")
    'python 3.11.9 -> 3.12.1'
    """
    old, new = was.get(name, "none"), now.get(name, "none")
    return "" if old == new else f"{name} {old} -> {new}"


def revision_told(old: LockedNumber, known: Definition) -> str:
    """Say how the revision of a metric changed; nothing where it did not.

    >>> from measurand.metrics.signature import parse
    >>> from measurand.values.score import Undefined
    >>> old = LockedNumber(score=Undefined(""), definition="f/0()", printed="", data="",
    ...                    evidence="")
    >>> revision_told(old, parse("f"))
    'f revision 0 -> 1'
    """
    name = NAMES[type(known)]
    try:
        revision = read(old.definition).revision
    except SignatureError:
        return ""
    current = REVISIONS[name][1]
    return "" if revision == current else f"{name} revision {revision} -> {current}"


def skipped_told(count: int) -> str:
    """Say how many records could not be read.

    >>> skipped_told(1), skipped_told(2)
    ('1 faulty record was skipped', '2 faulty records were skipped')
    """
    what = "record was" if count == 1 else "records were"
    return f"{count} faulty {what} skipped"
