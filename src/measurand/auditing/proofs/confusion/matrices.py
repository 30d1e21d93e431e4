"""Which confusion matrices print the given scores: all of them, exactly, or a proof of none.

Scores go by many names (recall, sensitivity, TPR) and some are what another lacks to 1 (FPR): here
all become one score and the interval that prints so, with open and closed ends as the rounding has
them.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from attrs import evolve, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.preimage import Preimage, preimage
from measurand.auditing.proofs.confusion.scores import OF_RATES, SCORES, Matrix, MatrixScore
from measurand.auditing.proofs.confusion.search import (
    ALL_MATRICES,
    Box,
    PrintedScore,
    SearchOptions,
    search,
)
from measurand.auditing.proofs.sheet import Role
from measurand.metrics.standard import STANDARD
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

_SHORT = {score.metric: score.name for score in SCORES.values() if score.metric}

COMPLEMENTS: Mapping[str, str] = {
    metric.name: _SHORT[metric.complement] for metric in STANDARD.values() if metric.complement
}
"""Names of what a score lacks to 1."""

_TWICE = frozenset({"f", "tp", "tn", "fp", "fn"})
"""Metrics that go by names of their own here: F of either class, and the counts."""

SYNONYMS: Mapping[str, str] = {
    **{
        name: score.name
        for score in SCORES.values()
        if score.metric and score.metric not in _TWICE
        for name in (score.metric, *STANDARD[score.metric].words)
        if name != score.name
    },
    "f1": "f1p",
    "f1_positive": "f1p",
    "f1_negative": "f1n",
    "f_beta_positive": "fbp",
    "f_beta_negative": "fbn",
    "prevalence_threshold": "pt",
    **{word: name for name in COMPLEMENTS for word in STANDARD[name].words},
}
"""Other names of the same scores."""

NAMES = (*SCORES, *COMPLEMENTS, *SYNONYMS)
"""Every name that a score goes by."""

ROLES: Mapping[Role, str] = {
    **{Role(score.metric): score.name for score in SCORES.values() if score.metric},
    Role.TPR: "sens",
    Role.F: "fbp",
    Role.F_NEGATIVE: "fbn",
    Role.PREVALENCE_THRESHOLD: "pt",
}
"""The scores that columns of a table name."""


def score_named(name: str) -> tuple[MatrixScore, bool]:
    """Find a score by any of its names, and whether the name means what it lacks to 1.

    >>> score_named("fpr")[0].name, score_named("fpr")[1], score_named("recall")[0].name
    ('spec', True, 'sens')

    Raises KeyError for an unknown name.
    """
    short = SYNONYMS.get(name, name)
    return SCORES[COMPLEMENTS.get(short, short)], short in COMPLEMENTS


Given = Printed | Preimage | Interval
"""A score as it was printed, or what its value is known to lie in."""

_ONE = Fraction(1)


@frozen
class Matrices:
    """The confusion matrices that print some scores, as boxes that do not overlap.

    `tried` counts the boxes that were looked at; without `complete` there may be more matrices.

    >>> found = possible_matrices({"sens": Printed.parse("0.33")}, p=3, n=1)
    >>> found.verdict, found.count, found.witness
    (<Verdict.HOLDS: 'holds'>, 2, Matrix(tp=1, tn=0, p=3, n=1))
    """

    p: int
    n: int
    boxes: tuple[Box, ...]
    tried: int
    complete: bool

    @property
    def verdict(self) -> Verdict:
        """Possible with a matrix, refuted where all were tried, else undecided."""
        if self.boxes:
            return Verdict.HOLDS
        return Verdict.REFUTED if self.complete else Verdict.UNDECIDED

    @property
    def count(self) -> int:
        """Count the matrices found."""
        return sum((b - a + 1) * (d - c + 1) for a, b, c, d in self.boxes)

    @property
    def witness(self) -> Matrix | None:
        """Give one of them."""
        if not self.boxes:
            return None
        tp, _, tn, _ = self.boxes[0]
        return Matrix(tp=tp, tn=tn, p=self.p, n=self.n)

    def matrices(self) -> Iterator[Matrix]:
        """Walk all of them; there may be as many as p times n."""
        for a, b, c, d in self.boxes:
            for tp in range(a, b + 1):
                for tn in range(c, d + 1):
                    yield Matrix(tp=tp, tn=tn, p=self.p, n=self.n)


def printed_score(name: str, given: Given, beta: Fraction = _ONE) -> PrintedScore:
    """Ask for a score by any of its names; `beta` is that of F.

    >>> printed_score("fpr", Interval(Fraction(0), Fraction(1, 4))).span.low
    Fraction(3, 4)

    Raises KeyError for an unknown name.
    """
    score, complement = score_named(name)
    span = span_of(given)
    if complement:
        span = Preimage(1 - span.high, 1 - span.low, span.high_closed, span.low_closed)
    return PrintedScore(score, span, beta, complement)


def printed_scores(scores: Mapping[str, Given], beta: Fraction = _ONE) -> tuple[PrintedScore, ...]:
    """Ask for several scores by their names.

    >>> [one.score.name for one in printed_scores({"recall": Printed.parse("0.5")})]
    ['sens']

    Raises KeyError for an unknown name, ValueError for a beta that is not positive.
    """
    if beta <= 0:
        message = f"a beta above 0: got {beta}"
        raise ValueError(message)
    return tuple(printed_score(name, given, beta) for name, given in scores.items())


def span_of(given: Given) -> Preimage:
    """Say between which ends a value lies.

    >>> span_of(Printed.parse("33%")).high
    Fraction(67, 200)
    """
    match given:
        case Printed():
            return preimage(given, OF_RATES)
        case Preimage():
            return given
        case Interval(low, high):
            return Preimage(low, high)


def possible_matrices(
    scores: Mapping[str, Given],
    p: int,
    n: int,
    hunt: SearchOptions = ALL_MATRICES,
    beta: Fraction = _ONE,
) -> Matrices:
    """Find every confusion matrix of p positives and n negatives that prints the scores.

    Scores go by the names of `confusion_names`, complements (fpr) and synonyms (recall) included.
    `hunt` says what an undefined score prints, how many boxes may be looked at, and whether one
    box of matrices is enough; `beta` is that of F.

    >>> both = {"acc": Printed.parse("0.75"), "f1": Printed.parse("0.90")}
    >>> possible_matrices(both, p=10, n=10).verdict
    <Verdict.REFUTED: 'refuted'>

    Raises KeyError for an unknown score, ValueError for negative counts or a beta that is not
    positive.
    """
    _counts(p, n)
    searched = search(printed_scores(scores, beta), p, n, hunt)
    return Matrices(p, n, searched.boxes, searched.tried, searched.complete)


def possible_tables(
    scores: Mapping[str, Given],
    samples: int,
    hunt: SearchOptions = ALL_MATRICES,
    beta: Fraction = _ONE,
) -> tuple[Matrices, ...]:
    """Do the same for every number of positives among the samples; those without one are left out.

    Where the budget ran out the last of them is not complete.

    >>> exact = {"acc": Printed.parse("0.9"), "tp": Printed.parse("9"), "fn": Printed.parse("0")}
    >>> [(searched.p, searched.count) for searched in possible_tables(exact, 10)]
    [(9, 1)]

    Raises KeyError and ValueError as `possible_matrices` does.
    """
    _counts(samples, 0)
    every = printed_scores(scores, beta)
    tables, spent = [], 0
    for p in range(samples + 1):
        searched = search(every, p, samples - p, evolve(hunt, budget=hunt.budget - spent))
        spent += searched.tried
        if searched.boxes or not searched.complete:
            tables.append(
                Matrices(p, samples - p, searched.boxes, searched.tried, searched.complete)
            )
        if not searched.complete or (hunt.first and searched.boxes):
            break
    return tuple(tables)


def has_scores(scores: Mapping[str, Given], matrix: Matrix, beta: Fraction = _ONE) -> bool:
    """Decide exactly whether a matrix has all the scores, and they print so.

    >>> has_scores({"acc": Printed.parse("0.33")}, Matrix(tp=1, tn=0, p=2, n=1))
    True

    Raises KeyError for an unknown score.
    """
    asks = printed_scores(scores, beta)
    return all(one.score.within(matrix, one.span, beta) is True for one in asks)


def _counts(p: int, n: int) -> None:
    if min(p, n) < 0:
        message = f"counts of at least 0: got {p} and {n}"
        raise ValueError(message)
