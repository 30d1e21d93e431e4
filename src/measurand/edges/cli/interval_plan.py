"""Arguments that say how intervals and p-values are made."""

from fractions import Fraction

from attrs import asdict, frozen

from measurand.edges.cli.converters import seed, share, whole
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.request import Arguments, choice, option
from measurand.inference.adjustment import Correction
from measurand.inference.interval import Ends
from measurand.inference.plan import MOST_REPLICATES, REPLICATES, Overflow, Plan, Stream, Test
from measurand.metrics.definitions import Definition, group_keys
from measurand.metrics.grammar import write_value
from measurand.metrics.signature import option_values

_STREAMS = (Stream.NUMPY, Stream.RAW, Stream.EXACT)
_REPLICATES = whole(1, MOST_REPLICATES)
_PLAIN = Plan()


@frozen(kw_only=True)
class IntervalPlan(Arguments):
    """How an interval is made; what is None was not written."""

    TITLE = "intervals"

    cluster: str | None = option(
        str,
        metavar="KEY",
        says="resample the groups of a group key whole (default: each sample by itself)",
    )
    ends: Ends | None = choice(
        tuple(Ends),
        says="how the ends are read off the resampled scores (default: percentile; jackknife for "
        "estimates from labels)",
    )
    level: Fraction | None = option(
        share, metavar="SHARE", says="confidence of an interval (default: 0.95)"
    )
    replicates: int | None = option(
        _REPLICATES,
        metavar="N",
        says=f"how many resamples, and how many random exchanges (default: {REPLICATES:,})",
    )
    seed: int | None = option(seed, metavar="N", says="what the draws start from (default: 0)")
    stream: Stream | None = choice(
        _STREAMS,
        rare=True,
        says="draw through numpy (default); derive every number here, slowly; or compute the exact "
        "law without a draw, where that is feasible",
    )
    overflow: Overflow | None = choice(
        tuple(Overflow),
        rare=True,
        says="where memory does not hold the rows: no interval (default), or draw row by row, a "
        "Poisson number of each",
    )

    @property
    def written(self) -> tuple[str, ...]:
        """List the arguments that were written.

        >>> IntervalPlan(seed=3).written
        ('--seed',)
        """
        values = asdict(self, recurse=False)
        return tuple(f"--{name}" for name in sorted(values) if values[name] is not None)


@frozen(kw_only=True)
class Significance(Arguments):
    """How a p-value is found and judged."""

    TITLE = "tests"

    test: Test = choice(tuple(Test), says="how a p-value is found", default=_PLAIN.test)
    correction: Correction = choice(
        tuple(Correction),
        rare=True,
        says="how p-values are adjusted for their number",
        default=_PLAIN.correction,
    )
    alpha: Fraction = option(
        share,
        metavar="SHARE",
        default=_PLAIN.alpha,
        says="an adjusted p-value of at most this is significant (default: 0.05)",
    )


def plan_of(intervals: IntervalPlan, tests: Significance | None = None) -> Plan:
    """Make the plan that is asked for."""
    tested = Significance() if tests is None else tests
    level, number, first = intervals.level, intervals.replicates, intervals.seed
    return Plan(
        ends=intervals.ends or _PLAIN.ends,
        labelled_ends=intervals.ends or _PLAIN.labelled_ends,
        level=_PLAIN.level if level is None else level,
        test=tested.test,
        correction=tested.correction,
        alpha=tested.alpha,
        replicates=_PLAIN.replicates if number is None else number,
        seed=_PLAIN.seed if first is None else first,
        stream=intervals.stream or _PLAIN.stream,
        overflow=intervals.overflow or _PLAIN.overflow,
        cluster=intervals.cluster,
    )


def unplannable(definition: Definition, cluster: str | None, error: ValueError) -> StopError:
    """Say why a mean over groups cannot be resampled; any other error is raised again.

    Raises ValueError where the definition has no groups.
    """
    groups = group_keys(definition)
    if not groups:
        raise error
    average = write_value(option_values(definition)["average"])
    return stop(
        "--cluster",
        f"{cluster or 'none'}, and average={average}",
        "the groups that the outermost mean runs over",
        f"--cluster {groups[0]}" if len(groups) == 1 else "",
    )
