"""Scores over known folds: the mean of the folds' scores, or the score of their pooled counts."""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from attrs import evolve, frozen

from measurand.algebra.program import Feasible, Infeasible, Open
from measurand.audit.proofs.confusion.fold_forms import (
    MOST,
    Columns,
    Sizes,
    form,
    gathered,
    implied,
    sides_of,
    size_of,
    spread,
)
from measurand.audit.proofs.confusion.fold_solver import NODES, decide, solved
from measurand.audit.proofs.confusion.scores import Matrix, enclosed
from measurand.audit.proofs.confusion.search import Asked, Hunt, Search, Void, search
from measurand.audit.proofs.finding import Certified, Exhausted, Grounds, Witness
from measurand.values.verdict import Verdict

Fold = tuple[int, int]
"""The positives and the negatives of a fold."""

ONE = Hunt(first=True)
"""One matrix is enough."""


class Filling(Enum):
    """What a fold without a score counts in the mean: it is left out, or counts 0 or 1.

    >>> Filling.ZERO.value
    '0'
    """

    LEFT_OUT = "left out"
    ZERO = "0"
    ONE = "1"

    @property
    def number(self) -> Fraction | None:
        """Give what it counts; None where it is left out."""
        return None if self is Filling.LEFT_OUT else Fraction(int(self.value))


FILLINGS = tuple(Filling)


@frozen(kw_only=True)
class Folded:
    """What was found about scores over folds; a `witness` is one matrix for each fold.

    `filling` is the rule under which it is possible; None where none was needed, or none helps.
    """

    verdict: Verdict
    because: str
    witness: tuple[Matrix, ...] = ()
    filling: Filling | None = None
    grounds: tuple[Grounds, ...] = ()


def score_of_means(wanted: Sequence[Asked], folds: Sequence[Fold], hunt: Hunt = ONE) -> Folded:
    """Ask for folds whose pooled counts print the scores.

    That is one matrix of all positives and negatives, exactly: its right answers can be dealt out
    to the folds in any way.

    >>> from measurand.audit.proofs.confusion.matrices import wanted
    >>> from measurand.values.printed import Printed
    >>> score_of_means(wanted({"f1": Printed.parse("0.80")}), [(2, 3), (3, 2)]).witness
    (Matrix(tp=2, tn=3, p=2, n=3), Matrix(tp=2, tn=1, p=3, n=2))

    Raises ValueError for no fold or negative sizes.
    """
    _known(folds)
    return _pooled(wanted, folds, hunt)


def _pooled(wanted: Sequence[Asked], folds: Sequence[Fold], hunt: Hunt) -> Folded:
    p, n = sum(fold[0] for fold in folds), sum(fold[1] for fold in folds)
    found = search(wanted, p, n, hunt)
    if not found.boxes:
        return _none(found, f"{p} positives and {n} negatives")
    tp, _, tn, _ = found.boxes[0]
    sizes = tuple(Sizes(*fold, 1) for fold in folds)
    dealt = []
    for size in sizes:
        here = min(tp, size.p), min(tn, size.n)
        tp, tn = tp - here[0], tn - here[1]
        dealt.append(Matrix(tp=here[0], tn=here[1], p=size.p, n=size.n))
    return _holds(tuple(dealt), None)


def _none(found: Search, where: str) -> Folded:
    if not found.complete:
        because = f"not decided within {found.tried} boxes of matrices"
        return Folded(verdict=Verdict.UNDECIDED, because=because)
    cases = f"every confusion matrix of {where}, in boxes that each miss one of the scores"
    return Folded(
        verdict=Verdict.REFUTED,
        because=f"not reproducible under any confusion matrix of {where}",
        grounds=(Exhausted(cases, found.tried),),
    )


def mean_of_scores(
    wanted: Sequence[Asked],
    folds: Sequence[Fold],
    fillings: Sequence[Filling] = FILLINGS,
    nodes: int = NODES,
) -> Folded:
    """Ask for folds of which the means of the scores print so.

    `fillings` are the rules that may hold for a fold without a score (no positives; nothing called
    positive): possible under one of them is possible, refuted is refuted under all. Accuracy,
    recall, specificity, balanced accuracy and informedness are decided by lists of counts and a
    program; with other scores the folds must be small (some 900 matrices over the different sizes).

    >>> from measurand.audit.proofs.confusion.matrices import wanted
    >>> from measurand.values.printed import Printed
    >>> mean_of_scores(wanted({"sens": Printed.parse("0.50")}), [(3, 1), (3, 1)]).witness
    (Matrix(tp=3, tn=1, p=3, n=1), Matrix(tp=0, tn=0, p=3, n=1))
    >>> mean_of_scores(wanted({"sens": Printed.parse("0.40")}), [(3, 1), (3, 1)]).verdict
    <Verdict.REFUTED: 'refuted'>

    Raises ValueError for no fold, no filling or negative sizes.
    """
    _known(folds)
    if not fillings:
        message = "a rule for folds without a score: got none"
        raise ValueError(message)
    sizes = gathered(folds)
    linear = [one for one in wanted if one.score.linear]
    filled = [form(one, sizes, Fraction(0)) != form(one, sizes, None) for one in linear]
    needed = len(linear) < len(wanted) or any(filled)
    found = []
    for filling in fillings if needed else (Filling.LEFT_OUT,):
        one = _meant(wanted, linear, sizes, filling, nodes)
        if one.verdict is Verdict.HOLDS:
            witness = _in_order(one.witness, folds)
            return evolve(one, witness=witness, filling=filling if needed else None)
        found.append(one)
    undecided = (one for one in found if one.verdict is Verdict.UNDECIDED)
    first = next(undecided, None)
    if first is not None or len(found) == 1:
        return first or found[0]
    names = ", ".join(filling.value for filling in fillings)
    return Folded(
        verdict=Verdict.REFUTED,
        because=f"{found[0].because}, whether folds without a score count {names}",
        grounds=tuple(ground for one in found for ground in one.grounds),
    )


