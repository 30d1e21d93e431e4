"""Whether a rule with a known value leaves one value for a name, and which.

The question is asked at a point: all names have numbers, and the value of the rule is what it is
there. So the true number always fits, and the question is whether another one does. What else
fits is followed backwards through the rule, exactly or in enclosures (`preimages`).

*Invariant of the way down.* At every part on the way from the root to the name, `others` holds the
values other than the true one that the part may have while the whole keeps its value: all of them
where it is complete. A step maps them to their preimages and adds those of the true value.

*Several occurrences.* Where a name stands in more than one argument there is no way down. Then, in
this order: a quotient of polynomials has its roots counted by Sturm's theorem, exactly; a sum of
real powers has them bounded by Descartes' rule of signs; a rule that rises or falls throughout has
one.

*Rising and falling.* What strictly rises or falls takes each value once: a proof that needs neither
roots nor a formula. It is put together from the parts, each with its way and, where it is never 0,
its sign: sums of parts that go one way go that way; for products log|fg| = log|f| + log|g| does,
where the way of log|f| is that of f times its sign; 1/f falls on one side of 0 where f rises. What
the signs do not show is not known: nothing is ever guessed.

*What is said is proved.* `Unique` needs a complete list without another value, `Several` one value
that fits for sure; all else is `Open`. Work is counted in operations and not in time, so that the
verdict is the same on every machine.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction

from attrs import frozen

from measurand.algebra.enclosure import OutsideError, point, sign
from measurand.algebra.interval import Interval
from measurand.algebra.polynomial import SpentError, Work, count_roots, roots
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Name,
    Negative,
    Occurrences,
    Operator,
    Tree,
    children,
)
from measurand.studies.causal.solving.bounds import Bounds
from measurand.studies.causal.solving.preimages import (
    NoEffectError,
    Preimages,
    Step,
    inverse_tree,
    other_preimages,
    preimages,
)
from measurand.studies.causal.solving.quotient import (
    NoQuotientError,
    NoTermsError,
    Quotient,
    count,
    differing,
    quotient,
    terms,
)

_KEEPING_SIGN = frozenset({"sqrt", "cbrt", "asin", "atan", "sinh", "tanh", "asinh", "atanh"})
_RISING = _KEEPING_SIGN | {"exp", "ln", "log", "log2", "log10", "acosh"}


@frozen
class Monotonicity:
    """How a part moves with a name: 1 strictly up, -1 strictly down, 0 not at all; and its sign.

    None is not known. The sign is 1 or -1 only where the part is never 0.
    """

    way: int | None
    sign: int | None


_UNKNOWN = Monotonicity(None, None)


def monotonicity(
    tree: Tree,
    sign_of_name: int | None,
    fixed: Callable[[Tree], Interval | None],
    work: Work | None = None,
) -> Monotonicity:
    """Find how a tree moves with the name that is in it, wherever it is defined.

    `fixed` encloses a part in which the name does not occur, and gives None for any other. Raises
    SpentError where the work is spent.

    >>> tree = Binary(Operator.ADD, Name("x"), Call("sqrt", (Name("x"),)))
    >>> monotonicity(tree, 1, lambda part: None)
    Monotonicity(way=1, sign=1)
    """
    budget = Work() if work is None else work

    def of(part: Tree) -> Monotonicity:
        budget.spend(8)
        try:
            bounds = fixed(part)
        except OutsideError:
            return _UNKNOWN
        if bounds is not None:
            return Monotonicity(0, sign(bounds) or None)
        match part:
            case Name():
                return Monotonicity(1, sign_of_name)
            case Negative(inner):
                return _turned(of(inner))
            case Binary(operator, left, right):
                return _joined(operator, of(left), of(right), right, fixed)
            case Call(function, (only,)):
                return _called(function, of(only))
            case _:
                return _UNKNOWN

    return of(tree)


def _turned(one: Monotonicity) -> Monotonicity:
    return Monotonicity(
        None if one.way is None else -one.way, None if one.sign is None else -one.sign
    )


def _joined(
    operator: Operator,
    left: Monotonicity,
    right: Monotonicity,
    exponent: Tree,
    fixed: Callable[[Tree], Interval | None],
) -> Monotonicity:
    match operator:
        case Operator.ADD:
            return _sum(left, right)
        case Operator.SUBTRACT:
            return _sum(left, _turned(right))
        case Operator.MULTIPLY:
            return _product(left, right)
        case Operator.DIVIDE:
            return _product(left, _inverse(right))
        case Operator.POWER:
            return _power(left, right, fixed(exponent))
        case _:
            return _UNKNOWN


def _sum(left: Monotonicity, right: Monotonicity) -> Monotonicity:
    same = left.sign if left.sign == right.sign else None
    return Monotonicity(_both(left.way, right.way), same)


def _both(left: int | None, right: int | None) -> int | None:
    """Agree on a way; what does not move agrees with all."""
    if left is None or right is None:
        return None
    return left or right if 0 in {left, right} or left == right else None


def _product(left: Monotonicity, right: Monotonicity) -> Monotonicity:
    signs = None if left.sign is None or right.sign is None else left.sign * right.sign
    if left.way == 0 and left.sign and right.way is not None:
        return Monotonicity(left.sign * right.way, signs)
    if right.way == 0 and right.sign and left.way is not None:
        return Monotonicity(right.sign * left.way, signs)
    if left.sign is None or right.sign is None or left.way is None or right.way is None:
        return Monotonicity(None, signs)
    # The logarithm of the size of a product is a sum.
    way = _both(left.way * left.sign, right.way * right.sign)
    return Monotonicity(None if way is None else way * left.sign * right.sign, signs)


def _inverse(one: Monotonicity) -> Monotonicity:
    # On either side of 0 alone, 1/u falls where u rises.
    if one.sign is None:
        return _UNKNOWN
    return Monotonicity(None if one.way is None else -one.way, one.sign)


def _power(base: Monotonicity, exponent: Monotonicity, fixed: Interval | None) -> Monotonicity:
    if base.sign != 1:
        odd_power = (
            fixed is not None
            and fixed.low == fixed.high
            and fixed.low.denominator == 1
            and fixed.low > 0
            and fixed.low.numerator % 2 == 1
        )
        return base if odd_power else _UNKNOWN
    if exponent.way == 0 and exponent.sign and base.way is not None:
        return Monotonicity(base.way * exponent.sign, 1)
    return Monotonicity(None, 1)


def _called(function: str, inner: Monotonicity) -> Monotonicity:
    if function == "abs":
        return inner if inner.sign == 1 else _turned(inner) if inner.sign else _UNKNOWN
    kept = inner.sign if function in _KEEPING_SIGN else None
    signs = 1 if function in {"exp", "cosh"} else kept
    if function == "cosh" and inner.sign and inner.way is not None:
        return Monotonicity(inner.way * inner.sign, 1)
    if function == "acos" and inner.way is not None:
        return Monotonicity(-inner.way, None)
    return Monotonicity(inner.way if function in _RISING else None, signs)


MOST_RIVALS = 32
MOST_WORK = 60_000
ANOTHER = "another value fits as well"
EVERY = "every value fits"
IDLE = f"{EVERY}: it cancels out"
OCCURRENCES = "several occurrences"


class Range(Enum):
    """Where the unknown is looked for."""

    REAL = "real"
    POSITIVE = "positive"


@frozen(kw_only=True)
class Unique:
    """One value fits: `answer` makes it of the value of the rule, None where there is no formula.

    `through` tells how it is known: by undoing, by counting roots, or by rising or falling.
    """

    answer: Tree | None
    through: str


@frozen(kw_only=True)
class Several:
    """Another value fits as well, or every value does; `through` as before.

    `rival` encloses one that fits, where it is known.
    """

    because: str
    rival: Interval | None = None
    through: str = "undoing"

    @property
    def idle(self) -> bool:
        """Tell whether every value fits."""
        return self.because.startswith(EVERY)


@frozen(kw_only=True)
class Open:
    """Not known: `reason` is of a short list, `because` may say more."""

    reason: str
    because: str = ""


Inverted = Unique | Several | Open


def invert(
    tree: Tree,
    name: str,
    wanted: Tree,
    at: Mapping[str, Fraction],
    within: Range = Range.REAL,
) -> Inverted:
    """Tell whether `tree` = `wanted` leaves one value for a name, at numbers for all names.

    The name occurs in `tree` and not in `wanted`.

    >>> from measurand.studies.causal.rules.tree import Name, Number
    >>> square = Binary(Operator.POWER, Name("x"), Number(Fraction(2)))
    >>> invert(square, "x", Name("y"), {"x": Fraction(3)}).rival
    Interval(low=Fraction(-3, 1), high=Fraction(-3, 1))
    >>> invert(square, "x", Name("y"), {"x": Fraction(3)}, Range.POSITIVE).answer
    Call(function='sqrt', arguments=(Name(text='y'),))
    """
    work = Work(MOST_WORK)
    return Inversion(name, Bounds(at, work), Occurrences(tree), within, work)(wanted)


class Inversion:
    """A question for one name in a tree with values for all parts, and the work it may take.

    Values of parts are shared by questions on other names of the same tree.

    >>> from measurand.studies.causal.rules.tree import Name, Negative
    >>> tree, value = Negative(Name("x")), Bounds({"x": Fraction(3)}, Work())
    >>> Inversion("x", value, Occurrences(tree), Range.REAL, Work(0))(Name("y")).reason
    'budget'
    """

    def __init__(
        self, name: str, value: Bounds, occurrences: Occurrences, within: Range, work: Work
    ) -> None:
        self.name, self.value, self.occurrences, self.work = name, value, occurrences, work
        self.positive = within is Range.POSITIVE
        self.low = Fraction(0) if self.positive else None
        self.true = value.at[name]

    def __call__(self, wanted: Tree) -> Inverted:
        """Tell whether the tree = `wanted` leaves one value."""
        if self.positive and self.true <= 0:
            return Open(reason="domain", because="the number itself is not in the range")
        try:
            return self.inverted(self.occurrences.tree, wanted)
        except SpentError as error:
            return Open(reason="budget", because=str(error))
        except OutsideError as error:
            return Open(reason="domain", because=str(error))

    def holds(self, tree: Tree) -> bool:
        """Tell whether the name occurs."""
        return self.occurrences.holds(tree, self.name)

    def fixed(self, tree: Tree) -> Interval | None:
        """Enclose a part in which the name does not occur."""
        return None if self.holds(tree) else self.value(tree)

    def inverted(self, tree: Tree, wanted: Tree) -> Inverted:
        """Go down from the whole tree to where the name is, or is in several arguments."""
        others = Preimages()
        answer: Tree | None = wanted
        while True:
            inside = [side for side, part in enumerate(children(tree)) if self.holds(part)]
            if len(inside) != 1:
                break
            step, tree = self.step(tree, inside[0])
            true = self.value(tree)
            try:
                others = self.back(step, others, true)
            except NoEffectError as error:
                return Several(because=f"{EVERY}: {error}")
            answer = None if answer is None else inverse_tree(step, answer, sign(true))
        if not inside:
            return self.by_preimages(others, answer=answer)
        return self.by_counting(tree, others)

    def step(self, tree: Tree, side: int) -> tuple[Step, Tree]:
        """Make a step of a part, and go to its argument."""
        arguments = children(tree)
        rest = tuple(self.value(part) for place, part in enumerate(arguments) if place != side)
        vague = any(
            self.occurrences.is_vague(part) for place, part in enumerate(arguments) if place != side
        )
        self.work.spend(150 if isinstance(tree, Call) else 15)
        return Step(part=tree, side=side, others=rest, vague=vague), arguments[side]

    def back(self, step: Step, others: Preimages, true: Interval) -> Preimages:
        """Follow the true value and its rivals back through a step."""
        self.value(step.part)
        values = [other_preimages(step, true)]
        # None but the true value fits above: what else fits here has its value, so that is all.
        if others == Preimages():
            return values[0]
        values += [self.step_preimages(step, other) for other in others.some]
        doubtful = [self.step_preimages(step, other) for other in others.doubtful]
        some = [value for one in values for value in one.some]
        unsure = [value for one in values for value in one.doubtful]
        unsure += [value for one in doubtful for value in (*one.some, *one.doubtful)]
        complete = others.complete and all(one.complete for one in (*values, *doubtful))
        return Preimages(
            some=tuple(some[:MOST_RIVALS]),
            doubtful=tuple(unsure[:MOST_RIVALS]),
            complete=complete and max(len(some), len(unsure)) <= MOST_RIVALS,
        )

    def step_preimages(self, step: Step, wanted: Interval) -> Preimages:
        """List the arguments for which a step has another value than the true one."""
        self.work.spend(150 if isinstance(step.part, Call) else 10)
        if isinstance(step.part, Binary) and step.part.operator is Operator.POWER:
            self.work.spend(150)
        try:
            return preimages(step, wanted)
        except OutsideError:
            return Preimages(complete=False)

    def by_preimages(self, others: Preimages, *, answer: Tree | None) -> Inverted:
        """Look which rivals of the unknown itself are in its range."""
        complete = others.complete
        for other in others.some:
            if self.is_out(other):
                continue
            # An enclosure that holds the true number may be that number in another spelling.
            apart = other.high < self.true or other.low > self.true
            if apart and (other.low > 0 or not self.positive):
                return Several(because=ANOTHER, rival=other)
            complete = False
        complete = complete and all(map(self.is_out, others.doubtful))
        return Unique(answer=answer, through="undoing") if complete else _unclear()

    def is_out(self, other: Interval) -> bool:
        """Tell whether a rival is none: the true number itself, or surely out of the range."""
        return other == point(self.true) or (self.positive and other.high <= 0)

    def by_counting(self, tree: Tree, others: Preimages) -> Inverted:
        """Decide where the name occurs in several arguments of an operation."""
        value = self.value(tree)
        try:
            read = quotient(tree, self.name, self.fixed, self.work)
        except NoQuotientError as error:
            values = [value, *others.some]
            complete = others.complete and not others.doubtful
            return self.by_signs(tree, str(error), values, complete=complete)
        by_true_value = self.by_roots(read, value)
        if not isinstance(by_true_value, Unique):
            return by_true_value
        # Each other value that the part may have needs roots of its own to bring in another x.
        complete = others.complete
        for place, other in enumerate((*others.some, *others.doubtful)):
            if other.low != other.high:
                complete = False
                continue
            more = differing(read, other.low, self.work)
            if more.is_zero or count_roots(more, self.low, None, self.work):
                if place < len(others.some):
                    return Several(because=ANOTHER, through=by_true_value.through)
                complete = False
        return by_true_value if complete else _unclear()

    def by_roots(self, read: Quotient, value: Interval) -> Inverted:
        """Count the roots of a quotient less its true value."""
        if value.low != value.high:
            return Open(reason="budget", because="a value that is too long")
        zero = differing(read, value.low, self.work)
        if zero.is_zero:
            return Several(because=IDLE, through="roots")
        # The true number is a root, so a count of 1 leaves no other.
        if count_roots(zero, self.low, None, self.work) == 1:
            return Unique(answer=None, through="roots")
        isolated = roots(zero, self.low, None, self.work)
        rival = next(one for one in isolated if one != point(self.true))
        return Several(because=ANOTHER, rival=rival, through="roots")

    def by_signs(self, tree: Tree, why: str, values: list[Interval], *, complete: bool) -> Inverted:
        """Count by Descartes' rule of signs, or see that the rule rises or falls throughout."""
        try:
            read = terms(tree, self.fixed, self.work, above=self.positive)
        except NoTermsError:
            return self.by_monotonicity(tree, why, values, complete=complete)
        if read.is_constant:
            return Several(because=IDLE, through="signs")
        numbers = [count(read, value, above=self.positive) for value in values]
        known = [number for number in numbers if number is not None]
        if sum(known) > 1:
            return Several(because=ANOTHER, through="signs")
        if len(known) == len(values) and complete:
            return Unique(answer=None, through="signs")
        return self.by_monotonicity(tree, why, values, complete=complete)

    def by_monotonicity(
        self, tree: Tree, why: str, values: list[Interval], *, complete: bool
    ) -> Inverted:
        """Decide by rising or falling: then no two values of the name give one value."""
        moves = monotonicity(tree, 1 if self.positive else None, self.fixed, self.work)
        if moves.way in {1, -1} and len(values) == 1 and complete:
            return Unique(answer=None, through="trend")
        return Open(reason=OCCURRENCES, because=why)


def _unclear() -> Open:
    return Open(reason="domain", because="what else fits is not all known")
