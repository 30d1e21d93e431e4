"""A question about printed scores as a tree of plain values: sizes, scores, and how exact they are.

The shape is that of the problems of mlscorecheck, so that they can be asked as they are: `testset`
{p, n} or {class: size}; or `dataset` {p, n} with `folding` {folds: [{p, n}]} or {n_folds,
n_repeats}; `aggregation` mos or som; `average` micro or macro; `scores`; `eps` or `decimals`.
Scores written as text ("0.870") need neither. `undefined` says what counts in the place of a score
that does not exist.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from math import isfinite
from typing import TypeVar

from attrs import frozen

from measurand.algebra.preimage import Preimage, preimage
from measurand.auditing.proofs.confusion.folds import (
    FILLINGS,
    Filling,
    Fold,
    mean_of_scores,
    score_of_means,
)
from measurand.auditing.proofs.confusion.matrices import NAMES, printed_score
from measurand.auditing.proofs.confusion.multiclass import macro, micro
from measurand.auditing.proofs.confusion.scores import OF_RATES
from measurand.auditing.proofs.confusion.search import PrintedScore, SearchOptions, Void
from measurand.auditing.proofs.finding import Grounds
from measurand.values.fault import Fault, shown
from measurand.values.printed import Printed
from measurand.values.suggest import did_you_mean
from measurand.values.verdict import Verdict

LARGEST = 10**12
"""The largest size that is read."""

_WIDEST = 300
_FARTHEST = 40


class BadError(Exception):
    """A place of the tree that cannot be read."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text())
        self.fault = fault


@frozen
class Reader:
    """One object of the tree, and its path.

    >>> Reader({"p": 3}, "$").whole("p")
    3
    """

    tree: Mapping[str, object]
    path: str

    def __contains__(self, name: str) -> bool:
        return name in self.tree

    def names(self) -> tuple[str, ...]:
        """List the names, as text.

        Raises BadError for very many of them.
        """
        if len(self.tree) > _WIDEST:
            raise BadError(_fault(self.path, self.tree, f"at most {_WIDEST} names"))
        return tuple(str(name) for name in self.tree)

    def value(self, name: str) -> object:
        """Find a value.

        Raises BadError where there is none.
        """
        values = {str(key): value for key, value in self.tree.items()}
        if name not in values:
            raise BadError(Fault(got="nothing", expected="a value", path=f"{self.path}.{name}"))
        return values[name]

    def only(self, *known: str) -> None:
        """Refuse other names, pointing at the nearest known one."""
        for name in self.names():
            if name not in known:
                hint = f"known: {', '.join(known)}"
                expected = f"a known name{did_you_mean(name, known)}"
                raise BadError(Fault(got=shown(name), expected=expected, path=self.path, hint=hint))

    def without(self, *others: str) -> None:
        """Refuse names that do not go with the rest."""
        for name in others:
            if name in self.tree:
                path = f"{self.path}.{name}"
                raise BadError(_fault(path, self.tree[name], "nothing here beside the rest"))

    def child(self, name: str) -> "Reader":
        """Read an object.

        Raises BadError for anything else.
        """
        return _object(self.value(name), f"{self.path}.{name}")

    def children(self, name: str, most: int) -> Iterator["Reader"]:
        """Read a list of objects, of at least one.

        Raises BadError for anything else, or more than `most`.
        """
        value, path = self.value(name), f"{self.path}.{name}"
        if not isinstance(value, (list, tuple)) or not 0 < len(value) <= most:
            raise BadError(_fault(path, value, f"a list of 1 to {most} objects"))
        for at, one in enumerate(value):
            yield _object(one, f"{path}[{at}]")

    def whole(self, name: str, least: int = 0, most: int = LARGEST) -> int:
        """Read a whole number.

        Raises BadError for anything else, a float included.
        """
        value, path = self.value(name), f"{self.path}.{name}"
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise BadError(_fault(path, value, f"a whole number from {least} to {most}"))
        return value

    def word(self, name: str, known: tuple[str, ...]) -> str:
        """Read one of some words.

        Raises BadError for anything else.
        """
        value = self.value(name)
        if not isinstance(value, str) or value not in known:
            raise BadError(_fault(f"{self.path}.{name}", value, f"one of {', '.join(known)}"))
        return value

    def positive(self, name: str) -> Fraction:
        """Read a number above 0.

        Raises BadError for anything else.
        """
        path = f"{self.path}.{name}"
        value = number(self.value(name), path)
        if value <= 0:
            raise BadError(_fault(path, self.value(name), "a number above 0"))
        return value


def number(value: object, path: str) -> Fraction:
    """Read a number as it is written: a float is the shortest decimal that it prints as.

    >>> number(0.1, "$")
    Fraction(1, 10)

    Raises BadError for what is no finite number, or needs very many digits.
    """
    decimal = Decimal(repr(value)) if isinstance(value, float) and isfinite(value) else value
    if isinstance(decimal, int) and not isinstance(decimal, bool) and abs(decimal) <= LARGEST:
        return Fraction(decimal)
    if isinstance(decimal, Decimal) and decimal.is_finite() and _short(decimal):
        return Fraction(decimal)
    raise BadError(_fault(path, value, f"a number of at most {_FARTHEST} digits"))


