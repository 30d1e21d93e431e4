"""What a statistic, or the error of a mean, says of a probability, as data for certificates.

The tails are those of `algebra.tails`, written as the operators `beta` and `gamma` of a claim:

    t    both tails     beta(df / (df + t^2), df/2, 1/2)
    F    upper tail     beta(df2 / (df2 + df1 F), df2/2, df1/2)
    r    both tails     beta(1 - r^2, df/2, 1/2)
    chi-square          gamma(df/2, X/2)
    z    both tails     gamma(1/2, z^2/2)
"""

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve, frozen

from measurand.auditing.proofs.claim import (
    Claim,
    Given,
    Relation,
    Tree,
    either_way,
    exactly,
    square,
)
from measurand.auditing.proofs.sheet import Role
from measurand.values.printed import Printed

STATISTIC, DF, DF2, P = "statistic", "df", "df2", "p"
"""Names of the numbers of a test, until they are called as their columns are."""

_ZERO, _HALF, _ONE, _TWO = Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)
_SIZE: Tree = ("abs", STATISTIC)
_FACTOR = "one factor on both degrees of freedom"


@frozen
class Said:
    """Between which formulas p lies under a reading; what else is unknown, and is said of it.

    `cut` numbers may be cut off, and p is `finer` by so much where it is said to be below.

    >>> Said(Fraction(0), "tail").times(Fraction(1, 2)).most
    ('*', Fraction(1, 2), 'tail')
    """

    least: Tree
    most: Tree
    more: tuple[Given, ...] = ()
    besides: tuple[Relation, ...] = ()
    cut: bool = False
    finer: Fraction = _ZERO

    def times(self, factor: Fraction) -> "Said":
        """Multiply p, up to 1."""
        if factor == 1:
            return self
        least, most = (("*", factor, end) for end in (self.least, self.most))
        if factor < 1:
            return evolve(self, least=least, most=most)
        return evolve(self, least=("min", _ONE, least), most=("min", _ONE, most))

    def other(self) -> "Said":
        """Take 1 less p."""
        return evolve(self, least=("-", _ONE, self.most), most=("-", _ONE, self.least))

    def raised(self) -> "Said":
        """Let p be as large as 1."""
        return evolve(self, most=_ONE)

    def within(self, below: int, above: int) -> "Said":
        """Let p be so many times smaller, or larger."""
        most: Tree = ("*", Fraction(above), self.most)
        return evolve(self, least=("/", self.least, Fraction(below)), most=most)


ANYTHING = Said(_ZERO, _ONE)


def said_of(kind: Role, bound: str = "", df: Tree = DF) -> Said:
    """Say p of a statistic, or of one that is said to be `below` or `above` what is printed.

    >>> said_of(Role.CHI2).least
    ('gamma', ('/', 'df', Fraction(2, 1)), ('/', ('abs', 'statistic'), Fraction(2, 1)))
    """
    return _bounded(_tail(kind, df, DF2, _HALF), bound)


def _bounded(tail: Tree, bound: str) -> Said:
    return Said(_ZERO if bound == "above" else tail, _ONE if bound == "below" else tail)


def said_of_any_t(bound: str = "") -> Said:
    """Say p of a t whose degrees of freedom are not known: from that of z to that of one.

    >>> said_of_any_t().least[0], said_of_any_t().most[0]
    ('gamma', 'beta')
    """
    least, most = said_of(Role.Z, bound), said_of(Role.T, bound, _ONE)
    return Said(least.least, most.most)


def said_of_welch(bound: str) -> Said:
    """Say p of a t whose degrees of freedom were not whole: it falls as these grow.

    >>> said_of_welch("above").least
    Fraction(0, 1)
    """
    least, most = (said_of(Role.T, bound, df) for df in (("+", DF, _ONE), ("-", DF, _HALF)))
    return Said(least.least, most.most)


def said_of_corrected(bound: str) -> Said:
    """Say p of an F whose degrees of freedom are both shrunk by one factor, from 1 / df1 to 1."""
    least: Relation = ("<=", ("/", _ONE, DF), _FACTOR)
    tail = _tail(Role.F_RATIO, DF, DF2, ("*", _HALF, _FACTOR))
    return evolve(_bounded(tail, bound), more=(Given(_FACTOR, high=_ONE),), besides=(least,))


