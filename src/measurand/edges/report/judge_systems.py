"""Two systems that one judge saw, as a document and as a sentence for a paper."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from measurand.edges.report.document import Block, Document, Grid, Prose
from measurand.edges.report.inferred import (
    NONE,
    interval_text,
    level_text,
    p_text,
    points_note,
    score_text,
)
from measurand.edges.report.judge_view import (
    SAYS,
    WORDS,
    LostLabels,
    assumed,
    drawn_how,
    effects_blocks,
    judge_plan_text,
    low_high,
)
from measurand.edges.report.source_view import sources_grid
from measurand.inference.interval import Interval
from measurand.inference.judged import Named
from measurand.inference.judged_systems import Apart, JudgedDifference, SystemsPart
from measurand.inference.pvalue import PValue
from measurand.metrics.needs import Reading
from measurand.metrics.signature import signature
from measurand.values.score import Defined, Undefined


@frozen
class Against:
    """The difference of two systems, the files of both, the group of slices, and what was read."""

    found: JudgedDifference
    files: tuple[str, str]
    by: str | None
    readings: Mapping[str, Reading]

    @property
    def lost(self) -> LostLabels:
        """Count the labels that no number knows."""
        return LostLabels.of(self.readings)


def systems_document(against: Against) -> Document:
    """Lay out how far two systems are apart."""
    return (*_blocks(against), sources_grid(against.readings))


def _blocks(against: Against) -> Iterator[Block]:
    found = against.found
    yield Prose((*systems_headline(against), *against.lost.told))
    yield Grid(
        "The difference",
        ("number", "first", "second", "difference", level_text(found.plan), "p", "what it is"),
        tuple((WORDS[one.name], *_row(one), SAYS[one.name]) for one in found.every.numbers),
        notes=_notes(found.every.numbers),
    )
    first, second = found.alone
    yield Prose(
        (
            f"first: {against.files[0]}; second: {against.files[1]}; joined by id.",
            f"Left out, as one alone has them: {first:,} of the first, {second:,} of the other.",
            judge_plan_text(found.plan),
            f"Tests: two-sided{''.join(f'; {way}' for way in _ways(found))}.",
            assumed(found.drawn, against.lost),
        )
    )
    if against.by is not None:
        yield from _slices(against.by, found)
    yield from effects_blocks(found.effects, found.plan, _MORE_FAVOURED)
    yield Grid(
        "Definitions",
        ("number", "signature"),
        tuple((WORDS[one.name], signature(one.definition)) for one in found.every.numbers),
    )


_MORE_FAVOURED = (
    "how much more the judge favours the first, for one more of the covariate in its answer than "
    "in the second's, the others held"
)


def _ways(found: JudgedDifference) -> Iterable[str]:
    p_values = (one.found.p_value for one in found.every.numbers)
    return dict.fromkeys(p.how for p in p_values if isinstance(p, PValue))


def systems_headline(against: Against) -> tuple[str, ...]:
    """Say in short how far two systems are apart, and whom the judge favours."""
    every = against.found.every
    read = f"{every.samples:,} samples have a verdict of the judge on both systems"
    return (
        f"{read}, {every.labelled:,} a human label on both.",
        _told(every.number(Named.PAIRED), "Corrected, the first is", _BETTER),
        _told(every.number(Named.BIAS), "The judge favours", _FAVOURED),
    )


_BETTER = ("better", "worse", "Corrected, nothing shows that they differ")
_FAVOURED = ("the first", "the second", "Nothing shows that the judge favours either")


def _told(one: Apart, start: str, words: tuple[str, str, str]) -> str:
    more, less, neither = words
    match one.found.interval:
        case Interval(low=low) if low > 0:
            said = f"{start} {more}"
        case Interval(high=high) if high < 0:
            said = f"{start} {less}"
        case Interval():
            said = neither
        case Undefined(reason):
            return f"{WORDS[one.name]}: the difference is not known: {reason}."
    return f"{said}: {score_text(one.found.difference)} {interval_text(one.found.interval)}."


def _row(one: Apart) -> tuple[str, ...]:
    found = one.found
    return (
        *(score_text(part) for part in (found.first, found.second, found.difference)),
        interval_text(found.interval),
        p_text(found.p_value),
    )


def _notes(numbers: Sequence[Apart]) -> tuple[str, ...]:
    reasons = [
        f"n/a in {WORDS[one.name]}: {part.reason}"
        for one in numbers
        for part in (one.found.first, one.found.difference, one.found.interval, one.found.p_value)
        if isinstance(part, Undefined)
    ]
    points = points_note(one.found.interval for one in numbers)
    return ("difference: first less second", *points, *dict.fromkeys(reasons))


def _slices(by: str, found: JudgedDifference) -> Iterator[Grid]:
    """Lay out one table for each number: its slices are one family of tests."""
    names = dict.fromkeys(one.name for part in found.slices for one in part.numbers)
    for name in names:
        rows = [(part, part.number(name)) for part in found.slices]
        yield Grid(
            f"{WORDS[name][:1].upper()}{WORDS[name][1:]}, by {by}",
            (
                *(by, "samples", "labels", "difference"),
                *(level_text(found.plan), "p", "p (holm)"),
            ),
            tuple(_slice(part, one) for part, one in rows),
            notes=(
                f"p: that both systems are alike there; holm over {len(found.slices)} slices",
                *_reasons(rows),
            ),
        )


def _slice(part: SystemsPart, one: Apart) -> tuple[str, ...]:
    adjusted = NONE if one.adjusted is None else p_text(one.adjusted)
    return part.name, f"{part.samples:,}", f"{part.labelled:,}", *_row(one)[2:], adjusted


def _reasons(rows: Sequence[tuple[SystemsPart, Apart]]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            f"n/a in {part.name}: {why.reason}"
            for part, one in rows
            for why in (one.found.difference, one.found.interval, one.found.p_value)
            if isinstance(why, Undefined)
        )
    )


def systems_sentence(against: Against) -> str:
    """Say for a paper how far both are apart, what the judge says, and what both rest on."""
    found, every = against.found, against.found.every
    corrected, alone = every.number(Named.PAIRED), every.number(Named.JUDGE_ALONE)
    score, interval = corrected.found.difference, corrected.found.interval
    if not isinstance(score, Defined) or not isinstance(interval, Interval):
        why = next((one.reason for one in (score, interval) if isinstance(one, Undefined)), "none")
        return f"No corrected difference: {why}."
    level = f"{float(100 * found.plan.level):g} %"
    errors = "" if found.plan.cluster is None else f", by {found.plan.cluster}"
    judge, drawn = alone.found.difference, drawn_how(found.drawn, against.lost)
    said = f"{float(judge.value):.3f}" if isinstance(judge, Defined) else "nothing"
    return (
        f"The corrected difference is {float(score.value):.3f} ({level} interval "
        f"{low_high(interval)}{errors}; p = {p_text(corrected.found.p_value)}), by "
        f"prediction-powered inference on the differences of a judge's verdicts on "
        f"{every.samples:,} samples that both systems answered and human labels on both for "
        f"{every.labelled:,} of them, {drawn}; the judge alone says {said}. "
        f"Definition: {signature(corrected.definition)}."
    )
