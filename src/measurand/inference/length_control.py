"""Win rates at equal length: what would be preferred, were both answers of one length.

A judge that likes long answers gives wins to who talks more. So how far a comparison was won is
made a logistic function of how much longer the winner's answer is, and the win rate is what that
function says where no answer is longer (Y. Dubois, B. Galambosi, P. Liang and T. B. Hashimoto 2024,
Length-Controlled AlpacaEval, arXiv:2404.04475):

    p = 1 / (1 + exp(-(theta + phi * tanh(d / s) + psi * g)))

d is how much longer the first answer is, s the standard deviation of all d, g how hard the question
is, as a number that is known (without it there is no last term). theta, phi and psi are those of
the largest likelihood; the rate is the mean of p with d = 0. Exchanging both systems turns the rate
into what is left to 1, and of comparisons that are all even it is 1/2.

It is a model, and the rate holds as far as the model does: length is all that is held, by a curve
of this form, and an answer that is better because it says more is called longer. So it is no
default anywhere. It differs from the number of AlpacaEval, whose g is fitted to a leaderboard of
models that one pair of systems does not have, and whose likelihood is held back by a penalty and by
comparisons of its baseline with itself; here nothing holds it back, and where there is no largest
likelihood there is no number: where a line of tanh(d / s) (and g) parts the wins from the losses.

Errors are those of the jackknife: how far the fit moves without each comparison, or cluster of
them, by one step of Newton from the whole (D. Pregibon 1981, Logistic regression diagnostics, does
so for single ones). Where wins are few, and a curve is free to go through each of them, that is far
too small: nothing seems left over. So an error is never smaller than what the likelihood would say
of independent comparisons (by the inverse of its information, times how much is left over), and t
has few degrees of freedom where a few units move most (`jackknife.degrees`). s is taken as known.
The interval of a rate is made for the logarithm of odds, so it stays in [0, 1]; where the rest is
not enough for a fit without some unit, it is all of [0, 1], and nothing bounds the effect. That it
covers is shown by simulation (docs/reference/calibration.md), and not by a proof.
"""

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from math import inf, isfinite, isinf, log, sqrt
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from measurand.inference.bootstrap_intervals import SAME
from measurand.inference.interval import LEVEL, Interval, point
from measurand.inference.jackknife import degrees, t_quantile
from measurand.values.score import Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@frozen(kw_only=True)
class Duel:
    """A comparison of two systems on one question.

    `won` says how far the first won (1, 0 or between), `longer` by how much its answer is longer,
    in any unit, and `difficulty` how hard the question is, where that is known.

    >>> Duel(won=Fraction(1), longer=120).cluster is None
    True

    Raises ValueError where a share is outside [0, 1], or a number is not finite.
    """

    won: Fraction = field(validator=[validators.ge(Fraction(0)), validators.le(Fraction(1))])
    longer: float = field()
    difficulty: float | None = field(default=None)
    cluster: Hashable = None

    @longer.validator
    @difficulty.validator
    def _finite(self, _attribute: object, value: float | None) -> None:
        if value is not None and not isfinite(value):
            message = f"a finite number: got {value}"
            raise ValueError(message)


@frozen(kw_only=True)
class LengthControlled:
    """A win rate at equal length, the plain one, and what length did.

    `effect` is phi: by how much the logarithm of odds grows from answers of one length to one that
    is much longer. Where everything hangs on one comparison or cluster, `interval` is all of
    [0, 1], and `effect_interval` is undefined.
    """

    rate: float
    interval: Interval
    plain: Fraction
    effect: float
    effect_interval: Interval | Undefined


PARTED = Undefined("lengths part the wins from the losses: there is no largest likelihood")
ALONE = Undefined("without one of the comparisons or clusters there is no fit")
_STEPS, _STILL, _LEAST = 200, 1e-12, 1e-9
_ALL_BY_ONE = 1e-9
"""A unit that has all but so much of what is known of some direction has it alone."""


