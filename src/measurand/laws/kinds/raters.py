"""Scores of agreement: a table of ratings, a row for each unit and a column for each rater.

The kind `rater-agreement` is the share of ratings that are alike, the kappas of Cohen, Fleiss and
Gwet, Krippendorff's alpha and others. What they have in common is who plays no part: the order of
the units, that of the raters, and those who said nothing. What sets them apart is claimed: whether
codes are names, ranks or numbers, whether it matters who of the raters said what, what a lone
rating counts, and what there is to say where all ratings are alike.

Chance is the share of each code, so that every unit twice is the same as once; but where two
ratings are drawn without putting the first back (alpha), few units have a higher number than many.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from measurand.algebra.law import Algebra, Law, law
from measurand.laws.kinds.checks import (
    Ask,
    Check,
    always_answered,
    answer,
    between,
    claiming,
    equal_to,
    faultless,
    needing,
    never_above,
    prepared,
    repeated,
    stated,
    unanswered,
    unchanged,
)
from measurand.laws.kinds.compare import below
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Number, Subject, answered, asked, number

Unit = Sequence[int | None]
Units = Sequence[Unit]
AgreementScore = Subject[[Units]]
NOMINAL, ORDINAL, INTERVAL = "nominal", "ordinal", "interval"
MISSING, PAIRED, ANONYMOUS, TWO = "missing", "paired", "anonymous", "two-raters"
SHARE, SMALL = "share", "small-sample"
ALIKE_ONE, ALIKE_UNDEFINED = "alike=1", "alike=undefined"
COHEN, LINEAR, QUADRATIC = "cohen", "linear", "quadratic"
FLEISS, ALPHA, AC1 = "fleiss", "alpha", "ac1"
STRANGER = 9
"""A code that no table has."""


@frozen
class RatersCase:
    """A table of ratings, None where a rater said nothing; what is done to it.

    `place` picks a unit and an order; `names` exchanges codes; `times` repeats the units.

    >>> RatersCase([[1, None], [2, 2]]).paired()
    [[2, 2]]
    """

    units: Units
    place: int = 0
    names: Mapping[int, int] = {}
    times: int = 2

    def paired(self) -> list[list[int]]:
        """List the ratings of the units that have two at least."""
        rated = [[code for code in unit if code is not None] for unit in self.units]
        return [codes for codes in rated if len(codes) > 1]

    def varied(self) -> bool:
        """Say whether the ratings that can be paired have two codes at least."""
        return len({code for codes in self.paired() for code in codes}) > 1

    def complete(self) -> bool:
        """Say whether every rater rated every unit."""
        return all(code is not None for unit in self.units for code in unit)

    def agreed(self) -> list[list[int]]:
        """Let all raters say of a unit what the first said who said something."""
        first = [next((code for code in unit if code is not None), None) for unit in self.units]
        return [[code] * len(self.units[0]) for code in first if code is not None]


RatersAsk = Ask[[Units], RatersCase]
RatersCheck = Check[[Units], RatersCase]
RatersLaw = Law[AgreementScore, RatersCase]


def _taken(subject: AgreementScore, case: RatersCase) -> RatersCase:
    """Make a table that the function takes: of two raters, and of all ratings, where it must be."""
    units: Units = [list(unit[:2] if TWO in subject.claims else unit) for unit in case.units]
    if MISSING not in subject.claims:
        units = [[1 if code is None else code for code in unit] for unit in units]
    return evolve(case, units=units)


def _law(
    name: str, says: str, algebra: Algebra = Algebra.BOUNDS, *needs: str
) -> Callable[[RatersCheck], RatersLaw]:
    return lambda check: law(name, says, algebra, *needs)(prepared(_taken, check))


def _of(pick: Callable[[RatersCase], Units]) -> RatersAsk:
    return lambda subject, case: asked(subject, number, pick(case))


def _varied(check: RatersCheck) -> RatersCheck:
    return needing(RatersCase.varied, "ratings that can be paired have fewer than two codes", check)


_HERE = _of(lambda case: case.units)


def _units_turned(case: RatersCase) -> Units:
    first = 1 + case.place % max(1, len(case.units) - 1)
    return [*case.units[first:], *case.units[:first]]


def _raters_turned(case: RatersCase) -> Units:
    first = 1 + case.place % max(1, len(case.units[0]) - 1)
    return [[*unit[first:], *unit[:first]] for unit in case.units]


def _one_turned(case: RatersCase) -> Units:
    """Let the raters of one unit, and of no other, change places."""
    place = case.place % len(case.units)
    return [unit[::-1] if i == place else unit for i, unit in enumerate(case.units)]


def _coded(codes: Callable[[RatersCase], Callable[[int], int]]) -> RatersAsk:
    def units(case: RatersCase) -> Units:
        new = codes(case)
        return [[None if code is None else new(code) for code in unit] for unit in case.units]

    return _of(units)


def _more(unit: Callable[[int], Unit]) -> RatersAsk:
    return _of(lambda case: [*case.units, unit(len(case.units[0]))])


def _all_differ(case: RatersCase) -> bool:
    return all(len(set(codes)) == len(codes) for codes in case.paired())


def _above_chance(subject: AgreementScore, _case: RatersCase, found: Number) -> str:
    high = f"no two ratings of a unit are alike, and the score is {answered(found)}"
    return "" if below(subject, found, Fraction(0)) else high


def _lone(case: RatersCase) -> Units:
    """Leave every unit the rating of one rater, in turn."""
    return [
        [code if i == place % len(unit) else None for i, code in enumerate(unit)]
        for place, unit in enumerate(case.units)
    ]


def _alike(case: RatersCase) -> Units:
    return [[1] * len(unit) for unit in case.units]


RATER_LAWS: tuple[RatersLaw, ...] = (
    _law("defined", "Two ratings of a unit, and two codes among such ratings, have a number.")(
        _varied(always_answered(_HERE))
    ),
    _law(
        "repeatable",
        "Asked again, it answers the same, and leaves the table alone.",
        Algebra.IDENTITY,
    )(_varied(repeated(_HERE))),
    _law("range", "A score lies between -1 (0 where it is a share) and 1.")(
        _varied(claiming({SHARE}, between(_HERE, 0, 1), between(_HERE, -1, 1)))
    ),
    _law("perfect", "Where all raters say the same, of two codes at least, the score is 1.")(
        needing(
            lambda case: len({unit[0] for unit in case.agreed()}) > 1,
            "fewer than two codes",
            equal_to(_of(RatersCase.agreed), 1),
        )
    ),
    _law(
        "discord",
        "Where no two ratings of a unit are alike, the score is not above 0.",
        Algebra.BOUNDS,
        NOMINAL,
    )(
        _varied(
            needing(_all_differ, "two ratings are alike", faultless(_HERE, answer, _above_chance))
        )
    ),
    _law("unit order", "The order of the units changes nothing.", Algebra.ORDER)(
        unchanged(_HERE, _of(_units_turned))
    ),
    _law("rater order", "The order of the raters changes nothing.", Algebra.SYMMETRY)(
        unchanged(_HERE, _of(_raters_turned))
    ),
    _law(
        "anonymous",
        "Of one unit it changes nothing who of the raters said what.",
        Algebra.SYMMETRY,
        ANONYMOUS,
    )(unchanged(_HERE, _of(_one_turned))),
    _law(
        "renaming", "Codes are names: exchanging them changes nothing.", Algebra.SYMMETRY, NOMINAL
    )(unchanged(_HERE, _coded(lambda case: lambda code: case.names.get(code, code)))),
    _law(
        "ordinal",
        "Only the order of codes counts: other numbers in the same order change nothing.",
        Algebra.TRANSFORMS,
        ORDINAL,
    )(unchanged(_HERE, _coded(lambda _: lambda code: code**2 + 1))),
    _law(
        "interval",
        "Codes are numbers: twice as large and one more, they change nothing.",
        Algebra.TRANSFORMS,
        INTERVAL,
    )(unchanged(_HERE, _coded(lambda _: lambda code: 2 * code + 1))),
    _law(
        "replication",
        "Taking every unit again changes nothing (never helps, where few units count).",
        Algebra.MULTISET,
    )(
        claiming(
            {SMALL},
            never_above(_of(lambda case: list(case.units) * case.times), _HERE),
            unchanged(_HERE, _of(lambda case: list(case.units) * case.times)),
        )
    ),
    _law("unrated unit", "A unit that nobody rated plays no part.", Algebra.EMPTY_RULES, MISSING)(
        _varied(unchanged(_HERE, _more(lambda raters: [None] * raters)))
    ),
    _law("lone rating", "A unit with one rating plays no part.", Algebra.EMPTY_RULES, PAIRED)(
        _varied(unchanged(_HERE, _more(lambda raters: [STRANGER, *[None] * (raters - 1)])))
    ),
    _law(
        "silent rater",
        "A rater who rated nothing plays no part.",
        Algebra.EMPTY_RULES,
        MISSING,
    )(_varied(unchanged(_HERE, _of(lambda case: [[*unit, None] for unit in case.units])))),
    _law(
        "no pair",
        "Where no unit has two ratings no number is made up.",
        Algebra.EMPTY_RULES,
        MISSING,
    )(unanswered(_of(_lone), "no unit has two ratings, and there is a number")),
    _law("alike is one", "Ratings that are all alike score 1.", Algebra.EMPTY_RULES, ALIKE_ONE)(
        stated(_of(_alike), 1)
    ),
    _law(
        "alike is undefined",
        "Ratings that are all alike have no number: none is made up.",
        Algebra.EMPTY_RULES,
        ALIKE_UNDEFINED,
    )(unanswered(_of(_alike), "all ratings are alike, and there is a number")),
)


def apart(one: int, other: int, power: int) -> int:
    """Say how far two codes are apart: whether they differ (0), by how much, its square.

    >>> apart(1, 3, 0), apart(1, 3, 1), apart(1, 3, 2), apart(2, 2, 0)
    (1, 2, 4, 0)
    """
    return abs(one - other) ** power if one != other else 0


def weighted_kappa(units: Sequence[Sequence[int]], power: int) -> Fraction:
    """Give Cohen's kappa of two raters (1960; 1968 with weights): 1 - apart / apart by chance.

    >>> weighted_kappa([[1, 1], [1, 2], [2, 2], [2, 2]], 0)
    Fraction(1, 2)
    """
    within = Fraction(sum(apart(one, other, power) for one, other in units), len(units))
    chance = sum(apart(one, other, power) for one, _ in units for _, other in units)
    return 1 - within / Fraction(chance, len(units) ** 2)


def _shares(units: Sequence[Sequence[int]]) -> list[Fraction]:
    counts = Counter(code for unit in units for code in unit)
    return [Fraction(n, sum(counts.values())) for _, n in sorted(counts.items())]


def share_alike(units: Sequence[Sequence[int]]) -> Fraction:
    """Give the mean over units of the share of pairs of ratings that are alike.

    >>> share_alike([[1, 1, 2], [2, 2, 2]])
    Fraction(2, 3)
    """
    shares = [
        Fraction(sum(n * (n - 1) for n in Counter(unit).values()), len(unit) * (len(unit) - 1))
        for unit in units
    ]
    return sum(shares, Fraction(0)) / len(shares)


def fleiss_kappa(units: Sequence[Sequence[int]]) -> Fraction:
    """Give Fleiss' kappa (1971) of a table without a gap.

    >>> fleiss_kappa([[1, 1], [1, 2], [2, 2], [2, 2]])
    Fraction(7, 15)
    """
    chance = sum((share**2 for share in _shares(units)), Fraction(0))
    return (share_alike(units) - chance) / (1 - chance)


def gwet_ac1(units: Sequence[Sequence[int]]) -> Fraction:
    """Give Gwet's AC1 (2008) of a table without a gap, over the codes that it has.

    >>> gwet_ac1([[1, 1], [1, 2], [2, 2], [2, 2]])
    Fraction(9, 17)
    """
    shares = _shares(units)
    chance = sum((share * (1 - share) for share in shares), Fraction(0)) / (len(shares) - 1)
    return (share_alike(units) - chance) / (1 - chance)


def nominal_alpha(units: Sequence[Sequence[int]]) -> Fraction:
    """Give Krippendorff's alpha (2004) for names, of units that have two ratings at least.

    >>> nominal_alpha([[1, 1], [1, 2], [2, 2], [2, 2]])
    Fraction(8, 15)
    """
    counts = Counter(code for unit in units for code in unit)
    n = sum(counts.values())
    differing = [
        Fraction(len(unit) ** 2 - sum(m**2 for m in Counter(unit).values()), len(unit) - 1)
        for unit in units
    ]
    chance = Fraction(n**2 - sum(m**2 for m in counts.values()), n * (n - 1))
    return 1 - sum(differing, Fraction(0)) / n / chance


def _valued(
    name: str,
    says: str,
    value: Callable[[Sequence[Sequence[int]]], Fraction],
    claim: str,
    raters: int = 0,
) -> RatersLaw:
    """Hold the score of a table without a gap to a number; some are of so many raters."""
    check = equal_to(_HERE, lambda case: value(case.paired()))
    whole = needing(RatersCase.complete, "a rating is missing", check)
    right = needing(
        lambda case: raters in {0, len(case.units[0])}, f"there are not {raters} raters", whole
    )
    return _law(name, says, Algebra.IDENTITY, claim)(_varied(right))


VALUE_LAWS: tuple[RatersLaw, ...] = (
    _valued(
        "kappa of cohen",
        "It is Cohen's kappa of two raters, each with their own shares of the codes.",
        lambda units: weighted_kappa(units, 0),
        COHEN,
        raters=2,
    ),
    _valued(
        "linear kappa",
        "It is kappa with weights: how far apart the codes are as numbers.",
        lambda units: weighted_kappa(units, 1),
        LINEAR,
        raters=2,
    ),
    _valued(
        "quadratic kappa",
        "It is kappa with weights: the square of how far apart the codes are as numbers.",
        lambda units: weighted_kappa(units, 2),
        QUADRATIC,
        raters=2,
    ),
    _valued(
        "kappa of fleiss",
        "It is Fleiss' kappa, with the shares of the codes over all raters.",
        fleiss_kappa,
        FLEISS,
    ),
    _valued(
        "ac1",
        "It is Gwet's AC1, over the codes that occur.",
        gwet_ac1,
        AC1,
    ),
    _law("alpha", "It is Krippendorff's alpha for names.", Algebra.IDENTITY, ALPHA)(
        _varied(equal_to(_HERE, lambda case: nominal_alpha(case.paired())))
    ),
)


RATER_AGREEMENT_LAWS = (*RATER_LAWS, *VALUE_LAWS)
RATER_AGREEMENT: Kind[[Units], RatersCase] = Kind(
    name="rater-agreement",
    takes="a table of ratings (a row for each unit, in it a whole number for each rater, or None "
    "where there is none), and gives a number, which is 1 where all raters agree",
    claims={
        NOMINAL: "codes are only names",
        ORDINAL: "of codes only their order counts",
        INTERVAL: "codes are numbers: other units of measurement change nothing",
        MISSING: "ratings may be missing (None); else each rater rated each unit",
        PAIRED: "a unit with one rating plays no part",
        ANONYMOUS: "who of the raters said what of a unit changes nothing",
        TWO: "it takes two raters, not more",
        SHARE: "the score is not below 0",
        SMALL: "it is corrected for how few units there are: repeating them counts",
        ALIKE_ONE: "ratings that are all alike score 1",
        ALIKE_UNDEFINED: "ratings that are all alike have no number: None, NaN or refused",
        COHEN: "it is Cohen's kappa",
        LINEAR: "it is kappa with linear weights",
        QUADRATIC: "it is kappa with quadratic weights",
        FLEISS: "it is Fleiss' kappa",
        AC1: "it is Gwet's AC1",
        ALPHA: "it is Krippendorff's alpha for names",
    },
    laws=RATER_AGREEMENT_LAWS,
    apart=(
        frozenset({NOMINAL, ORDINAL, INTERVAL}),
        frozenset({TWO, MISSING}),
        frozenset({ALIKE_ONE, ALIKE_UNDEFINED}),
        frozenset({COHEN, LINEAR, QUADRATIC, FLEISS, AC1, ALPHA}),
    ),
)
