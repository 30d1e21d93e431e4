"""Scores of agreement that are right, in exact numbers, and that are wrong on purpose."""

from collections import Counter
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

from measurand.laws.kinds.raters import (
    AC1,
    ALIKE_ONE,
    ALIKE_UNDEFINED,
    ALPHA,
    ANONYMOUS,
    COHEN,
    FLEISS,
    INTERVAL,
    LINEAR,
    MISSING,
    NOMINAL,
    ORDINAL,
    PAIRED,
    QUADRATIC,
    RATER_AGREEMENT,
    SHARE,
    SMALL,
    TWO,
    AgreementScore,
    RatersCase,
    Units,
    fleiss_kappa,
    gwet_ac1,
    nominal_alpha,
    share_alike,
    weighted_kappa,
)
from measurand.laws.kinds.subject import EXACT, Subject
from properties.laws.adequacy import Mutants, Wrong

Complete = Sequence[Sequence[int]]
Distance = Callable[[int, int], Fraction | int]
Answer = Callable[[Units], object]


def _paired(units: Units) -> list[list[int]]:
    return RatersCase(units).paired()


def _codes(units: Units) -> set[int]:
    return {code for unit in units for code in unit if code is not None}


def _said(value: Callable[[Complete], Fraction]) -> Answer:
    """Score a table without a gap; ratings that are all alike have no number."""
    return lambda units: value(_paired(units)) if len(_codes(units)) > 1 else None


def _share(units: Units) -> Fraction | None:
    paired = _paired(units)
    return share_alike(paired) if paired else None


def _alpha_of(distance: Distance) -> Answer:
    """Give alpha from every pair of ratings: within units, and of all."""

    def alpha(units: Units) -> Fraction | None:
        paired = _paired(units)
        ratings = [code for unit in paired for code in unit]
        n = len(ratings)
        if len(set(ratings)) < 2:  # one code has no chance to differ
            return None
        within = sum(
            (
                Fraction(distance(c, k)) / (len(unit) - 1)
                for unit in paired
                for i, c in enumerate(unit)
                for j, k in enumerate(unit)
                if i != j
            ),
            Fraction(0),
        )
        among = sum(
            (
                Fraction(distance(c, k))
                for i, c in enumerate(ratings)
                for j, k in enumerate(ratings)
                if i != j
            ),
            Fraction(0),
        )
        return 1 - within * (n - 1) / among

    return alpha


def _ordinal_alpha(units: Units) -> object:
    counts = Counter(code for unit in _paired(units) for code in unit)
    below = {c: sum(n for k, n in counts.items() if k < c) for c in counts}
    place = {c: below[c] + Fraction(n, 2) for c, n in counts.items()}
    return _alpha_of(lambda c, k: (place[c] - place[k]) ** 2)(units)


def _kappa(power: int) -> Answer:
    return _said(lambda units: weighted_kappa(units, power))


ALL = frozenset({MISSING, PAIRED, ANONYMOUS, EXACT})
KAPPA = frozenset({TWO, EXACT, ALIKE_UNDEFINED})
PLAIN = frozenset({NOMINAL, ANONYMOUS, EXACT})
RIGHT: tuple[AgreementScore, ...] = (
    Subject("share of pairs", _share, ALL | {NOMINAL, SHARE, ALIKE_ONE}),
    Subject("Cohen", _kappa(0), KAPPA | {NOMINAL, COHEN}),
    Subject("linear kappa", _kappa(1), KAPPA | {INTERVAL, LINEAR}),
    Subject("quadratic kappa", _kappa(2), KAPPA | {INTERVAL, QUADRATIC}),
    Subject("Fleiss", _said(fleiss_kappa), PLAIN | {FLEISS, ALIKE_UNDEFINED}),
    Subject("AC1", _said(gwet_ac1), PLAIN | {AC1, ALIKE_UNDEFINED}),
    Subject(
        "alpha for names",
        _alpha_of(lambda c, k: int(c != k)),
        ALL | {NOMINAL, SMALL, ALPHA, ALIKE_UNDEFINED},
    ),
    Subject(
        "alpha for numbers",
        _alpha_of(lambda c, k: (c - k) ** 2),
        ALL | {INTERVAL, SMALL, ALIKE_UNDEFINED},
    ),
    Subject("alpha for ranks", _ordinal_alpha, ALL | {ORDINAL, SMALL, ALIKE_UNDEFINED}),
)


def _fleiss(units: Units) -> Fraction:
    return fleiss_kappa(_paired(units))


def _only_above_chance(units: Units) -> Fraction | None:
    kappa = _fleiss(units)
    return kappa if kappa >= 0 else None


def _sorts(units: Units) -> object:
    found = _share(units)
    for unit in units:
        if isinstance(unit, list):
            unit.sort()
    return found


def _doubled_below(units: Units) -> Fraction:
    kappa = _fleiss(units)
    return 2 * kappa if kappa < 0 else kappa


def _half(units: Units) -> Fraction:
    return _fleiss(units) / 2


def _raised(units: Units) -> Fraction:
    return (1 + share_alike(_paired(units))) / 2


def _first_unit(units: Units) -> Fraction:
    return share_alike(_paired(units)[:1])