def _short(value: Decimal) -> bool:
    return -_FARTHEST <= value.adjusted() <= _FARTHEST and len(value.as_tuple().digits) <= _FARTHEST


def exactly(text: str, path: str) -> Preimage:
    """Read a printed number: its digits say how exact it is.

    >>> exactly("33%", "$").high
    Fraction(67, 200)

    Raises BadError for what is no number.
    """
    try:
        return preimage(Printed.parse(text), OF_RATES)
    except ValueError as error:
        raise BadError(Fault(got=shown(text), expected="a number", path=path)) from error


def _object(value: object, path: str) -> Reader:
    if not isinstance(value, Mapping):
        raise BadError(_fault(path, value, "an object"))
    return Reader(value, path)


def _fault(path: str, value: object, expected: str) -> Fault:
    return Fault(got=shown(value), expected=expected, path=path)


MOST_FOLDS = 10_000

_KNOWN = ("testset", "dataset", "folding", "aggregation", "average", "scores", "eps", "decimals")
_BETAS = {"fbp": "beta_positive", "fbn": "beta_negative"}

E = TypeVar("E", bound=Enum)


class Shape(Enum):
    """What the scores are scores of."""

    MATRIX = "one test set"
    MEAN = "the mean of the folds' scores"
    POOLED = "the score of the folds' pooled counts"
    MICRO = "several classes, pooled"
    MACRO = "several classes, averaged"


@frozen(kw_only=True)
class Problem:
    """Sizes and scores: `folds` of positives and negatives, or `classes`.

    >>> found = from_problem({"testset": {"p": 3, "n": 1}, "scores": {"sens": "0.33"}})
    >>> found.shape if isinstance(found, Problem) else found.text()
    <Shape.MATRIX: 'one test set'>
    """

    shape: Shape
    scores: tuple[PrintedScore, ...]
    folds: tuple[Fold, ...] = ()
    classes: tuple[int, ...] = ()
    filling: Filling | None = None


@frozen
class Answer:
    """What was found, why, and on what grounds."""

    verdict: Verdict
    because: str
    grounds: tuple[Grounds, ...] = ()


def decide_problem(problem: Problem) -> Answer:
    """Decide a problem: possible with a witness, refuted with a proof, or undecided.

    Without a rule for undefined scores every rule is tried for means over folds, and undefined
    scores of pooled counts are 0 or 1; over classes they count 0.

    >>> found = from_problem({"testset": {"p": 3, "n": 1}, "scores": {"sens": "0.40"}})
    >>> decide_problem(found).verdict if isinstance(found, Problem) else found.text()
    <Verdict.REFUTED: 'refuted'>
    """
    filling = problem.filling
    void = Void.EITHER if filling is None else _VOIDS[filling]
    match problem.shape:
        case Shape.MATRIX | Shape.POOLED:
            hunt = SearchOptions(void=void, first=True)
            pooled = score_of_means(problem.scores, problem.folds, hunt)
            return Answer(pooled.verdict, pooled.because, pooled.grounds)
        case Shape.MEAN:
            fillings = FILLINGS if filling is None else (filling,)
            meant = mean_of_scores(problem.scores, problem.folds, fillings)
            return Answer(meant.verdict, meant.because, meant.grounds)
        case Shape.MICRO:
            classes = micro(problem.scores, problem.classes, void)
            return Answer(classes.verdict, classes.because, classes.grounds)
        case Shape.MACRO:
            classes = macro(problem.scores, problem.classes, filling=filling or Filling.ZERO)
            return Answer(classes.verdict, classes.because, classes.grounds)


_VOIDS = {Filling.LEFT_OUT: Void.NONE, Filling.ZERO: Void.ZERO, Filling.ONE: Void.ONE}


def from_problem(tree: Mapping[str, object]) -> Problem | Fault:
    """Read a problem; what cannot be read is a fault that names its place.

    >>> fault = from_problem({"testset": {"p": 3, "n": -1}, "scores": {"sens": 0.4}, "eps": 0.01})
    >>> fault.text() if isinstance(fault, Fault) else ""
    '$.testset.n: expected a whole number from 0 to 1000000000000, got -1'
    """
    try:
        return _read(Reader(tree, "$"))
    except BadError as bad:
        return bad.fault


