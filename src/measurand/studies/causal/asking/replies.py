"""What a model replied, as a verdict: strictly read, or unscored with the reason.

A tree is what JSON is in Python: dict, list, str, bool, None, and int, float or Fraction. Keys that
nobody asked for are passed over; a key that is missing or of another type leaves the reply
unscored. It is never repaired: no "48/50", no "true", no 1 for true, nothing clamped.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import isfinite
from types import MappingProxyType

from measurand.studies.causal.asking.prompts import LEVELS, SUB_SCORES
from measurand.studies.causal.judging import Decided, Kind, Unscored
from measurand.values.fault import shown

LAYER = "model"
"""Who decided, where a model did."""
GARBLED, RANGE, CONTRADICTS = "garbled", "out of range", "contradicts itself"

BANDS = {
    "critical": (Fraction(7, 10), Fraction(1)),
    "meaningful": (Fraction(3, 10), Fraction(7, 10)),
    "peripheral": (Fraction(0), Fraction(3, 10)),
}
"""Where the share of each level lies, both ends with it."""
KEYS: Mapping[Kind, frozenset[str]] = MappingProxyType(
    {
        Kind.INTERVENTION: frozenset({"level", "share"}),
        Kind.ABDUCTION: frozenset({"recoverable"}),
        Kind.LOGIC: frozenset(SUB_SCORES),
    }
)
"""What a reply to a kind of question has, whatever else is in it."""
RECOVERABLE = {True: "recoverable", False: "not recoverable"}
_LONGEST = 500


class _ReplyError(Exception):
    """Carries what is wrong with a reply."""

    def __init__(self, reason: str, because: str) -> None:
        super().__init__(because)
        self.unscored = Unscored(reason=reason, because=because)


def read_reply(kind: Kind, tree: object) -> Decided | Unscored:
    """Read the reply to a question of that kind.

    >>> read_reply(Kind.INTERVENTION, {"because": "", "level": "critical", "share": 0.9}).share
    Fraction(9, 10)
    >>> read_reply(Kind.INTERVENTION, {"level": "peripheral", "share": 0.9}).reason
    'contradicts itself'
    >>> read_reply(Kind.ABDUCTION, {"recoverable": "false"}).because
    "recoverable: expected true or false, got 'false'"
    """
    if not isinstance(tree, dict):
        return Unscored(reason=GARBLED, because=f"expected an object, got {shown(tree)}")
    try:
        match kind:
            case Kind.INTERVENTION:
                return _intervention(tree)
            case Kind.ABDUCTION:
                return _abduction(tree)
            case Kind.LOGIC:
                return _logic(tree)
    except _ReplyError as error:
        return error.unscored


def _intervention(tree: dict[object, object]) -> Decided:
    level = _at(tree, "level")
    if not isinstance(level, str) or level not in LEVELS:
        expected = f"{', '.join(LEVELS[:-1])} or {LEVELS[-1]}"
        raise _ReplyError(GARBLED, f"level: expected {expected}, got {shown(level)}")
    share = _score(tree, "share")
    low, high = BANDS[level]
    if not low <= share <= high:
        raise _ReplyError(
            CONTRADICTS,
            f"{level} with a share of {float(share):.4g}: its shares lie in "
            f"[{float(low)}, {float(high)}]",
        )
    return Decided(share=share, layer=LAYER, level=level, because=_because(tree))


def _abduction(tree: dict[object, object]) -> Decided:
    found = _at(tree, "recoverable")
    if not isinstance(found, bool):
        raise _ReplyError(GARBLED, f"recoverable: expected true or false, got {shown(found)}")
    level = RECOVERABLE[found]
    return Decided(share=Fraction(found), layer=LAYER, level=level, because=_because(tree))


def _logic(tree: dict[object, object]) -> Decided:
    scores = [_score(tree, name) for name in SUB_SCORES]
    details = tuple(
        (name, f"{float(score):.4g}") for name, score in zip(SUB_SCORES, scores, strict=True)
    )
    mean = sum(scores, Fraction(0)) / len(scores)
    return Decided(share=mean, layer=LAYER, because=_because(tree), details=details)


def _at(tree: dict[object, object], key: str) -> object:
    if key not in tree:
        raise _ReplyError(GARBLED, f"{key}: is missing")
    return tree[key]


def _score(tree: dict[object, object], key: str) -> Fraction:
    value = _at(tree, key)
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise _ReplyError(GARBLED, f"{key}: expected a number, got {shown(value)}")
    if isinstance(value, float) and not isfinite(value):
        raise _ReplyError(RANGE, f"{key}: expected a number in [0, 1], got {value}")
    # A float stands for the decimal that it is written as: 0.7 is seven tenths.
    exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    if not 0 <= exact <= 1:
        raise _ReplyError(RANGE, f"{key}: expected a number in [0, 1], got {shown(value)}")
    return exact


def _because(tree: dict[object, object]) -> str:
    text = tree.get("because", "")
    if not isinstance(text, str):
        raise _ReplyError(GARBLED, f"because: expected a text, got {shown(text)}")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