def length_controlled(
    duels: Iterable[Duel], level: Fraction = LEVEL
) -> LengthControlled | Undefined:
    """Find how often the first system would win, were answers of one length.

    Undefined with fewer than two comparisons or clusters, where all answers are longer by the same,
    where a difficulty is a line of the rest, and where lengths (and difficulties) part wins from
    losses, or nearly do.

    >>> long = [Duel(won=Fraction(won), longer=50) for won in (1, 1, 1, 1, 1, 1, 1, 1, 1, 0)]
    >>> short = [Duel(won=Fraction(won), longer=-50) for won in (1, 0) * 5]
    >>> found = length_controlled([*long, *short])
    >>> round(found.rate, 4), float(found.plain)
    (0.75, 0.7)

    Raises ValueError unless 0 < level < 1, and where some duels have a difficulty, others none.
    """
    import numpy as np

    listed = list(duels)
    hard = [one.difficulty for one in listed if one.difficulty is not None]
    if hard and len(hard) < len(listed):
        message = f"a difficulty of every comparison, or of none: got {len(hard)} of {len(listed)}"
        raise ValueError(message)
    units = [
        (one.cluster is not None, at if one.cluster is None else one.cluster)
        for at, one in enumerate(listed)
    ]
    if len(set(units)) < len("ab"):
        return Undefined("fewer than two comparisons or clusters")
    longer = np.array([one.longer for one in listed])
    spread = float(longer.std(ddof=1))
    if not spread > 0:
        return Undefined("all answers are longer by the same")
    columns = [np.ones(len(listed)), np.tanh(longer / spread)]
    if hard:
        known = np.array(hard)
        width = float(known.std())
        if not width > 0:
            return Undefined("all questions are as hard")
        columns.append((known - known.mean()) / width)
    matrix, won = np.stack(columns, axis=1), np.array([float(one.won) for one in listed])
    if np.linalg.matrix_rank(matrix, tol=_LEAST * len(listed)) < matrix.shape[1]:
        return Undefined("a difficulty is a line of the lengths")
    if _parted(matrix, won):
        return PARTED
    weights = _fitted(matrix, won)
    return _controlled(listed, matrix, weights, units, level)


def _parted(matrix: "Floats", won: "Floats") -> bool:
    """Tell whether a line parts wins from losses, as a program: the farthest that any does.

    Of w in [-1, 1], w . x is at least 0 for each win, at most 0 for each loss, and 0 where neither
    won. The likelihood has a top where 0 is all there is (A. Albert and J. A. Anderson 1984).
    """
    import numpy as np
    from scipy.optimize import linprog

    sure, even = (won == 0) | (won == 1), (won > 0) & (won < 1)
    signed = matrix[sure] * np.where(won[sure] == 1, 1.0, -1.0)[:, None]
    if not len(signed):
        return False
    equal = matrix[even]
    found = linprog(
        -signed.sum(axis=0),
        A_ub=-signed,
        b_ub=np.zeros(len(signed)),
        A_eq=equal if len(equal) else None,
        b_eq=np.zeros(len(equal)) if len(equal) else None,
        bounds=[(-1, 1)] * matrix.shape[1],
        method="highs",
    )
    return found.fun is not None and float(found.fun) < -_LEAST * len(won)


def _fitted(matrix: "Floats", won: "Floats") -> "Floats":
    """Climb to the top of the likelihood: Newton's steps, halved where they lead down."""
    import numpy as np

    def height(at: "Floats") -> float:
        odds = matrix @ at
        return float((won * odds - np.logaddexp(0.0, odds)).sum())

    weights = np.zeros(matrix.shape[1])
    for _ in range(_STEPS):
        p = _logistic(matrix @ weights)
        information = matrix.T @ (matrix * (p * (1 - p))[:, None])
        step = np.linalg.solve(information, matrix.T @ (won - p))
        size = 1.0
        while height(weights + size * step) < height(weights) and size > _STILL:
            size /= 2
        weights = weights + size * step
        if float(np.abs(size * step).max()) < _STILL:
            break
    return weights


def _logistic(odds: "Floats") -> "Floats":
    """Give probabilities of logarithms of odds, however far from 0 these are."""
    import numpy as np
    from scipy.special import expit

    return np.asarray(expit(odds), dtype=np.float64)


