"""Assertions for test files: a printed number is what samples give under a definition."""

from collections.abc import Iterable

from measurand.algebra.rounding import hull
from measurand.auditing.claims.judge import Comparison, compare_printed
from measurand.auditing.claims.wording import off_text
from measurand.edges.report.numbers import show_exact, show_interval, show_score
from measurand.evidence.pool import Pool, pool
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.signature import parse, signature
from measurand.values.printed import Printed
from measurand.values.sample import Sample
from measurand.values.verdict import Verdict


class NotReproducedError(AssertionError):
    """A printed number is not what the samples give, or cannot be computed from them."""


def assert_reproduces(
    printed: str | Printed, definition: str | Definition, samples: Iterable[Sample] | Pool
) -> None:
    """Assert that samples print a number under a definition.

    The text is a printed number, such as 63.3% or 0.63, held to the digits that it has; the
    definition is a signature, or a definition. An undefined score reproduces nothing.

    >>> samples = [Sample(id="1", gold=("a",), predicted=("a", "b"))]
    >>> assert_reproduces("66.7%", "f(average=macro[sample])", samples)
    >>> assert_reproduces("63.3%", "f(average=macro[sample])", samples)
    Traceback (most recent call last):
    measurand.edges.testing.assertions.NotReproducedError: 63.3% is not reproduced
      printed:    63.3%, which is any value in [63.25%, 63.35%]
      computed:   66.667% (exactly 2/3), off by +3.367
      definition: f/1(...)

    Raises ValueError where the text is no printed number, SignatureError where the definition is
    none, UnfitSampleError where samples cannot be observed so, and TypeError where the number is no
    text or a sample is no Sample.
    """
    __tracebackhide__ = True  # pytest: the caller's line is what failed
    number = _printed(printed)
    what = parse(definition) if isinstance(definition, str) else definition
    keys = group_keys(what)
    found = (
        samples
        if isinstance(samples, Pool)
        else pool(observing(what), map(_sample, samples), names=keys)
    )
    compared = compare_printed(Finaliser(found).score(what), number, samples=found.scored())
    if compared.verdict is not Verdict.HOLDS:
        raise NotReproducedError(differ(number, what, compared))


def _printed(given: object) -> Printed:
    __tracebackhide__ = True
    if isinstance(given, Printed):
        return given
    if isinstance(given, str):
        return Printed.parse(given)
    message = f"write the number as text, with the digits that it has: {str(given)[:40]!r}"
    raise TypeError(message)


def _sample(given: object) -> Sample:
    __tracebackhide__ = True
    if isinstance(given, Sample):
        return given
    message = f"samples are measurand.Sample: got {type(given).__name__}"
    raise TypeError(message)


def differ(printed: Printed, definition: Definition, found: Comparison) -> str:
    """Say how a computed number differs from a printed one.

    >>> from fractions import Fraction
    >>> from measurand.metrics.finalise import Scored
    >>> from measurand.values.score import Defined
    >>> number = Printed.parse("0.5")
    >>> found = compare_printed(Scored(Defined(Fraction(1, 3)), 3, 0), number)
    >>> print(differ(number, parse("total(of=hits)"), found).splitlines()[2])
      computed:   0.333 (exactly 1/3), off by -0.167
    """
    span = hull(printed, found.added)
    score = found.scored.score
    off = "" if found.off is None else f", off by {off_text(found.off, printed)}"
    exact = f" (exactly {show_exact(score)})" if found.off is not None else ""
    return (
        f"{printed.text} is not reproduced\n"
        f"  printed:    {printed.text}, which is any value in "
        f"{show_interval(span.low, span.high, printed)}\n"
        f"  computed:   {show_score(score, printed)}{exact}{off}\n"
        f"  definition: {signature(definition)}"
    )