def _meant(
    wanted: Sequence[Asked],
    linear: list[Asked],
    sizes: tuple[Sizes, ...],
    filling: Filling,
    nodes: int,
) -> Folded:
    if any(one.score.parts for one in wanted):
        because = "means over folds of averages over classes are not looked at"
        return Folded(verdict=Verdict.UNDECIDED, because=because)
    if sum(size.folds for size in sizes) == 1:
        return _single(wanted, sizes[0], filling)
    found = _linear(linear, sizes, filling, nodes)
    if found.verdict is Verdict.REFUTED or len(linear) == len(wanted):
        return found
    if size_of(sizes) > MOST:
        because = f"{size_of(sizes)} matrices of single folds are more than {MOST}"
        return Folded(verdict=Verdict.UNDECIDED, because=because)
    columns = Columns.of(wanted, sizes, filling.number)
    match solved(columns.program, nodes):
        case Feasible(point):
            witness = columns.witness(point)
            if witness is not None and prints(wanted, witness, filling):
                return _holds(witness, filling)
            return Folded(verdict=Verdict.UNDECIDED, because="a point was found that is too near")
        case Infeasible(proof):
            return _refuted(Certified((("the folds' matrices", columns.program, proof),)))
        case Open(because):
            return Folded(verdict=Verdict.UNDECIDED, because=because)


def _single(wanted: Sequence[Asked], size: Sizes, filling: Filling) -> Folded:
    """One fold is one matrix; where its score is left out, there is no mean."""
    void = {Filling.ZERO: Void.ZERO, Filling.ONE: Void.ONE}.get(filling, Void.NONE)
    return _pooled(wanted, [(size.p, size.n)], Hunt(void=void, first=True))


def _linear(linear: list[Asked], sizes: tuple[Sizes, ...], filling: Filling, nodes: int) -> Folded:
    linear = implied(linear, sizes)
    forms = [form(one, sizes, filling.number) for one in linear]
    if not all(forms):
        because = "not reproducible: no fold has the score"
        return Folded(verdict=Verdict.REFUTED, because=because, grounds=(Exhausted("no fold", 0),))
    sides = sides_of([one for one in forms if one], sizes, linear)
    found = decide(sides, "right answers of folds of equal sizes", nodes=nodes)
    if found.pair is not None:
        dealt = spread(sizes, *found.pair)
        return _holds(tuple(one for matrices in dealt.values() for one in matrices), filling)
    if found.ground is not None:
        return _refuted(found.ground)
    return Folded(verdict=Verdict.UNDECIDED, because=found.because)


def _refuted(ground: Grounds) -> Folded:
    because = "not reproducible under any matrices of the folds"
    return Folded(verdict=Verdict.REFUTED, because=because, grounds=(ground,))


def _holds(witness: tuple[Matrix, ...], filling: Filling | None) -> Folded:
    counts = tuple(
        (f"fold {at} {name}", Fraction(count))
        for at, one in enumerate(witness, start=1)
        for name, count in (("TP", one.tp), ("TN", one.tn))
    )
    because = "the matrices of the witness print all scores"
    return Folded(
        verdict=Verdict.HOLDS,
        because=because,
        witness=witness,
        filling=filling,
        grounds=(Witness(counts),),
    )


def prints(wanted: Sequence[Asked], matrices: Sequence[Matrix], filling: Filling) -> bool:
    """Decide whether the means over matrices print so, whatever their roots are exactly."""
    for one in wanted:
        values = [enclosed(one.score, matrix, one.beta) for matrix in matrices]
        fill = one.filled(filling.number)
        lows = [fill if value is None else value.low for value in values]
        highs = [fill if value is None else value.high for value in values]
        low, high = ([end for end in ends if end is not None] for ends in (lows, highs))
        if not low or not (
            one.span.holds(sum(low, Fraction(0)) / len(low))
            and one.span.holds(sum(high, Fraction(0)) / len(high))
        ):
            return False
    return True


def _in_order(witness: Sequence[Matrix], folds: Sequence[Fold]) -> tuple[Matrix, ...]:
    left = list(witness)
    ordered = []
    for fold in folds:
        at = next(at for at, one in enumerate(left) if (one.p, one.n) == tuple(fold))
        ordered.append(left.pop(at))
    return tuple(ordered)


def _known(folds: Sequence[Fold]) -> None:
    if not folds or any(min(fold) < 0 for fold in folds):
        message = f"folds of positives and negatives: got {list(folds)[:5]}"
        raise ValueError(message)
