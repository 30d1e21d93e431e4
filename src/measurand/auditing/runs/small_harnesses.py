"""How harnesses of a handful of numbers make them: alpaca_eval, openai-evals, promptfoo.

alpaca_eval: a preference from 1 to 2 says how far the model won; 0 is a draw, as 1.5 is, and what
is missing is dropped. Its length-controlled rate asks for a fitted model, which no file has.

openai-evals: accuracy is of `match` events, not of samples. `boostrap_std` (so spelled) is no
bootstrap: the deviation of 1000 means of half of the values, drawn without replacement and without
a seed. A mean of m = n // 2 of n values drawn so has the variance s^2 (1 - m / n) / m, where s is
the deviation with n - 1; for even n its root is s over the root of n, for odd n a little more.

promptfoo counts rows that passed, failed, and ended in an error.

Read in alpaca_eval 0.6.6 (metrics/winrate.py) and openai-evals (record.py, metrics.py).
"""

from collections.abc import Callable, Mapping, Sequence
from math import fsum, isnan, nan, sqrt

from attrs import field, frozen

from measurand.auditing.runs.arithmetic import mean, standard_error, variance
from measurand.evidence.runs import Computed, Denominators, Run, Total, Unknown, near

NO_ROWS = "the log has no rows of it"
ALPACA, OPENAI, PROMPTFOO = "alpaca_eval", "openai-evals", "promptfoo"

_DRAW = 1.5
_DRAWS = 1000
_DEVIATIONS = 5
_FEWEST = 2


@frozen(kw_only=True)
class ValuesRecipe:
    """A number of the values of one column, by a named function.

    >>> made = ValuesRecipe(harness="toy", metric="sum", column="a", of=fsum)
    >>> made.signature
    'toy:sum(a)'
    """

    harness: str
    metric: str
    column: str
    of: Callable[[Sequence[float]], float | Computed] = field(repr=False)
    share: bool = False

    @property
    def signature(self) -> str:
        """Name the harness, the function, and the column."""
        return f"{self.harness}:{self.metric}({self.column})"

    def compute(self, run: Run) -> Computed | Unknown:
        """Apply the function."""
        rows = run.values.get(self.column)
        if rows is None:
            return Unknown(NO_ROWS)
        values = [
            float(value) for _, value in rows if isinstance(value, float | int) and not isnan(value)
        ]
        found = self.of(values)
        if isinstance(found, Computed):
            return found
        chain = Denominators(planned=run.planned, logged=len(rows), scored=len(values))
        total = None
        if self.share and run.planned:
            total = Total(sum=fsum(values), scored=len(values), planned=run.planned)
        return (
            Computed(value=nan, low=nan, high=nan, denominators=chain)
            if isnan(found)
            else near(
                found,
                terms=len(values),
                size=max(map(abs, values), default=0.0),
                denominators=chain,
                total=total,
            )
        )


def preference(value: float) -> float:
    """Read a preference as how far the model won, from 0 to 1.

    >>> preference(1.7), preference(0)
    (0.7, 0.5)
    """
    return (_DRAW if value == 0 else value) - 1


def _won(values: Sequence[float]) -> int:
    return sum(one > 0.5 for one in values)  # noqa: PLR2004  # half is a draw


def _drawn(values: Sequence[float]) -> int:
    return sum(one == 0.5 for one in values)  # noqa: PLR2004


ALPACA_METRICS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "win_rate": lambda p: 100 * mean(p) if p else nan,
    "standard_error": lambda p: 100 * standard_error(p) if len(p) >= _FEWEST else nan,
    "n_wins": lambda p: float(_won(p)),
    "n_wins_base": lambda p: float(len(p) - _won(p) - _drawn(p)),
    "n_draws": lambda p: float(_drawn(p)),
    "n_total": lambda p: float(len(p)),
    "discrete_win_rate": lambda p: 100 * (_won(p) + _drawn(p) / 2) / len(p) if p else nan,
}
"""The numbers of a row of a leaderboard, of shares from 0 to 1."""


def half_sample_deviation(values: Sequence[float]) -> Computed | float:
    """Give what `boostrap_std` is about, and between what 1000 draws may put it.

    >>> found = half_sample_deviation([0.0, 1.0] * 10)
    >>> round(found.value, 6), found.draws
    (0.114708, 1000)
    """
    size, drawn = len(values), len(values) // 2
    if not drawn:
        return nan
    middle = sqrt(variance(values) * (1 - drawn / size) / drawn)
    wide = _DEVIATIONS / sqrt(2 * _DRAWS)
    return Computed(
        value=middle,
        low=middle * (1 - wide),
        high=middle * (1 + wide),
        draws=_DRAWS,
        denominators=Denominators(scored=size),
        note="no bootstrap: means of half of the values, drawn without replacement",
    )


def accuracy_of_events(values: Sequence[float]) -> float:
    """Give the accuracy of `match` events; NaN where there is none.

    >>> accuracy_of_events([1.0, 0.0])
    0.5
    """
    return mean(values) if values else nan


def leaderboard_faults(row: Mapping[str, float]) -> Sequence[str]:
    """Say what numbers of a row of a leaderboard of alpaca_eval cannot stand together.

    >>> leaderboard_faults({"n_wins": 5, "n_wins_base": 3, "n_draws": 2, "n_total": 11})
    ['5 wins, 3 losses and 2 draws are 10, not n_total 11']
    """
    told = []
    counts = [row.get(name) for name in ("n_wins", "n_wins_base", "n_draws", "n_total")]
    wins, losses, draws, total = counts
    if wins is not None and losses is not None and draws is not None and total is not None:
        both = wins + losses + draws
        if both != total:
            told.append(
                f"{wins:g} wins, {losses:g} losses and {draws:g} draws are {both:g},"
                f" not n_total {total:g}"
            )
        discrete = row.get("discrete_win_rate")
        plain = 100 * (wins + draws / 2) / total if total else nan
        if discrete is not None and total and not near(plain).fits(discrete):
            told.append(f"discrete_win_rate is {discrete:g}, and the counts give {plain:.6g}")
    rate, error = row.get("win_rate"), row.get("standard_error")
    if rate is not None and not 0 <= rate <= 100:  # noqa: PLR2004  # percent
        told.append(f"win_rate is {rate:g}, outside of 0 to 100")
    elif rate is not None and error is not None and total is not None and total >= _FEWEST:
        most = 100 * sqrt(rate / 100 * (1 - rate / 100) / (total - 1))
        if error > most * (1 + 1e-9):
            told.append(
                f"standard_error is {error:g}: of {total:g} shares it is at most {most:.6g}"
            )
    return told