def _controlled(
    duels: Sequence[Duel],
    matrix: "Floats",
    weights: "Floats",
    units: Sequence[Hashable],
    level: Fraction,
) -> LengthControlled | Undefined:
    import numpy as np

    equal = matrix.copy()
    equal[:, 1] = 0.0
    q = _logistic(equal @ weights)
    rate = float(q.mean())
    if not 0 < rate < 1:
        return PARTED
    slope = ((q * (1 - q))[:, None] * equal).mean(axis=0)
    won = np.array([float(one.won) for one in duels])
    places = {name: at for at, name in enumerate(dict.fromkeys(units))}
    owner = np.array([places[name] for name in units], dtype=np.int64)
    # Without a unit the rate is that of the other questions too.
    sizes, over = np.bincount(owner), np.bincount(owner, weights=q - rate)
    others = -over / (len(q) - sizes)
    halves = _halves(
        _Fit(matrix, won, _logistic(matrix @ weights)),
        owner,
        [(slope, others), (np.eye(len(weights))[1], np.zeros(len(places)))],
        level,
    )
    odds, half = log(rate / (1 - rate)), halves[0] / (rate * (1 - rate))
    low, high = _logistic(np.array([odds - half, odds + half])).tolist()
    effect, wide = float(weights[1]), halves[1]
    return LengthControlled(
        rate=rate,
        interval=_around(rate, (low, high), level),
        plain=sum((one.won for one in duels), Fraction(0)) / len(duels),
        effect=effect,
        effect_interval=ALONE
        if isinf(wide)
        else _around(effect, (effect - wide, effect + wide), level),
    )


def _around(value: float, ends: tuple[float, float], level: Fraction) -> Interval:
    low, high = ends
    if low == high:
        return point(value, level, SAME)
    return Interval(min(low, value), max(high, value), level)


@frozen(eq=False)
class _Fit:
    """What a fit is of: a row of numbers for each comparison, how far it was won, and expected."""

    matrix: "Floats"
    won: "Floats"
    expected: "Floats"

    @property
    def spread(self) -> "Floats":
        """Give the variance of each outcome, were it a win or a loss."""
        import numpy as np

        return np.asarray(self.expected * (1 - self.expected), dtype=np.float64)

    @property
    def dispersion(self) -> float:
        """Say how much is left over beside that: less where many are ties."""
        return float(((self.won - self.expected) ** 2).sum()) / float(self.spread.sum())


def _halves(
    fit: _Fit,
    owner: "NDArray[np.int64]",
    asked: Sequence[tuple["Floats", "Floats"]],
    level: Fraction,
) -> list[float]:
    """Give t errors of each that is asked: its slope along the weights, and what units add to it.

    They are infinite where the weights hang on one unit alone.
    """
    import numpy as np

    try:
        root = np.linalg.cholesky(fit.matrix.T @ (fit.matrix * fit.spread[:, None]))
    except np.linalg.LinAlgError:
        return [inf] * len(asked)
    # In the units of the information, what a unit has of it is its leverage: 1 is all.
    scaled = np.linalg.solve(root, fit.matrix.T).T
    number, width = int(owner.max()) + 1, scaled.shape[1]
    leverage, pull = np.zeros((number, width, width)), np.zeros((number, width))
    np.add.at(leverage, owner, np.einsum("nk,nl,n->nkl", scaled, scaled, fit.spread))
    np.add.at(pull, owner, scaled * (fit.won - fit.expected)[:, None])
    left = np.eye(width) - leverage
    if float(np.linalg.eigvalsh(left).min()) < _ALL_BY_ONE:
        return [inf] * len(asked)
    moved = -np.linalg.solve(left, pull[..., None])[..., 0]
    halves = []
    for slope, more in asked:
        along = np.linalg.solve(root, slope)
        shift = moved @ along + more
        square = max(
            (number - 1) / number * float(shift @ shift),
            fit.dispersion * float(along @ along),
        )
        freedom = degrees(shift, np.ones(number), number - 1.0)
        halves.append(t_quantile(level, freedom) * sqrt(square))
    return halves
