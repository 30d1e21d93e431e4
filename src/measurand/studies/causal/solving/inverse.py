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

*What is said is proved.* `Unique` needs a complete list without another value, `Several` one value
that fits for sure; all else is `Open`. Work is counted in operations and not in time, so that the
verdict is the same on every machine.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction

from attrs import frozen

from measurand.algebra.elementary import arcsin, pi
from measurand.algebra.enclosure import OutsideError, negative, point, product, sign, total
from measurand.algebra.interval import Interval
from measurand.algebra.polynomial import SpentError, Work, count_roots, roots
from measurand.studies.causal.rules.functions import FUNCTIONS, INVERSES
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Negative,
    Occurrences,
    Operator,
    Tree,
    children,
)
from measurand.studies.causal.solving.bounds import ONE, ZERO, Bounds, called, joined, power
from measurand.studies.causal.solving.monotonicity import monotonicity
from measurand.studies.causal.solving.preimages import (
    NONE,
    NoEffectError,
    Preimages,
    Step,
    clear_sign,
    has_even_power,
    inverse_tree,
    is_whole,
    other_preimages,
    single,
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


def preimages(step: Step, wanted: Interval) -> Preimages:
    """List the arguments for which the step has a wanted value.

    >>> from measurand.studies.causal.rules.tree import Name
    >>> step = Step(part=Call("sqrt", (Name("x"),)), side=0)
    >>> preimages(step, point(Fraction(-1))).some, preimages(step, point(Fraction(3))).some[0].low
    ((), Fraction(9, 1))

    Raises OutsideError where they are not known.
    """
    match step.part, step.side:
        case Negative(), _:
            return single(negative(wanted))
        case Binary(Operator.ADD, _, _), _:
            return single(total(wanted, negative(step.other)))
        case Binary(Operator.SUBTRACT, _, _), side:
            back = total(wanted, step.other) if not side else total(step.other, negative(wanted))
            return single(back)
        case Binary(Operator.MULTIPLY, _, _), _:
            return single(joined(Operator.DIVIDE, wanted, step.other))
        case Binary(Operator.DIVIDE, _, _), 0:
            return single(product(wanted, step.other))
        case Binary(Operator.DIVIDE, _, _), _:
            # No divisor makes 0 of what is not 0.
            return (
                single(joined(Operator.DIVIDE, step.other, wanted)) if clear_sign(wanted) else NONE
            )
        case Binary(Operator.POWER, _, _), side:
            return _logs(step.other, wanted) if side else _roots(step, wanted)
        case Call(function, (_,)), _:
            return _solutions_of_call(function, wanted)
        case _:
            message = "an operation that is not undone"
            raise OutsideError(message)


def _logs(base: Interval, wanted: Interval) -> Preimages:
    if clear_sign(wanted) < 1:
        return NONE
    return single(joined(Operator.DIVIDE, called("ln", wanted), called("ln", base)))


def _roots(step: Step, wanted: Interval) -> Preimages:
    exponent, way = step.other, clear_sign(wanted)
    if way == 0:
        return single(ZERO) if clear_sign(exponent) > 0 else NONE
    size = wanted if way > 0 else negative(wanted)
    root = power(size, joined(Operator.DIVIDE, ONE, exponent))
    below = negative(root)
    if way > 0:
        return _sided((root,), below, fits=has_even_power(step))
    return _sided((), below, fits=None if step.vague else is_whole(exponent, 1))


def _sided(some: tuple[Interval, ...], below: Interval, *, fits: bool | None) -> Preimages:
    if fits is None:
        return Preimages(some=some, doubtful=(below,))
    return Preimages(some=(*some, below) if fits else some)


def _solutions_of_call(function: str, wanted: Interval) -> Preimages:
    if not _reached(function, wanted):
        return NONE
    match function:
        case "abs" | "cosh":
            argument = wanted if function == "abs" else called("acosh", wanted)
            return (
                Preimages(some=(argument, negative(argument)))
                if clear_sign(argument)
                else single(argument)
            )
        case "sqrt" | "cbrt":
            return single(power(wanted, point(Fraction(2 if function == "sqrt" else 3))))
        case "log":
            return single(called("exp", wanted))
        case "log2" | "log10":
            return single(power(point(Fraction(int(function[3:]))), wanted))
        case _ if function in INVERSES and FUNCTIONS[function].one_to_one:
            return single(called(INVERSES[function], wanted))
    message = f"{function} is not undone"
    raise OutsideError(message)


def _reached(function: str, wanted: Interval) -> bool:
    """Tell whether a function has a value somewhere."""
    low, high = _ranges().get(function, (None, None))
    if low is not None and clear_sign(total(wanted, negative(low))) < (function in _OPEN):
        return False
    return high is None or clear_sign(total(high, negative(wanted))) >= (function in _OPEN)


_OPEN = frozenset({"exp", "tanh", "atan"})


def _ranges() -> dict[str, tuple[Interval, Interval | None]]:
    right = arcsin(ONE)
    return {
        "sqrt": (ZERO, None),
        "abs": (ZERO, None),
        "exp": (ZERO, None),
        "acosh": (ZERO, None),
        "cosh": (ONE, None),
        "tanh": (negative(ONE), ONE),
        "atan": (negative(right), right),
        "asin": (negative(right), right),
        "acos": (ZERO, pi()),
    }


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
