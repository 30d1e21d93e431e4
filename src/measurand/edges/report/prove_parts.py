"""Parts of what was proven: readings in short, what follows for the test set, a data set."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from toolz import groupby

from measurand.audit.proofs.feasible.identify import Identified, Possible
from measurand.audit.proofs.finding import Finding, Witness
from measurand.edges.files.json.exact import short_text
from measurand.edges.report.document import Block, Grid
from measurand.values.sample import Sample
from measurand.values.tally import Tally

_MOST = 12
_MOST_SAMPLES = 40


def short_reading(reading: str, apart: frozenset[str]) -> str:
    """Write only the options of a reading that tell it apart.

    >>> short_reading("average=micro,credit=binary", frozenset({"credit=binary"}))
    'credit=binary'
    """
    return ", ".join(part for part in reading.split(",") if part in apart)


def differing(findings: Sequence[Finding]) -> frozenset[str]:
    """List the options that not all readings have.

    >>> differing(())
    frozenset()
    """
    parts = [one.reading.split(",") for one in findings]
    return frozenset(part for some in parts for part in some) - _common(findings)


def _common(findings: Sequence[Finding]) -> frozenset[str]:
    parts = [frozenset(one.reading.split(",")) for one in findings]
    return frozenset.intersection(*parts) if len(parts) > 1 else frozenset()


def shared(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Say once what all readings share.

    >>> shared(())
    ()
    """
    if not findings:
        return ()
    common = _common(findings)
    words = [part for part in findings[0].reading.split(",") if part in common]
    return (f"all of them: {', '.join(words)}",) if words else ()


def revealed_grids(found: Sequence[Identified]) -> Iterator[Block]:
    """Lay out which options a table identifies, and which numbers follow reading by reading.

    What test sets share is said once; where there are several, notes name their rows.

    >>> list(revealed_grids(()))
    []
    """
    known = [one for one in found if one.feasible and _options(one)]
    for rows, alike in groupby(_options, known).items():
        names = ("option", "identified", "not refuted", "asked")
        notes = _of_rows(alike) if len(known) > 1 else ()
        yield Grid("What the table identifies", names, rows, notes=notes)
    told = [one for one in found if _numbers(one)]
    for (rows, more), alike in groupby(lambda one: (_numbers(one), _more(one)), told).items():
        heads = ("reading", "number", "possible", "undecided", "proven not to be")
        title = "What follows for the test set, reading by reading"
        yield Grid(title, heads, rows, notes=(*more, *(_of_rows(alike) if len(told) > 1 else ())))


def _options(one: Identified) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            option.name,
            "yes" if option.identified else "no",
            ", ".join(option.values),
            ", ".join(option.considered),
        )
        for option in one.options
        if len(option.considered) > 1
    )


def _numbers(one: Identified) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (short_reading(revealed.reading.text, differing(one.findings)), *_number(number))
        for revealed in one.revealed[:_MOST]
        for number in revealed.numbers
    )


def _more(one: Identified) -> tuple[str, ...]:
    more = len(one.revealed) - _MOST
    return (f"{more} more readings: --format json has all",) if more > 0 else ()


def _of_rows(alike: Sequence[Identified]) -> tuple[str, ...]:
    rows = dict.fromkeys(row for one in alike for row in one.findings[0].rows)
    return (f"of {_few(list(rows))}",)


def _number(number: Possible) -> tuple[str, str, str, str]:
    values = _few(number.values) + (" (certain)" if number.certain else "")
    many = len(number.refuted)
    refuted = "1 other" if many == 1 else f"{many} others" if many else "none"
    beyond = "" if number.bounded else "; larger ones were not asked"
    return number.what, values, _few(number.undecided), f"{refuted}{beyond}"


def _few(words: Sequence[str]) -> str:
    more = len(words) - _MOST
    return ", ".join(words[:_MOST]) + (f" and {more} more" if more > 0 else "")


def data_set(findings: Iterable[Finding]) -> tuple[str, tuple[tuple[str, tuple[Sample, ...]], ...]]:
    """Find the first synthetic data set, and the reading under which it prints the table.

    >>> data_set(())
    ('', ())
    """
    for one in findings:
        for ground in one.grounds:
            if isinstance(ground, Witness) and ground.samples:
                return one.reading, ground.samples
    return "", ()


def data_grid(findings: Iterable[Finding]) -> Iterator[Block]:
    """Lay out the first data set that was found.

    >>> list(data_grid(()))
    []
    """
    reading, samples = data_set(findings)
    if not samples:
        return
    rows = [(label, sample.id, *_counts(sample)) for label, some in samples for sample in some]
    more = len(rows) - _MOST_SAMPLES
    notes = [f"scored under {reading} it prints every cell; it is made up, not the real data"]
    if more > 0:
        notes.append(f"{more} more samples: --witness FILE writes all")
    yield Grid(
        "A data set that prints the table",
        ("row", "sample", "hits", "predicted", "gold"),
        tuple(rows[:_MOST_SAMPLES]),
        notes=tuple(notes),
    )


def _counts(sample: Sample) -> tuple[str, str, str]:
    tally = dict(sample.counts or ()).get("", Tally())
    hits, predicted, gold = map(Fraction, (tally.hits, tally.predicted, tally.gold))
    return short_text(hits, 6), short_text(predicted, 6), short_text(gold, 6)