def _tail(kind: Role, df: Tree, df2: Tree, half: Tree) -> Tree:
    """Write the tail; `half` is what degrees of freedom are times, as parameters of a law."""
    match kind:
        case Role.Z:
            return ("gamma", _HALF, ("/", square(_SIZE), _TWO))
        case Role.CHI2:
            return ("gamma", ("/", df, _TWO), ("/", _SIZE, _TWO))
        case Role.CORRELATION:
            share: Tree = ("-", _ONE, ("min", _ONE, square(_SIZE)))
            return ("beta", share, ("/", df, _TWO), _HALF)
        case Role.T:
            return ("beta", ("/", df, ("+", df, square(_SIZE))), ("/", df, _TWO), _HALF)
        case _:
            part: Tree = ("/", df2, ("+", df2, ("*", df, _SIZE)))
            return ("beta", part, ("*", half, df2), ("*", half, df))


@frozen
class NamedTest:
    """A statistic, its degrees of freedom and its p-value, with the names of their columns.

    >>> NamedTest(("t", "df", "p"), (Printed.parse("2"), Printed.parse("28"), Printed.parse("0.4")),
    ...      Role.P).called["p"]
    'p'
    """

    names: tuple[str, ...]
    cells: tuple[Printed, ...]
    p: Role

    @property
    def called(self) -> Mapping[str, str]:
        """Say by which names the columns call the numbers."""
        inner = (STATISTIC, DF, DF2)[: len(self.cells) - 1]
        known = dict(zip(inner, self.names[:-1], strict=False))
        return {name: known.get(name, name) for name in inner} | {P: self.names[-1]}

    def given(self, *, cut: bool) -> tuple[Given, ...]:
        """List the numbers: whole degrees of freedom, and the end of an unequal p, as they are."""
        statistic, *dfs, p = self.cells
        sides = (
            Given(name, one) if one.decimals else exactly(name, one)
            for name, one in zip((DF, DF2), dfs, strict=False)
        )
        last = either_way(P, p, cut=cut) if self.p is Role.P else exactly(P, p)
        return either_way(STATISTIC, statistic, cut=cut), *sides, last


def claim_of_p(said: Said, test: NamedTest) -> Claim:
    """Claim that the printed p is one of those that a reading allows.

    >>> t = NamedTest(("z", "p"), (Printed.parse("2"), Printed.parse("0.4")), Role.P)
    >>> claim_of_p(said_of(Role.Z), t).never[0][:2]
    ('==', 'p')
    """
    p: Tree = ("+", P, said.finer) if said.finer else P
    never: list[Relation] = []
    if test.p is Role.P and said.least == said.most:
        never = [("==", p, said.least)]
    else:
        never += [] if test.p is Role.P_ABOVE else [("<=", said.least, p)]
        never += [] if test.p is Role.P_BELOW else [("<=", p, said.most)]
    return _called(said, test, never)


def claim_of_side(said: Said, test: NamedTest, alpha: Fraction, *, below: bool) -> Claim:
    """Claim that a reading allows a p on the side of a level on which the printed one lies.

    >>> t = NamedTest(("z", "p"), (Printed.parse("2"), Printed.parse("0.4")), Role.P)
    >>> len(claim_of_side(said_of(Role.Z), t, Fraction(1, 20), below=False).never)
    2
    """
    printed: Relation = ("<=", P, alpha) if below else ("<=", alpha, P)
    side: Relation = ("<=", said.least, alpha) if below else ("<=", alpha, said.most)
    return _called(said, test, [printed, side])


def _called(said: Said, test: NamedTest, never: list[Relation]) -> Claim:
    called = test.called
    given = (evolve(one, name=called.get(one.name, one.name)) for one in test.given(cut=said.cut))
    relations = (
        (relation, _renamed(left, called), _renamed(right, called))
        for relation, left, right in (*never, *said.besides)
    )
    return Claim((*given, *said.more), tuple(relations))


def _renamed(tree: Tree, called: Mapping[str, str]) -> Tree:
    if isinstance(tree, tuple):
        operator, *parts = tree
        return (operator, *(_renamed(part, called) for part in parts))
    return called.get(tree, tree) if isinstance(tree, str) else tree


# The ends of an interval. Squares of normal quantiles are known by their ends to twelve digits.

_SQUARE = "z^2"
_Ends = tuple[Fraction, Fraction]