def _first_raters(units: Units) -> Fraction:
    return share_alike([unit[:2] for unit in _paired(units)])


def _veto(units: Units) -> Fraction:
    """Count a unit as nothing where one rater of several says 1."""
    shares = [
        share_alike([unit]) if len(set(unit)) == 1 or 1 not in unit else Fraction(0)
        for unit in _paired(units)
    ]
    return sum(shares, Fraction(0)) / len(shares)


def _corrected(units: Units) -> Fraction:
    share = share_alike(_paired(units))
    return share - (1 - share) / len(units)


def _over_all_units(units: Units) -> Fraction | None:
    paired = _paired(units)
    unrated = sum(all(code is None for code in unit) for unit in units)
    return share_alike(paired) * len(paired) / (len(paired) + unrated) if paired else None


def _lone_agree(units: Units) -> Fraction | None:
    paired = _paired(units)
    lone = sum(sum(code is not None for code in unit) == 1 for unit in units)
    return (share_alike(paired) * len(paired) + lone) / (len(paired) + lone) if paired else None


def _of_all_raters(units: Units) -> Fraction | None:
    """Divide by all pairs of raters, also of those who said nothing."""
    paired = _paired(units)
    if not paired:
        return None
    pairs = len(units[0]) * (len(units[0]) - 1)
    shares = [Fraction(sum(n * (n - 1) for n in Counter(unit).values()), pairs) for unit in paired]
    return sum(shares, Fraction(0)) / len(shares)


def _zero_for_nobody(units: Units) -> Fraction:
    return _share(units) or Fraction(0)


def _zero_for_one_code(units: Units) -> Fraction:
    return _fleiss(units) if len(_codes(units)) > 1 else Fraction(0)


def _indexed(units: Complete) -> Fraction:
    """Weigh by the places of the codes that occur, as if they were numbered through."""
    place = {code: i for i, code in enumerate(sorted(_codes(units)))}
    return weighted_kappa([[place[code] for code in unit] for unit in units], 2)


def _relative(one: int, other: int) -> Fraction:
    return Fraction((one - other) ** 2, (one + other) ** 2)


def _wrong(
    name: str, says: str, function: Answer, claims: AbstractSet[str] = frozenset()
) -> Wrong[[Units]]:
    return Wrong(name, says, Subject(name, function, claims))


WRONG = (
    _wrong("raises", "divides by the pairs of a single rater", lambda u: 1 // (len(u[0]) - 2)),
    _wrong("above-chance", "no number below 0", _only_above_chance, {NOMINAL}),
    _wrong("sorts", "it sorts the table in place", _sorts, {ANONYMOUS}),
    _wrong("below", "twice the number below 0", _doubled_below, PLAIN),
    _wrong("half", "half of kappa", _half, PLAIN),
    _wrong("raised", "1/2 and more", _raised, PLAIN | {SHARE}),
    _wrong("first-unit", "the first unit stands for all", _first_unit, PLAIN),
    _wrong("first-raters", "the first two raters stand for all", _first_raters, {NOMINAL}),
    _wrong("names", "each rater has chances of their own", _kappa(0), {TWO, NOMINAL, ANONYMOUS}),
    _wrong("veto", "code 1 is a veto", _veto, PLAIN),
    _wrong("numbers", "codes count by their distance", _said(_indexed), {TWO, NOMINAL}),
    _wrong("values", "ranks are taken for numbers", _kappa(1), {TWO, ORDINAL}),
    _wrong("ratios", "numbers have a zero", _alpha_of(_relative), {INTERVAL, SMALL}),
    _wrong("corrected", "disagreement costs 1/n more", _corrected, PLAIN),
    _wrong("unrated", "a unit that nobody rated is one without agreement", _over_all_units, ALL),
    _wrong("lone", "a lone rater agrees with themselves", _lone_agree, {MISSING, PAIRED}),
    _wrong("all-raters", "to say nothing is to disagree", _of_all_raters, {MISSING}),
    _wrong("nobody", "no pair is no agreement: 0", _zero_for_nobody, ALL),
    _wrong("one-code", "one code is chance: 0", _zero_for_one_code, PLAIN | {ALIKE_UNDEFINED}),
    _wrong("none", "one code has no number", _said(fleiss_kappa), PLAIN | {ALIKE_ONE}),
    _wrong("Scott", "raters share their chances", _said(fleiss_kappa), {TWO, NOMINAL, COHEN}),
    _wrong("squares", "distances are squared", _kappa(2), {TWO, LINEAR}),
    _wrong("indexed", "unused codes are closed up", _said(_indexed), {TWO, QUADRATIC}),
    _wrong("alpha", "few units count", _said(nominal_alpha), PLAIN | {SMALL, FLEISS}),
    _wrong("Fleiss", "few units are as many", _said(fleiss_kappa), PLAIN | {ALPHA}),
    _wrong("uniform", "chances are those of Fleiss", _said(fleiss_kappa), PLAIN | {AC1}),
)

RATER_AGREEMENT_MUTANTS = Mutants(kind=RATER_AGREEMENT.name, right=RIGHT, wrong=WRONG)
