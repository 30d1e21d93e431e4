"""Two systems compared, as a document: differences, tests, sizes of effect."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from measurand.edges.files.json.exact import decimal_text
from measurand.edges.report.document import Block, Document, Grid, Prose
from measurand.edges.report.inferred import (
    NONE,
    interval_text,
    level_text,
    number_text,
    p_text,
    plan_text,
    points_note,
)
from measurand.edges.report.score_view import shown_score
from measurand.edges.report.source_view import sources_grid
from measurand.inference.adjustment import Correction
from measurand.inference.effects import Effect, Effects
from measurand.inference.family import Judged
from measurand.inference.plan import AtAlpha, Plan
from measurand.inference.pvalue import PValue
from measurand.metrics.definitions import Definition
from measurand.metrics.needs import Reading
from measurand.metrics.signature import brief, signature
from measurand.values.score import Score, Undefined

_ALPHA_DECIMALS = 30


@frozen(kw_only=True)
class Compared:
    """What came of two files: the tests of a family, one for each definition, and the plan.

    `alone` counts the samples that only the first, or only the second, file has. `answers` are the
    paths of the two answers, where both stand in one file.
    """

    tests: tuple[tuple[Definition, Judged], ...]
    plan: Plan
    files: tuple[str, str]
    alone: tuple[int, int]
    readings: Mapping[str, Reading]
    answers: tuple[str, ...] = ()


def compare_document(found: Compared) -> Document:
    """Lay out a comparison.

    >>> nothing = Compared(tests=(), plan=Plan(), files=("a", "b"), alone=(1, 0), readings={})
    >>> [block.title for block in compare_document(nothing) if isinstance(block, Grid)]
    ['Comparison', 'Sizes of effect', 'Definitions', 'Sources']
    """
    return (*_blocks(found), sources_grid(found.readings))


def _blocks(found: Compared) -> Iterator[Block]:
    tests = [(f"d{at}", judged) for at, (_, judged) in enumerate(found.tests, 1)]
    intervals = [judged.hypothesis.found.interval for _, judged in tests]
    correction = found.plan.correction
    adjusted = () if correction is Correction.NONE else (f"p ({correction.value})",)
    scores = ("first", "second", "difference")
    yield Grid(
        "Comparison",
        ("definition", *scores, level_text(found.plan), "p", *adjusted, "verdict"),
        tuple((name, *_row(judged, adjusted=bool(adjusted))) for name, judged in tests),
        notes=(_FIRST_LESS_SECOND, *points_note(intervals), *_reasons(tests)),
        short=Grid(
            "Comparison",
            ("definition", *scores, level_text(found.plan), "p", *adjusted, "verdict"),
            tuple(
                (brief(one), *_row(judged, adjusted=bool(adjusted))) for one, judged in found.tests
            ),
            notes=(*points_note(intervals), *_reasons(tests)),
        ),
    )
    yield Prose(tuple(_how(found)))
    yield Grid(
        "Sizes of effect",
        ("definition", "d_z", "interval", "dominance", "interval", "units", "left out"),
        tuple((name, *_sizes(judged)) for name, judged in tests),
        notes=(_SIZES, _UNITS + _LACKING[bool(found.answers)], *_size_reasons(tests)),
        aside=True,
    )
    yield Grid(
        "Definitions",
        ("definition", "signature"),
        tuple((f"d{at}", signature(one)) for at, (one, _) in enumerate(found.tests, 1)),
        aside=True,
    )


_FIRST_LESS_SECOND = "difference: first less second"
_SIZES = (
    "d_z: mean difference over the standard deviation of differences; dominance: share of units "
    "where the first is larger, less that where the second is"
)
_UNITS = (
    "units: what is resampled and exchanged; left out: samples that lack what is scored in one of "
)
_LACKING = {False: "the files", True: "the answers"}


def _reasons(tests: Sequence[tuple[str, Judged]]) -> tuple[str, ...]:
    """Say why numbers are not there, each reason once for a definition."""
    told: list[str] = []
    for name, judged in tests:
        found = judged.hypothesis.found
        parts = (found.first, found.second, found.difference, found.interval, found.p_value)
        why = dict.fromkeys(one.reason for one in parts if isinstance(one, Undefined))
        told += [f"n/a in {name}: {'; '.join(why)}"] if why else []
    return tuple(told)


def _size_reasons(tests: Sequence[tuple[str, Judged]]) -> tuple[str, ...]:
    told: list[str] = []
    for name, judged in tests:
        match judged.hypothesis.found.effects:
            case Undefined(reason):
                why = [reason]
            case Effects(one, other):
                both = (one, *(part.interval for part in (one, other) if isinstance(part, Effect)))
                why = [part.reason for part in both if isinstance(part, Undefined)]
        told += [f"n/a in {name}: {'; '.join(dict.fromkeys(why))}"] if why else []
    return tuple(told)


def _how(found: Compared) -> Iterator[str]:
    plan = found.plan
    number = next((judged.tests for _, judged in found.tests), 0)
    p_values = (judged.hypothesis.found.p_value for _, judged in found.tests)
    ways = dict.fromkeys(p.how for p in p_values if isinstance(p, PValue))
    alpha = decimal_text(plan.alpha, _ALPHA_DECIMALS).rstrip("0")
    bound = f"at {alpha} or less" if plan.at_alpha is AtAlpha.SIGNIFICANT else f"below {alpha}"
    if found.answers:
        yield f"first: {found.answers[0]}; second: {found.answers[1]}; of {found.files[0]}."
    else:
        first, second = found.alone
        yield f"first: {found.files[0]}; second: {found.files[1]}; joined by id."
        told = f"{first} of the first, {second} of the second"
        if first or second:
            yield f"Not compared, as one file alone has them: {told}."
    yield plan_text(plan)
    yield (
        f"Tests: two-sided{''.join(f'; {way}' for way in ways)}; {plan.correction.value} over "
        f"{number} test{'' if number == 1 else 's'}, significant {bound}."
    )


def _row(judged: Judged, *, adjusted: bool) -> tuple[str, ...]:
    found = judged.hypothesis.found
    return (
        *(_score(one) for one in (found.first, found.second, found.difference)),
        interval_text(found.interval),
        p_text(found.p_value),
        *((p_text(judged.adjusted),) if adjusted else ()),
        judged.verdict.value,
    )


def _score(score: Score) -> str:
    return NONE if isinstance(score, Undefined) else shown_score(score)


def _sizes(judged: Judged) -> tuple[str, ...]:
    found = judged.hypothesis.found
    match found.effects:
        case Effects(standardised, dominance):
            sizes = (*_size(standardised), *_size(dominance))
        case Undefined():
            sizes = (NONE,) * 4
    return (*sizes, str(found.units), str(found.left_out))


def _size(found: Effect | Undefined) -> tuple[str, str]:
    match found:
        case Undefined():
            return NONE, NONE
        case Effect(value, interval):
            return number_text(value), interval_text(interval).rstrip("*")
