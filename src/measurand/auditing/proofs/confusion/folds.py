"""Scores over known folds: the mean of the folds' scores, or the score of their pooled counts.

Pooled counts are one matrix of all samples, exactly: right answers can be dealt out to folds in any
way. A mean of scores is another matter, for a fold may have no score (no positives in it): what
then counts, nothing, 0 or 1, is a rule that papers do not print, and a mean is refuted only under
all three.
"""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from attrs import evolve, frozen

from measurand.algebra.program import Feasible, Infeasible, Open
from measurand.auditing.proofs.confusion.fold_forms import (
    MOST,
    FoldProgram,
    Sizes,
    count_matrices,
    deal_out,
    fold_sizes,
    form,
    sides_of,
    with_implied,
)
from measurand.auditing.proofs.confusion.fold_solver import NODES, decide, solved
from measurand.auditing.proofs.confusion.scores import Matrix, enclosed
from measurand.auditing.proofs.confusion.search import (
    PrintedScore,
    Search,
    SearchOptions,
    Void,
    search,
)
from measurand.auditing.proofs.finding import Certified, Exhausted, Grounds, Witness
from measurand.values.verdict import Verdict

Fold = tuple[int, int]
"""The positives and the negatives of a fold."""

FIRST_MATRIX = SearchOptions(first=True)
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


def score_of_means(
    scores: Sequence[PrintedScore],
    folds: Sequence[Fold],
    hunt: SearchOptions = FIRST_MATRIX,
) -> Folded:
    """Ask for folds whose pooled counts print the scores.

    That is one matrix of all positives and negatives, exactly: its right answers can be dealt out
    to the folds in any way.

    >>> from measurand.auditing.proofs.confusion.matrices import printed_scores
    >>> from measurand.values.printed import Printed
    >>> score_of_means(printed_scores({"f1": Printed.parse("0.80")}), [(2, 3), (3, 2)]).witness
    (Matrix(tp=2, tn=3, p=2, n=3), Matrix(tp=2, tn=1, p=3, n=2))

    Raises ValueError for no fold or negative sizes.
    """
    _check_folds(folds)
    return _pooled(scores, folds, hunt)


def _pooled(scores: Sequence[PrintedScore], folds: Sequence[Fold], hunt: SearchOptions) -> Folded:
    p, n = sum(fold[0] for fold in folds), sum(fold[1] for fold in folds)
    searched = search(scores, p, n, hunt)
    if not searched.boxes:
        return _none(searched, f"{p} positives and {n} negatives")
    tp, _, tn, _ = searched.boxes[0]
    sizes = tuple(Sizes(*fold, 1) for fold in folds)
    dealt = []
    for size in sizes:
        here = min(tp, size.p), min(tn, size.n)
        tp, tn = tp - here[0], tn - here[1]
        dealt.append(Matrix(tp=here[0], tn=here[1], p=size.p, n=size.n))
    return _holds(tuple(dealt), None)


def _none(searched: Search, where: str) -> Folded:
    if not searched.complete:
        because = f"not decided within {searched.tried} boxes of matrices"
        return Folded(verdict=Verdict.UNDECIDED, because=because)
    cases = f"every confusion matrix of {where}, in boxes that each miss one of the scores"
    return Folded(
        verdict=Verdict.REFUTED,
        because=f"not reproducible under any confusion matrix of {where}",
        grounds=(Exhausted(cases, searched.tried),),
    )


