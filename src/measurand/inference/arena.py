"""Battles of systems, two at a time: who wins how often, how strong each is, which ranks are sure.

A battle is between two systems, of which the first was shown first; a judge or a human says which
won, or that none did. What a tie counts is an option: half a win of both (the default), or it is
left out; for win rates alone also a win or a loss. Of each system there is the share of its battles
that it won, which depends on whom it met, and its strength (Bradley and Terry), which does not.

Ranks are those that tests of all pairs of strengths allow, adjusted for their number (Holm): with
probability `level` all sets hold the true ranks at once. That the first place wins more often than
not is told too; where systems were not put in either place by chance it says nothing of places.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from attrs import evolve, frozen

from measurand.algebra.bag import Bag, Keyed
from measurand.evidence.evidence import Amount, Evidence
from measurand.evidence.pool import Place, Pool
from measurand.inference.adjustment import adjust
from measurand.inference.comparison import estimate
from measurand.inference.interval import LEVEL, Ends, Interval
from measurand.inference.length_control import Duel, LengthControlled, length_controlled
from measurand.inference.plan import Plan
from measurand.inference.rank_sets import RankSet, rank_sets
from measurand.inference.strengths import Fitted, Game, Strength, fitted, strengths_of
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.families.judged import row_of
from measurand.metrics.families.preferences import Tie
from measurand.metrics.family import SampleMean
from measurand.metrics.signature import parse
from measurand.values.quantity import rational
from measurand.values.score import Score, Undefined

HALF = Fraction(1, 2)
_CLUSTER = "cluster"


@frozen(kw_only=True)
class Standing:
    """What is known of one system: its battles, how often it won, its strength, its ranks.

    `rate` counts ties as it was said. `ranks` are all that tests of pairs allow.
    """

    name: str
    battles: int
    wins: int
    ties: int
    rate: Score
    rate_interval: Interval | Undefined
    strength: Strength | None = None
    ranks: RankSet | None = None

    @property
    def losses(self) -> int:
        """Count the battles that it lost."""
        return self.battles - self.wins - self.ties


@frozen(kw_only=True)
class PairOfSystems:
    """Two systems: their battles, and how far their strengths are apart.

    `p_value` is that of equal strengths, `adjusted` the same for the number of pairs. Where lengths
    are known, `at_equal_length` says how often the first would win, were answers of one length.
    """

    first: str
    second: str
    battles: int
    wins: int
    ties: int
    difference: float | None = None
    p_value: Fraction | None = None
    adjusted: Fraction | None = None
    at_equal_length: LengthControlled | Undefined | None = None


@frozen(kw_only=True)
class Board:
    """All systems, the strongest first; where there are no strengths, the reason (`no_strengths`).

    `rule` is the definition of a win rate, in which a tie is `tie`; `first_place` is the share of
    battles that the system shown first won, ties counted half. Intervals have the confidence
    `level`; those of strengths rest on so many `units`, which are clusters, or single battles.
    """

    standings: tuple[Standing, ...]
    pairs: tuple[PairOfSystems, ...]
    battles: int
    ties: int
    rule: Definition
    tie: Tie
    level: Fraction
    first_place: Score
    first_place_interval: Interval | Undefined
    no_strengths: Undefined | None = None
    units: int = 0


def board(games: Iterable[Game], *, ties: Tie = Tie.HALF, level: Fraction = LEVEL) -> Board:
    """Say who wins how often, how strong each system is, and which ranks it may have.

    `ties` says what a tie counts; all intervals have the confidence `level`. There are no strengths
    where there is no likelihood: where a tie is a win, or a loss, of both. Where games say which
    answer is longer, pairs are compared at equal length too (`length_controlled`).

    >>> played = [("a", "b", 1), ("a", "b", 1), ("b", "a", 1), ("a", "b", HALF), ("b", "a", 0)]
    >>> found = board(Game(one, two, Fraction(won)) for one, two, won in played)
    >>> [(one.name, one.wins, str(one.rate.value), one.ranks.text) for one in found.standings]
    [('a', 3, '7/10', '1-2'), ('b', 1, '3/10', '1-2')]

    Raises ValueError unless 0 < level < 1, and where some games have a length, others none.
    """
    listed = [evolve(one, won=Fraction(one.won)) for one in games]
    kept = listed if ties is not Tie.DROP else [one for one in listed if one.won != HALF]
    rule = _rule(ties)
    if ties in {Tie.WIN, Tie.LOSS}:
        found: Fitted | Undefined = Undefined(f"a tie is a {ties.value} of both")
    else:
        found = fitted(kept)
    pairs = _at_equal_length(_pairs(listed, found), listed, ties, level)
    strengths = {} if isinstance(found, Undefined) else _by_name(strengths_of(found, level))
    sure = {
        (one.first, one.second): bool(one.difference and one.difference > 0)
        for one in pairs
        if one.adjusted is not None and one.adjusted <= 1 - level
    }
    ranks = rank_sets(list(strengths), sure)
    standings = [
        evolve(one, strength=strengths.get(one.name), ranks=ranks.get(one.name))
        for one in _standings(listed, rule, level)
    ]
    rate, interval = _rate(_rule(Tie.HALF), [(one.won, one.cluster) for one in listed], level)
    return Board(
        standings=tuple(sorted(standings, key=_order)),
        pairs=pairs,
        battles=len(listed),
        ties=sum(one.won == HALF for one in listed),
        rule=rule,
        tie=ties,
        level=level,
        first_place=rate,
        first_place_interval=interval,
        no_strengths=found if isinstance(found, Undefined) else None,
        units=0 if isinstance(found, Undefined) else len(found.moved),
    )


def _by_name(strengths: Iterable[Strength]) -> dict[str, Strength]:
    return {one.name: one for one in strengths}


def _order(one: Standing) -> tuple[float, float, str]:
    strength = 0.0 if one.strength is None else one.strength.strength
    rate = -1.0 if isinstance(one.rate, Undefined) else float(one.rate.value)
    return -strength, -rate, one.name


Won = Sequence[tuple[Fraction, Hashable]]
"""How far battles were won, and of which cluster each is."""


def _standings(games: Sequence[Game], rule: SampleMean, level: Fraction) -> Sequence[Standing]:
    own: dict[str, list[tuple[Fraction, Hashable]]] = {}
    for one in games:
        own.setdefault(one.first, []).append((one.won, one.cluster))
        own.setdefault(one.second, []).append((1 - one.won, one.cluster))
    standings = []
    for name, won in own.items():
        rate, interval = _rate(rule, won, level)
        counts = Counter(share for share, _ in won)
        standings.append(
            Standing(
                name=name,
                battles=len(won),
                wins=sum(number for share, number in counts.items() if share > HALF),
                ties=counts[HALF],
                rate=rate,
                rate_interval=interval,
            )
        )
    return standings


def _rule(ties: Tie) -> SampleMean:
    found = parse(f"win_rate(won=won,ties={ties.value})")
    if not isinstance(found, SampleMean):
        message = f"a mean of shares: got {found}"
        raise TypeError(message)
    return found


_MEAN = parse("ppi(judge=won,human=won,lambda=0)")
"""The mean of a column that every battle has: a labelled part that is all there is."""


def _rate(rule: SampleMean, won: Won, level: Fraction) -> tuple[Score, Interval | Undefined]:
    """Give a win rate with an interval: t errors of the jackknife, over battles or clusters.

    Two wins and two losses are added for it (A. Agresti and B. A. Coull 1998), as it would be too
    narrow near 0 and 1.
    """
    clustered = any(cluster is not None for _, cluster in won)
    # Of many battles few differ: they are counted before anything is made of them.
    places: dict[Place, Counter[Evidence]] = {}
    for (share, cluster), number in Counter(won).items():
        counted = rule.of_sample(Amount(share))
        if counted is not None:
            place = (str(cluster),) if clustered else ()
            row = row_of(rational(counted), rational(counted))
            places.setdefault(place, Counter())[row] += number
    names = (_CLUSTER,) if clustered else ()
    keyed = Keyed({place: Bag(rows) for place, rows in places.items()})
    plan = Plan(ends=Ends.JACKKNIFE, level=level, cluster=_CLUSTER if clustered else None)
    found = estimate(_MEAN, Pool(names, keyed, observing(_MEAN)), plan)
    return (found.score, found.interval) if places else (Undefined(rule.nobody),) * 2


def _pairs(games: Sequence[Game], found: Fitted | Undefined) -> tuple[PairOfSystems, ...]:
    """List all pairs that met, or whose strengths are known, with what is known of both."""
    met: dict[tuple[str, str], Counter[Fraction]] = {}
    for one in games:
        turned = one.second < one.first
        key = (one.second, one.first) if turned else (one.first, one.second)
        met.setdefault(key, Counter())[1 - one.won if turned else one.won] += 1
    if isinstance(found, Undefined):
        return tuple(_pair(key, met[key]) for key in sorted(met))
    keys = list(combinations(found.names, 2))
    values = [found.apart(*key) for key in keys]
    return tuple(
        evolve(
            _pair(key, met.get(key, Counter())),
            difference=found.of(key[0]) - found.of(key[1]),
            p_value=value,
            adjusted=adjusted,
        )
        for key, value, adjusted in zip(keys, values, adjust(values), strict=True)
    )


def _at_equal_length(
    pairs: Sequence[PairOfSystems], games: Sequence[Game], ties: Tie, level: Fraction
) -> tuple[PairOfSystems, ...]:
    """Say of pairs that met how often the first would win at equal length, where that is known."""
    known = [one.longer for one in games if one.longer is not None]
    if not known:
        return tuple(pairs)
    if len(known) < len(games):
        message = f"a length of every game, or of none: got {len(known)} of {len(games)}"
        raise ValueError(message)
    if ties in {Tie.WIN, Tie.LOSS}:
        none = Undefined(f"a tie is a {ties.value} of both")
        return tuple(evolve(one, at_equal_length=none) for one in pairs)
    duels: dict[tuple[str, str], list[Duel]] = {}
    for one in games:
        if one.longer is not None and not (ties is Tie.DROP and one.won == HALF):
            turned = one.second < one.first
            key = (one.second, one.first) if turned else (one.first, one.second)
            won, longer = (1 - one.won, -one.longer) if turned else (one.won, one.longer)
            duel = Duel(won=won, longer=longer, cluster=one.cluster)
            duels.setdefault(key, []).append(duel)
    return tuple(
        evolve(one, at_equal_length=length_controlled(some, level))
        if (some := duels.get((one.first, one.second)))
        else one
        for one in pairs
    )


def _pair(key: tuple[str, str], won: Mapping[Fraction, int]) -> PairOfSystems:
    return PairOfSystems(
        first=key[0],
        second=key[1],
        battles=sum(won.values()),
        wins=sum(number for share, number in won.items() if share > HALF),
        ties=won.get(HALF, 0),
    )