def _read(tree: Reader) -> Problem:
    tree.only(*_KNOWN, "undefined")
    wanted = _scores(tree)
    filling = _choice(tree, "undefined", Filling)
    if "average" in tree:
        return _classes(tree, wanted, filling)
    if "testset" in tree:
        tree.without("dataset", "folding", "aggregation")
        fold = _fold(tree.child("testset"))
        return Problem(shape=Shape.MATRIX, scores=wanted, folds=(fold,), filling=filling)
    shapes = {"mos": Shape.MEAN, "som": Shape.POOLED}
    word = tree.word("aggregation", tuple(shapes))
    folds = _folds(tree)
    return Problem(shape=shapes[word], scores=wanted, folds=folds, filling=filling)


def _classes(tree: Reader, wanted: tuple[PrintedScore, ...], filling: Filling | None) -> Problem:
    tree.without("dataset", "folding", "aggregation")
    shapes = {"micro": Shape.MICRO, "macro": Shape.MACRO}
    word = tree.word("average", tuple(shapes))
    sizes = tree.child("testset")
    classes = tuple(sizes.whole(name) for name in sizes.names())
    if len(classes) <= 1 or not sum(classes):
        expected = "two classes or more, not all empty"
        raise BadError(Fault(got=shown(classes), expected=expected, path=sizes.path))
    return Problem(shape=shapes[word], scores=wanted, classes=classes, filling=filling)


def _fold(tree: Reader) -> Fold:
    tree.only("p", "n")
    return tree.whole("p"), tree.whole("n")


def _folds(tree: Reader) -> tuple[Fold, ...]:
    folding = tree.child("folding")
    folding.only("folds", "n_folds", "n_repeats", "strategy")
    if "folds" in folding:
        folding.without("n_folds", "n_repeats", "strategy")
        folds = tuple(_fold(fold) for fold in folding.children("folds", MOST_FOLDS))
        if "dataset" in tree:
            _adds_up(tree.child("dataset"), folds)
        return folds
    p, n = _fold(tree.child("dataset"))
    if "strategy" in folding:
        folding.word("strategy", ("stratified_sklearn",))
    parts = folding.whole("n_folds", 1, MOST_FOLDS)
    repeats = folding.whole("n_repeats", 1, MOST_FOLDS // parts) if "n_repeats" in folding else 1
    return stratified(p, n, parts) * repeats


def stratified(p: int, n: int, parts: int) -> tuple[Fold, ...]:
    """Cut positives and negatives into folds as alike as can be, as scikit-learn does.

    The negatives that are left over go to the first folds, the positives to those after.

    >>> stratified(5, 7, 3)
    ((1, 3), (2, 2), (2, 2))

    Raises ValueError for fewer than one part.
    """
    if parts < 1:
        message = f"a fold or more: got {parts}"
        raise ValueError(message)
    (each_p, more_p), (each_n, more_n) = divmod(p, parts), divmod(n, parts)
    return tuple(
        (each_p + ((at - more_n) % parts < more_p), each_n + (at < more_n)) for at in range(parts)
    )


def _adds_up(tree: Reader, folds: Sequence[Fold]) -> None:
    stated = _fold(tree)
    sums = sum(fold[0] for fold in folds), sum(fold[1] for fold in folds)
    repeats = sums[0] // stated[0] if stated[0] else sums[1] // (stated[1] or 1)
    if sums != (stated[0] * repeats, stated[1] * repeats):
        expected = (
            f"folds of {stated[0]} positives and {stated[1]} negatives, or of repeats of them"
        )
        raise BadError(Fault(got=f"{sums[0]} and {sums[1]}", expected=expected, path=tree.path))


def _scores(tree: Reader) -> tuple[PrintedScore, ...]:
    scores = tree.child("scores")
    asked = []
    for name in scores.names():
        if name in _BETAS.values():
            continue
        span = _span(scores, name, tree)
        try:
            one = printed_score(name, span)
        except KeyError:
            path = f"{scores.path}.{name}"
            hint = did_you_mean(name, NAMES)
            fault = Fault(got=shown(name), expected=f"a score{hint}", path=path)
            raise BadError(fault) from None
        beta = _BETAS.get(one.score.name)
        if beta is not None:
            one = printed_score(name, span, scores.positive(beta))
        asked.append(one)
    if not asked:
        raise BadError(Fault(got="none", expected="a score or more", path=scores.path))
    return tuple(asked)


def _span(scores: Reader, name: str, tree: Reader) -> Preimage:
    value = scores.value(name)
    place = f"{scores.path}.{name}"
    if isinstance(value, str):
        return exactly(value, place)
    middle = number(value, place)
    half = _half(tree, name)
    return Preimage(middle - half, middle + half)


def _half(tree: Reader, name: str) -> Fraction:
    if "decimals" in tree:
        tree.without("eps")
        return Fraction(1, 2 * 10 ** tree.whole("decimals", 0, 40))
    eps = tree.value("eps")
    if isinstance(eps, Mapping):
        return tree.child("eps").positive(name)
    return tree.positive("eps")


def _choice(tree: Reader, name: str, kind: type[E]) -> E | None:
    if name not in tree:
        return None
    return kind(tree.word(name, tuple(str(one.value) for one in kind)))
