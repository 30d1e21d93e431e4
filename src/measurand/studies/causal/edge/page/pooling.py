"""What a ratio of sums leaves as it is: numbers that graphs have whole, not by their subjects."""

from collections.abc import Iterator

from measurand.studies.causal.choices import Pooling
from measurand.studies.causal.options import CF, COVERAGE, FACTS, HIGH, LOW, Options

_WHOLE = frozenset({CF, LOW, HIGH, COVERAGE, "logic", "logic_low", "logic_high", "graph", FACTS[0]})


def pooled_note(options: Options) -> Iterator[str]:
    """Say which of the tested numbers stay means over graphs where the others are ratios of sums.

    >>> list(pooled_note(Options(pooling=Pooling.SUMS, tested=("cf", "abductive"))))
    ['pooling=sums: cf counts every graph once; the others are ratios of sums over all subjects']
    >>> list(pooled_note(Options()))
    []
    """
    whole = [name for name in options.tested if name in _WHOLE]
    if options.pooling is Pooling.SUMS and whole:
        count = "counts" if len(whole) == 1 else "count"
        rest = "; the others are ratios of sums over all subjects"
        more = rest if len(whole) < len(options.tested) else ""
        yield f"pooling=sums: {', '.join(whole)} {count} every graph once{more}"
