"""Several replies to one question, and the one verdict that they come to."""

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from attrs import evolve

from measurand.studies.causal.asking.prompts import LEVELS, SUB_SCORES
from measurand.studies.causal.asking.replies import BANDS, LAYER
from measurand.studies.causal.judging import Decided, Kind, Undecided, Unscored, Verdict

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