def mean_of_scores(
    scores: Sequence[PrintedScore],
    folds: Sequence[Fold],
    fillings: Sequence[Filling] = FILLINGS,
    nodes: int = NODES,
) -> Folded:
    """Ask for folds of which the means of the scores print so.

    `fillings` are the rules that may hold for a fold without a score (no positives; nothing called
    positive): possible under one of them is possible, refuted is refuted under all. Accuracy,
    recall, specificity, balanced accuracy and informedness are decided by lists of counts and a
    program; with other scores the folds must be small (some 900 matrices over the different sizes).

    >>> from measurand.auditing.proofs.confusion.matrices import printed_scores
    >>> from measurand.values.printed import Printed
    >>> mean_of_scores(printed_scores({"sens": Printed.parse("0.50")}), [(3, 1), (3, 1)]).witness
    (Matrix(tp=3, tn=1, p=3, n=1), Matrix(tp=0, tn=0, p=3, n=1))
    >>> mean_of_scores(printed_scores({"sens": Printed.parse("0.40")}), [(3, 1), (3, 1)]).verdict
    <Verdict.REFUTED: 'refuted'>

    Raises ValueError for no fold, no filling or negative sizes.
    """
    _check_folds(folds)
    if not fillings:
        message = "a rule for folds without a score: got none"
        raise ValueError(message)
    sizes = fold_sizes(folds)
    linear = [one for one in scores if one.score.linear]
    filled = [form(one, sizes, Fraction(0)) != form(one, sizes, None) for one in linear]
    needed = len(linear) < len(scores) or any(filled)
    by_filling = []
    for filling in fillings if needed else (Filling.LEFT_OUT,):
        one = _under_filling(scores, linear, sizes, filling, nodes)
        if one.verdict is Verdict.HOLDS:
            witness = _in_order(one.witness, folds)
            return evolve(one, witness=witness, filling=filling if needed else None)
        by_filling.append(one)
    undecided = (one for one in by_filling if one.verdict is Verdict.UNDECIDED)
    first = next(undecided, None)
    if first is not None or len(by_filling) == 1:
        return first or by_filling[0]
    names = ", ".join(filling.value for filling in fillings)
    return Folded(
        verdict=Verdict.REFUTED,
        because=f"{by_filling[0].because}, whether folds without a score count {names}",
        grounds=tuple(ground for one in by_filling for ground in one.grounds),
    )


def _under_filling(
    scores: Sequence[PrintedScore],
    linear: list[PrintedScore],
    sizes: tuple[Sizes, ...],
    filling: Filling,
    nodes: int,
) -> Folded:
    if any(one.score.parts for one in scores):
        because = "means over folds of averages over classes are not looked at"
        return Folded(verdict=Verdict.UNDECIDED, because=because)
    if sum(size.folds for size in sizes) == 1:
        return _single(scores, sizes[0], filling)
    folded = _linear(linear, sizes, filling, nodes)
    if folded.verdict is Verdict.REFUTED or len(linear) == len(scores):
        return folded
    if count_matrices(sizes) > MOST:
        because = f"{count_matrices(sizes)} matrices of single folds are more than {MOST}"
        return Folded(verdict=Verdict.UNDECIDED, because=because)
    columns = FoldProgram.of(scores, sizes, filling.number)
    match solved(columns.program, nodes):
        case Feasible(point):
            witness = columns.witness(point)
            if witness is not None and prints(scores, witness, filling):
                return _holds(witness, filling)
            return Folded(verdict=Verdict.UNDECIDED, because="a point was found that is too near")
        case Infeasible(proof):
            return _refuted(Certified((("the folds' matrices", columns.program, proof),)))
        case Open(because):
            return Folded(verdict=Verdict.UNDECIDED, because=because)


def _single(scores: Sequence[PrintedScore], size: Sizes, filling: Filling) -> Folded:
    """One fold is one matrix; where its score is left out, there is no mean."""
    void = {Filling.ZERO: Void.ZERO, Filling.ONE: Void.ONE}.get(filling, Void.NONE)
    return _pooled(scores, [(size.p, size.n)], SearchOptions(void=void, first=True))


def _linear(
    linear: list[PrintedScore], sizes: tuple[Sizes, ...], filling: Filling, nodes: int
) -> Folded:
    linear = with_implied(linear, sizes)
    forms = [form(one, sizes, filling.number) for one in linear]
    if not all(forms):
        because = "not reproducible: no fold has the score"
        return Folded(verdict=Verdict.REFUTED, because=because, grounds=(Exhausted("no fold", 0),))
    sides = sides_of([one for one in forms if one], sizes, linear)
    decided = decide(sides, "right answers of folds of equal sizes", nodes=nodes)
    if decided.pair is not None:
        dealt = deal_out(sizes, *decided.pair)
        return _holds(tuple(one for matrices in dealt.values() for one in matrices), filling)
    if decided.ground is not None:
        return _refuted(decided.ground)
    return Folded(verdict=Verdict.UNDECIDED, because=decided.because)


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


def prints(scores: Sequence[PrintedScore], matrices: Sequence[Matrix], filling: Filling) -> bool:
    """Decide whether the means over matrices print so, whatever their roots are exactly."""
    for one in scores:
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


def _check_folds(folds: Sequence[Fold]) -> None:
    if not folds or any(min(fold) < 0 for fold in folds):
        message = f"folds of positives and negatives: got {list(folds)[:5]}"
        raise ValueError(message)
