"""Scores of several classes of known sizes: averaged over the classes, or of their pooled counts.

Each class against the rest has a matrix of its own, but they hang together: what one class loses
another gains. Right answers r and wrong calls w of the classes (of sizes c, N in all) come from one
table if and only if, with E = N - sum r wrong answers in all: sum w = E, and w + c - r <= E for
every class, since no wrong answer of a class is a wrong call of the same class.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from measurand.algebra.preimage import Preimage
from measurand.algebra.program import (
    Bound,
    Feasible,
    Infeasible,
    Open,
    Program,
    Terms,
    Unknown,
    between,
    equal,
)
from measurand.auditing.proofs.confusion.fold_forms import (
    MOST,
    Form,
    Sizes,
    count_matrices,
    form,
    matrices_of,
    score_bounds,
    sides_of,
    with_implied,
)
from measurand.auditing.proofs.confusion.fold_solver import NODES, Numbers, decide, solved
from measurand.auditing.proofs.confusion.folds import Filling, prints
from measurand.auditing.proofs.confusion.scores import Matrix
from measurand.auditing.proofs.confusion.search import PrintedScore, Void
from measurand.auditing.proofs.finding import Certified, Exhausted, Grounds, Witness
from measurand.values.verdict import Verdict

Table = tuple[Numbers, ...]
"""A row for each class, a column for each call."""


def cyclic(sizes: Sequence[int], errors: int) -> Table:
    """Let so many answers go to the class after their own, the first classes first.

    >>> cyclic([2, 3], 3)
    ((0, 2), (1, 2))

    Raises ValueError for more of them than answers, or a single class.
    """
    if not 0 <= errors <= sum(sizes) or len(sizes) == 1:
        message = f"wrong answers of several classes: got {errors} of {list(sizes)}"
        raise ValueError(message)
    table = []
    for at, size in enumerate(sizes):
        wrong = min(size, errors)
        errors -= wrong
        row = [0] * len(sizes)
        row[at], row[(at + 1) % len(sizes)] = size - wrong, wrong
        table.append(tuple(row))
    return tuple(table)


@frozen
class Linked:
    """Whether right answers and right rejections of classes come from one table.

    >>> Linked((2, 2, 2))((1, 2, 2), (4, 3, 4)), Linked((2, 2, 2))((1, 2, 2), (3, 4, 4))
    (True, False)
    """

    sizes: tuple[int, ...]

    def __call__(self, right: Numbers, rejected: Numbers) -> bool:
        """Decide it; `rejected` are the answers of other classes that were not called this one."""
        lost, gained = self.errors(right, rejected)
        errors = sum(lost)
        return sum(gained) == errors and all(
            one + other <= errors for one, other in zip(lost, gained, strict=True)
        )

    def errors(self, right: Numbers, rejected: Numbers) -> tuple[Numbers, Numbers]:
        """Count the wrong answers and the wrong calls of each class."""
        total = sum(self.sizes)
        lost = tuple(size - one for size, one in zip(self.sizes, right, strict=True))
        calls = zip(self.sizes, rejected, strict=True)
        return lost, tuple(total - size - one for size, one in calls)

    def bounds(self) -> tuple[Bound, ...]:
        """Say it as bounds on right answers, then right rejections: sum fn >= fn + fp for each.

        The equation of the sums is left to the lines.
        """
        many = len(self.sizes)
        bounds = []
        for at in range(many):
            # with r right and s rejected: (c - r) + (N - c - s) <= N - sum r
            terms = [(other, Fraction(1)) for other in range(many) if other != at]
            terms.append((many + at, Fraction(-1)))
            bounds.append(Bound(tuple(terms), Fraction(0), f"class {at + 1}"))
        return tuple(bounds)

    def table(self, right: Numbers, rejected: Numbers) -> Table:
        """Make a table that has them.

        The class that takes part in most of the errors that are left goes first, and no other class
        is left with more than there are errors.

        >>> Linked((2, 2, 2)).table((1, 2, 2), (4, 3, 4))
        ((1, 1, 0), (0, 2, 0), (0, 0, 2))

        Raises ValueError where there is none.
        """
        if not self(right, rejected):
            message = f"no table of {self.sizes} has {right} right and {rejected} rejected"
            raise ValueError(message)
        lost, gained = (list(numbers) for numbers in self.errors(right, rejected))
        table = [[0] * len(lost) for _ in lost]
        for at, number in enumerate(right):
            table[at][at] = number
        while errors := sum(lost):
            busy = [one + other for one, other in zip(lost, gained, strict=True)]
            most = max(range(len(busy)), key=busy.__getitem__)
            others = [at for at in range(len(busy)) if at != most]
            if lost[most]:
                source, target = (
                    most,
                    max((at for at in others if gained[at]), key=busy.__getitem__),
                )
            else:
                source, target = max((at for at in others if lost[at]), key=busy.__getitem__), most
            rest = [errors - busy[at] for at in others if at not in {source, target}]
            moved = min(lost[source], gained[target], *rest)
            table[source][target] += moved
            lost[source] -= moved
            gained[target] -= moved
        return tuple(tuple(row) for row in table)


_ZERO, _ONE = Fraction(0), Fraction(1)
_FEWEST = 2
_REFUTED = "not reproducible under any table of classes of these sizes"


@frozen(kw_only=True)
class Classes:
    """What was found; `witness` is a table with a row for each class and a column for each call."""

    verdict: Verdict
    because: str
    witness: Table = ()
    grounds: tuple[Grounds, ...] = ()


def micro(
    scores: Sequence[PrintedScore], sizes: Sequence[int], void: Void = Void.EITHER
) -> Classes:
    """Ask for a table of classes whose pooled one-against-the-rest counts print the scores.

    With E wrong answers among N of k classes these are N - E right positives of N and (k - 1) N - E
    right negatives of (k - 1) N: all scores fall or grow with E alone. So micro precision, recall
    and F are the share of right answers; micro accuracy is 1 - 2E / (kN).

    >>> from measurand.auditing.proofs.confusion.matrices import printed_scores
    >>> from measurand.values.printed import Printed
    >>> both = printed_scores({"f1": Printed.parse("0.75"), "acc": Printed.parse("0.75")})
    >>> micro(both, [2, 2]).verdict, micro(both, [2, 1, 1]).verdict
    (<Verdict.HOLDS: 'holds'>, <Verdict.REFUTED: 'refuted'>)

    Raises ValueError for fewer than two classes, a negative size, or no answer at all.
    """
    _checked(sizes)
    total = sum(sizes)
    for errors in dict.fromkeys((*_inside(scores, total, len(sizes))[:1], 0, total)):
        if all(_prints(one, _pooled(total, len(sizes), errors), void) for one in scores):
            return _holds(cyclic(sizes, errors))
    cases = f"every number of wrong answers from 0 to {total}, by halving"
    return _refuted(Exhausted(cases, total + 1))


def _pooled(total: int, classes: int, errors: int) -> Matrix:
    others = (classes - 1) * total
    return Matrix(tp=total - errors, tn=others - errors, p=total, n=others)


def _prints(one: PrintedScore, matrix: Matrix, void: Void) -> bool:
    within = one.score.within(matrix, one.span, one.beta)
    return one.prints_undefined(void) if within is None else within


def _inside(scores: Sequence[PrintedScore], total: int, classes: int) -> range:
    """Narrow the wrong answers between none and all, where every score is defined, by halving."""
    low, high = 1, total - 1
    for one in scores:
        towards = -1 if one.score.grows else 1
        ends = []
        # Every pooled score is monotone in the wrong answers, so each bound leaves one side.
        for sign in (1, -1):  # where the score stops to be too high, and where it is too low
            good, bad = low - 1, high + 1
            while bad - good > 1:
                middle = (good + bad) // 2
                side = one.score.side(_pooled(total, classes, middle), one.span, one.beta) or 0
                early = side * towards == -1 if sign == 1 else side * towards <= 0
                good, bad = (middle, bad) if early else (good, middle)
            ends.append(bad if sign == 1 else good)
        low, high = ends
    return range(low, high + 1)


def macro(
    scores: Sequence[PrintedScore],
    sizes: Sequence[int],
    right: Preimage | None = None,
    filling: Filling = Filling.ZERO,
    nodes: int = NODES,
) -> Classes:
    """Ask for a table of classes of which the means of the scores over the classes print so.

    Every class stands against the rest; so `acc` is the mean of k accuracies, 1 - 2E / (kN), and
    the share of right answers is asked as `right`. A score that a class has not counts as `filling`
    says. Scores that are not linear in the counts need small classes (some 900 matrices in all).

    >>> from measurand.auditing.proofs.confusion.matrices import printed_scores
    >>> from measurand.values.printed import Printed
    >>> half = printed_scores({"sens": Printed.parse("0.50"), "spec": Printed.parse("0.75")})
    >>> macro(half, [2, 2, 2]).witness
    ((1, 1, 0), (0, 1, 1), (1, 0, 1))
    >>> macro(printed_scores({"acc": Printed.parse("0.75")}), [2, 2, 2]).verdict
    <Verdict.REFUTED: 'refuted'>

    Raises ValueError for fewer than two classes, a negative size, or no answer at all.
    """
    known = _Known(_checked(sizes), right, filling, nodes)
    linear = [one for one in scores if one.score.linear]
    of_linear = _linear(linear, known)
    if of_linear.verdict is Verdict.REFUTED or len(linear) == len(scores):
        return of_linear
    many = count_matrices(known.folds)
    if many > MOST or any(one.score.parts for one in scores):
        because = f"{many} matrices of single classes are more than {MOST}"
        return Classes(verdict=Verdict.UNDECIDED, because=because)
    return _columns(scores, known)


def _linear(linear: Sequence[PrintedScore], known: "_Known") -> Classes:
    linear = with_implied(linear, known.folds)
    forms = [form(one, known.folds, known.filling.number) for one in linear]
    if not all(forms):
        return _refuted(Exhausted("no class has the score", 0))
    lines = [known.balance(), *(one for one in forms if one is not None)]
    lines += [half for one in lines[1:] for half in known.halves(one)]
    if known.right is not None:
        lines += known.halves(Form(known.ones, known.ones, known.doubled(known.right)))
    sides = evolve(sides_of(lines, known.folds, linear), accept=known.linked)
    what = "right answers and rejections of the classes"
    decided = decide(sides, what, known.linked.bounds(), known.nodes)
    if decided.pair is not None:
        return _holds(known.linked.table(*decided.pair))
    if decided.ground is not None:
        return _refuted(decided.ground)
    return Classes(verdict=Verdict.UNDECIDED, because=decided.because)


@frozen
class _Known:
    """What is known of the classes: sizes, the share of right answers, what fills, and how long."""

    sizes: tuple[int, ...]
    right: Preimage | None
    filling: Filling
    nodes: int

    @property
    def folds(self) -> tuple[Sizes, ...]:
        total = sum(self.sizes)
        return tuple(Sizes(size, total - size, 1) for size in self.sizes)

    @property
    def linked(self) -> Linked:
        return Linked(self.sizes)

    @property
    def ones(self) -> tuple[Fraction, ...]:
        return tuple(Fraction(1) for _ in self.sizes)

    @property
    def more(self) -> int:
        """Say how many more right rejections there are than right answers."""
        return (len(self.sizes) - 2) * sum(self.sizes)

    def balance(self) -> Form:
        more = Fraction(self.more)
        return Form(tuple(-one for one in self.ones), self.ones, Preimage(more, more))

    def agrees(self, chosen: Sequence[Matrix]) -> bool:
        """Decide whether the right answers have the share that is known of them."""
        right = Fraction(sum(one.tp for one in chosen), sum(self.sizes))
        return self.right is None or self.right.holds(right)

    def doubled(self, right: Preimage) -> Preimage:
        total = sum(self.sizes)
        return _moved(right, Fraction(2 * total), Fraction(self.more))

    def halves(self, one: Form) -> Iterator[Form]:
        """Say what a form of all counts alike says of the right answers, and of the rejections."""
        weights = set(one.first) | set(one.second)
        if len(weights) > 1 or min(weights) <= 0:
            return
        half, none = 1 / (2 * min(weights)), tuple(Fraction(0) for _ in self.sizes)
        more = Fraction(self.more, 2)
        yield Form(self.ones, none, _moved(one.span, half, -more))
        yield Form(none, self.ones, _moved(one.span, half, more))


def _moved(span: Preimage, factor: Fraction, by: Fraction) -> Preimage:
    low, high = span.low * factor + by, span.high * factor + by
    return Preimage(low, high, span.low_closed, span.high_closed)


def _columns(scores: Sequence[PrintedScore], known: _Known) -> Classes:
    """Choose a matrix for each class, such that the classes hang together."""
    owners = [(at, one) for at, fold in enumerate(known.folds) for one in matrices_of(fold)]
    matrices = [one for _, one in owners]
    bounds = list(equal(_terms((at, one.fp - one.fn) for at, one in enumerate(matrices)), _ZERO))
    for mine in range(len(known.sizes)):
        bounds += equal(_terms((at, own == mine) for at, (own, _) in enumerate(owners)), _ONE)
        busy = [(own == mine) * (one.fn + one.fp) - one.fn for own, one in owners]
        bounds.append(Bound(_terms(enumerate(busy)), _ZERO))
    if known.right is not None:
        share = ((at, Fraction(one.tp, sum(known.sizes))) for at, one in enumerate(matrices))
        bounds += between(known.right.low, tuple(share), known.right.high)
    for one in scores:
        bounds += score_bounds(one, matrices, known.filling.number)[0]
    names = [f"class {at + 1}: TP {one.tp}, TN {one.tn}" for at, one in owners]
    unknowns = tuple(Unknown(name=name, high=_ONE) for name in names)
    program = Program(unknowns, tuple(bounds))
    match solved(program, known.nodes):
        case Feasible(point):
            chosen = [one for one, count in zip(matrices, point, strict=True) if count]
            if not (prints(scores, chosen, known.filling) and known.agrees(chosen)):
                return Classes(verdict=Verdict.UNDECIDED, because="a point found is on an edge")
            right, rejected = (tuple(one.tp for one in chosen), tuple(one.tn for one in chosen))
            return _holds(known.linked.table(right, rejected))
        case Infeasible(proof):
            return _refuted(Certified((("matrices of the classes", program, proof),)))
        case Open(because):
            return Classes(verdict=Verdict.UNDECIDED, because=because)


def _terms(weights: Iterable[tuple[int, int]]) -> Terms:
    return tuple((at, Fraction(weight)) for at, weight in weights if weight)


def _holds(table: Table) -> Classes:
    counts = tuple(
        (f"class {row} called {column}", Fraction(count))
        for row, counts in enumerate(table, start=1)
        for column, count in enumerate(counts, start=1)
    )
    because = "the table of the witness prints all scores"
    return Classes(
        verdict=Verdict.HOLDS, because=because, witness=table, grounds=(Witness(counts),)
    )


def _refuted(ground: Grounds) -> Classes:
    return Classes(verdict=Verdict.REFUTED, because=_REFUTED, grounds=(ground,))


def _checked(sizes: Sequence[int]) -> tuple[int, ...]:
    if len(sizes) < _FEWEST or min(sizes) < 0 or not sum(sizes):
        message = f"two classes or more, and an answer: got sizes {list(sizes)[:9]}"
        raise ValueError(message)
    return tuple(sizes)