@frozen
class End:
    """An end of an interval, 1 less its level, and the numbers that it is computed from.

    >>> End(Given("low"), Fraction(1, 20)).alpha
    Fraction(1, 20)
    """

    end: Given
    alpha: Fraction
    given: tuple[Given, ...] = ()

    def claim(self, *never: Relation, z: _Ends | None = None) -> Claim | None:
        """Claim relations of the end; `z` are the ends of the square of the quantile.

        None where two numbers have one name.
        """
        known = () if z is None else (Given(_SQUARE, low=z[0], high=z[1]),)
        given = (*self.given, self.end, *known)
        return Claim(given, never) if len({one.name for one in given}) == len(given) else None


def end_of_mean(end: End, per: int, df: int, z: _Ends | None) -> Claim | None:
    """Claim that an end lies z errors from the mean, or (no z) where t has the level for p.

    What is given are the mean and the error, or a deviation and `per` how many samples.

    >>> low = End(Given("low"), Fraction(1, 20), (Given("M"), Given("SE")))
    >>> end_of_mean(low, 1, 4, None).never[0][0]
    '=='
    """
    mean, spread = (one.name for one in end.given)
    error: Tree = ("/", square(spread), Fraction(per))
    distance = square(("-", mean, end.end.name))
    if z is not None:
        return end.claim(("==", distance, ("*", _SQUARE, error)), z=z)
    n = Fraction(df)
    share: Tree = ("/", n, ("+", n, ("/", distance, error)))
    return end.claim(("==", end.alpha, ("beta", share, n / 2, _HALF)))


@frozen
class OfCount:
    """How many of so many trials, which end of their interval, and whether it may be cut there.

    >>> OfCount(3, 10, upper=False, cut=False).whole
    True
    """

    hits: int
    trials: int
    upper: bool
    cut: bool

    @property
    def whole(self) -> bool:
        """Tell whether there are both hits and misses."""
        return 0 < self.hits < self.trials

    @property
    def edge(self) -> bool:
        """Tell whether nothing lies beyond the end: 0 hits below, or no misses above."""
        return self.hits == (self.trials if self.upper else 0)


def end_of_count(law: str, end: End, of: OfCount, z: _Ends) -> Claim | None:
    """Claim that an end is that of the named interval of a count; given are hits and trials.

    >>> low = End(Given("low"), Fraction(1, 20), (Given("k"), Given("n")))
    >>> end_of_count("wilson", low, OfCount(0, 9, upper=False, cut=True), (_TWO, _TWO)).never
    (('==', 'low', Fraction(0, 1)),)
    """
    k, n = (one.name for one in end.given)
    share: Tree = ("/", k, n)
    inside = evolve(end, end=evolve(end.end, low=_ZERO, high=_ONE))
    if of.edge and law in {"wilson", "clopper", "jeffreys"}:
        return inside.claim(("==", end.end.name, _ONE if of.upper else _ZERO))
    match law:
        case "wald" if not of.whole:
            return end.claim(("==", end.end.name, share))
        case "wald":
            return end.claim(_distance(end, share, n, cut=of.cut), z=z)
        case "wilson":
            name = end.end.name
            spread: Tree = ("/", ("*", name, ("-", _ONE, name)), n)
            distance: Relation = ("==", square(("-", share, name)), ("*", _SQUARE, spread))
            return inside.claim(distance, z=z)
        case "agresti":
            more: Tree = ("+", n, _SQUARE)
            middle: Tree = ("/", ("+", k, ("/", _SQUARE, _TWO)), more)
            return end.claim(_distance(end, middle, more, cut=of.cut), z=z)
        case _:
            return _of_beta(inside, of, jeffreys=law == "jeffreys")


def _distance(end: End, share: Tree, trials: Tree, *, cut: bool) -> Relation:
    """Say how far an end lies from the middle; cut off at 0 or 1 it is nearer."""
    spread: Tree = ("/", ("*", share, ("-", _ONE, share)), trials)
    relation = "<=" if cut else "=="
    return (relation, square(("-", share, end.end.name)), ("*", _SQUARE, spread))


def _of_beta(end: End, of: OfCount, *, jeffreys: bool) -> Claim | None:
    """Say that half of the level lies beyond an end, under a beta law of the share."""
    k, n = (one.name for one in end.given)
    name, misses = end.end.name, ("-", n, k)
    more = (_HALF, _HALF) if jeffreys else (_ONE, _ZERO) if of.upper else (_ZERO, _ONE)
    a, b = ("+", k, more[0]), ("+", misses, more[1])
    tail: Tree = ("beta", ("-", _ONE, name), b, a) if of.upper else ("beta", name, a, b)
    return end.claim(("==", end.alpha / 2, tail))
