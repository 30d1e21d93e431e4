"""What a model replied, as a verdict: strictly read, or unscored with the reason; votes counted.

A tree is what JSON is in Python: dict, list, str, bool, None, and int, float or Fraction. Keys that
nobody asked for are passed over; a key that is missing or of another type leaves the reply
unscored. It is never repaired: no "48/50", no "true", no 1 for true, nothing clamped. Several
replies to one question come to one verdict, by majority or average.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from math import isfinite
from types import MappingProxyType

from attrs import evolve

from measurand.studies.causal.asking.prompts import LEVELS, SUB_SCORES
from measurand.studies.causal.judging import Decided, Kind, Undecided, Unscored, Verdict
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
    recoverable = _at(tree, "recoverable")
    if not isinstance(recoverable, bool):
        raise _ReplyError(GARBLED, f"recoverable: expected true or false, got {shown(recoverable)}")
    level = RECOVERABLE[recoverable]
    return Decided(share=Fraction(recoverable), layer=LAYER, level=level, because=_because(tree))


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


NOT_ANSWERED = Unscored(reason="not answered", because="no reply is on record")
TIE = "votes tie"


class Average(Enum):
    """What the shares of several votes come to: the one in the middle, or their mean."""

    MEDIAN = "median"
    MEAN = "mean"


def verdict(
    kind: Kind, votes: Sequence[Decided | Unscored], average: Average = Average.MEDIAN
) -> Verdict:
    """Come to a verdict; one vote stands as it is.

    Unscored votes are counted and left out; with fewer than half of the votes scored there is no
    verdict. A known is recoverable, or not, if most scored votes say so; a tie is undecided. Of a
    node and of a text, the share is the average of the shares; the level of a node is the most
    frequent one, and where levels tie, the one of them that lies nearest to the share (of two as
    near, the lower). `because` is that of the first vote of the level that won. The detail
    `agreement` is the part of the scored votes that say so too; of a text, it is left out.

    >>> yes = Decided(share=Fraction(1), layer="model", level="recoverable")
    >>> no = Decided(share=Fraction(0), layer="model", level="not recoverable")
    >>> dict(verdict(Kind.ABDUCTION, [yes, no, yes]).details)["agreement"]
    '2/3'
    >>> verdict(Kind.ABDUCTION, [yes, no]).reason
    'votes tie'
    """
    if not votes:
        return NOT_ANSWERED
    if len(votes) == 1:
        return votes[0]
    scored = [vote for vote in votes if isinstance(vote, Decided)]
    if 2 * len(scored) < len(votes) or not scored:
        return _too_few([vote for vote in votes if isinstance(vote, Unscored)], len(votes))
    counted = (("votes", str(len(votes))), ("scored", str(len(scored))))
    match kind:
        case Kind.ABDUCTION:
            return _majority(scored, counted)
        case Kind.INTERVENTION:
            return _levels(scored, counted, average)
        case Kind.LOGIC:
            return _texts(scored, counted, average)


def _too_few(failed: list[Unscored], number: int) -> Unscored:
    reasons = Counter(vote.reason for vote in failed)
    listed = ", ".join(f"{reason} ({count})" for reason, count in sorted(reasons.items()))
    because = f"{number - len(failed)} of {number} votes scored: {listed}"
    reason = failed[0].reason if len(reasons) == 1 and len(failed) == number else "too few votes"
    return Unscored(reason=reason, because=because)


_Details = tuple[tuple[str, str], ...]


def _majority(scored: list[Decided], counted: _Details) -> Verdict:
    ahead = sum(2 * vote.share - 1 for vote in scored)
    if not ahead:
        because = f"{len(scored) // 2} of {len(scored)} votes say recoverable"
        return Undecided(reason=TIE, layer=LAYER, because=because)
    share = Fraction(ahead > 0)
    winner = next(vote for vote in scored if vote.share == share)
    agree = sum(vote.share == share for vote in scored)
    return evolve(winner, details=(*counted, ("agreement", f"{agree}/{len(scored)}")))


def _levels(scored: list[Decided], counted: _Details, average: Average) -> Decided:
    share = _average([vote.share for vote in scored], average)
    counts = Counter(vote.level for vote in scored)
    most = max(counts.values())
    tied = [level for level in LEVELS if counts[level] == most]
    level = min(reversed(tied), key=lambda level: _apart(level, share))
    winner = next(vote for vote in scored if vote.level == level)
    stated = (("tie", " = ".join(tied)),) if len(tied) > 1 else ()
    details = (*counted, ("agreement", f"{most}/{len(scored)}"), *stated)
    return evolve(winner, share=share, details=details)


def _apart(level: str, share: Fraction) -> Fraction:
    low, high = BANDS[level]
    return max(low - share, share - high, Fraction(0))


def _texts(scored: list[Decided], counted: _Details, average: Average) -> Decided:
    share = _average([vote.share for vote in scored], average)
    votes = [dict(vote.details) for vote in scored]
    parts = tuple((name, " ".join(vote[name] for vote in votes)) for name in SUB_SCORES)
    low, high = min(vote.share for vote in scored), max(vote.share for vote in scored)
    spread = ("spread", f"{float(low):.4g} to {float(high):.4g}")
    return evolve(scored[0], share=share, details=(*counted, spread, *parts))


def _average(shares: list[Fraction], average: Average) -> Fraction:
    if average is Average.MEAN:
        return sum(shares, Fraction(0)) / len(shares)
    ordered = sorted(shares)
    middle = (len(ordered) - 1) // 2, len(ordered) // 2
    return (ordered[middle[0]] + ordered[middle[1]]) / 2
