"""Arguments that say how intervals and p-values are made."""

import argparse
import re
from fractions import Fraction

from measurand.edges.cli.arguments import StopError
from measurand.inference.interval import Ends
from measurand.inference.multiple import Correction
from measurand.inference.plan import MOST_REPLICATES, REPLICATES, Overflow, Plan, Stream, Test
from measurand.metrics.definitions import Definition, group_keys
from measurand.metrics.grammar import write_value
from measurand.metrics.signature import option_values
from measurand.values.fault import Fault

_STREAMS = (Stream.NUMPY, Stream.RAW, Stream.EXACT)
_PLAN = ("cluster", "ends", "level", "overflow", "replicates", "seed", "stream")
"""What is None where it was not written."""
_DECIMAL = re.compile(r"0?\.[0-9]{1,30}")


def add_plan(parser: argparse.ArgumentParser) -> None:
    """Add what says how an interval is made."""
    group = parser.add_argument_group("intervals")
    group.add_argument(
        "--cluster",
        metavar="KEY",
        help="resample the groups of a group key whole (default: each sample by itself)",
    )
    group.add_argument(
        "--ends",
        choices=[one.value for one in Ends],
        help="how the ends are read off the resampled scores (default: percentile)",
    )
    group.add_argument(
        "--level", type=share, metavar="SHARE", help="confidence of an interval (default: 0.95)"
    )
    group.add_argument(
        "--replicates",
        type=replicates,
        metavar="N",
        help=f"how many resamples, and how many random exchanges (default: {REPLICATES:,})",
    )
    group.add_argument(
        "--seed", type=seed, metavar="N", help="what the draws start from (default: 0)"
    )
    group.add_argument(
        "--stream",
        choices=[one.value for one in _STREAMS],
        help="draw through numpy (default); derive every number here, slowly; or compute the exact "
        "law without a draw, where that is feasible",
    )
    group.add_argument(
        "--overflow",
        choices=[one.value for one in Overflow],
        help="where memory does not hold the rows: no interval (default), or draw row by row, a "
        "Poisson number of each",
    )


def add_tests(parser: argparse.ArgumentParser) -> None:
    """Add what says how a p-value is found and judged."""
    group = parser.add_argument_group("tests")
    group.add_argument(
        "--test",
        choices=[one.value for one in Test],
        default=Test.SIGN_FLIP.value,
        help="how a p-value is found (default: sign_flip)",
    )
    group.add_argument(
        "--correction",
        choices=[one.value for one in Correction],
        default=Correction.HOLM.value,
        help="how p-values are adjusted for their number (default: holm)",
    )
    group.add_argument(
        "--alpha",
        type=share,
        metavar="SHARE",
        default=Fraction(1, 20),
        help="an adjusted p-value of at most this is significant (default: 0.05)",
    )


def plan_of(arguments: argparse.Namespace) -> Plan:
    """Make the plan that the arguments ask for."""
    plain = Plan()
    level, number, first = arguments.level, arguments.replicates, arguments.seed
    tests = hasattr(arguments, "test")
    return Plan(
        ends=Ends(arguments.ends or plain.ends),
        level=plain.level if level is None else level,
        test=Test(arguments.test) if tests else plain.test,
        correction=Correction(arguments.correction) if tests else plain.correction,
        alpha=arguments.alpha if tests else plain.alpha,
        replicates=plain.replicates if number is None else number,
        seed=plain.seed if first is None else first,
        stream=Stream(arguments.stream or plain.stream),
        overflow=Overflow(arguments.overflow or plain.overflow),
        cluster=arguments.cluster,
    )


def planned(arguments: argparse.Namespace) -> tuple[str, ...]:
    """List the arguments of intervals that were written.

    >>> planned(argparse.Namespace(**{**dict.fromkeys(_PLAN), "seed": 3}))
    ('--seed',)
    """
    return tuple(f"--{name}" for name in _PLAN if getattr(arguments, name) is not None)


def unplannable(definition: Definition, cluster: str | None, error: ValueError) -> StopError:
    """Say why a mean over groups cannot be resampled; any other error is raised again.

    Raises ValueError where the definition has no groups.
    """
    groups = group_keys(definition)
    if not groups:
        raise error
    average = write_value(option_values(definition)["average"])
    fault = Fault(
        path="--cluster",
        got=f"{cluster or 'none'}, and average={average}",
        expected="the groups that the outermost mean runs over",
        hint=f"--cluster {groups[0]}" if len(groups) == 1 else "",
    )
    return StopError((fault,))


def share(text: str) -> Fraction:
    """Read a number between 0 and 1.

    >>> share(".95")
    Fraction(19, 20)

    Raises argparse.ArgumentTypeError for anything else.
    """
    found = Fraction(text) if _DECIMAL.fullmatch(text) else Fraction(0)
    if not 0 < found < 1:
        message = f"a number between 0 and 1: got {text[:40]!r}"
        raise argparse.ArgumentTypeError(message)
    return found


def replicates(text: str) -> int:
    """Read a number of resamples.

    >>> replicates("1000")
    1000

    Raises argparse.ArgumentTypeError for anything else.
    """
    return _whole(text, 1, MOST_REPLICATES)


def seed(text: str) -> int:
    """Read a seed.

    >>> seed("7")
    7

    Raises argparse.ArgumentTypeError for anything else.
    """
    return _whole(text, 0, 2**64 - 1)


def _whole(text: str, least: int, most: int) -> int:
    shown = text.strip()
    number = int(shown) if shown.isdecimal() and len(shown) <= len(str(most)) else -1
    if not least <= number <= most:
        message = f"a whole number from {least} to {most}: got {text[:40]!r}"
        raise argparse.ArgumentTypeError(message)
    return number
