"""The report of a two-stage review as one HTML page that needs nothing else."""

from base64 import b64encode
from hashlib import sha256
from typing import Literal

from attrs import frozen
from toolz import unique

from measurand.edges.report.extra import MissingExtraError
from measurand.edges.report.numbers import count_text
from measurand.edges.report.page_template import shipped, written
from measurand.studies.review.edge.page.cells import (
    Items,
    changed_text,
    outcome_text,
    percent_text,
    sides,
    unmarked,
    value_text,
)
from measurand.studies.review.edge.page.glosses import gloss
from measurand.studies.review.edge.page.inferred import inferred_notes, interval_cell, p_cell
from measurand.studies.review.edge.page.labels import LABELS, Lang
from measurand.studies.review.edge.page.pictures import pictures
from measurand.studies.review.edge.page.words import Labels
from measurand.studies.review.page import Line, Outcome, ReviewPage, SampleLine
from measurand.values.score import Undefined

__all__ = ["Lang", "MissingExtraError", "review_html"]

_KEY = (
    "tuple_f1_s1",
    "tuple_f1_s2",
    "delta_f1",
    "fix_rate",
    "break_rate",
    "net_gain",
    "polarity_conflict_rate",
    "aspect_hallucination_rate",
)
_SIGNS = {
    Outcome.FIXED: "▲",
    Outcome.BROKEN: "▼",
    Outcome.KEPT: "●",
    Outcome.STILL: "○",
    Outcome.UNGRADED: "–",
}


@frozen(kw_only=True)
class _Row:
    name: str
    gloss: str
    value: str | None
    percent: str
    reason: str
    denominator: str
    place: str
    interval: str
    p_value: str


@frozen(kw_only=True)
class _Sample:
    id: str
    outcome: str
    outcome_text: str
    sign: str
    change: str
    change_text: str
    gold: Items
    stage1: Items
    final: Items


def review_html(page: ReviewPage, *, lang: Literal["en", "ko", "zh"] = "en") -> str:
    """Write a page: equal pages give equal bytes, and all that is data is escaped and visible.

    >>> text = review_html(ReviewPage(run="<b>", profile="documented", n=0, digest="0"))
    >>> text.startswith("<!doctype html>"), "&lt;b&gt;" in text
    (True, True)

    Raises MissingExtraError where the extra `report` is not installed.
    """
    words = LABELS[lang]
    script = shipped("review.js")
    definitions = tuple(unique(page.lines, key=lambda line: (line.name, line.signature)))
    places = {
        (one.name, one.signature): f"definition-{at}" for at, one in enumerate(definitions, 1)
    }
    named = {line.name: _row(line, lang, places) for line in reversed(page.lines)}
    notes = inferred_notes(page, words)
    tables = (
        ("outcome", words.outcome, words.outcome_note, page.outcome),
        ("process", words.process, words.process_note, page.process),
    )
    return written(
        "review.html.j2",
        styles="review.css",
        lang=lang,
        words=words,
        page=page,
        n=count_text(page.n),
        script=script,
        hash=b64encode(sha256(script.encode()).digest()).decode(),
        key=[named[name] for name in _KEY if name in named],
        tables=[
            (name, title, note, [_row(line, lang, places) for line in lines])
            for name, title, note, lines in tables
        ],
        counts=[_row(line, lang, places) for line in page.counts],
        pictures=pictures(page, words),
        samples=[_sample(one, words) for one in page.samples],
        interval_note=notes.intervals,
        p_note=notes.p_values,
        outcomes=[(one.value, outcome_text(one, words)) for one in Outcome],
        changes=[(_change(one), changed_text(one, words)) for one in (True, False, None)],
        listed=words.listed.format(
            listed=count_text(len(page.samples)), total=count_text(page.samples_total)
        ),
        definitions=[
            (f"definition-{at}", one.name, gloss(one.name, lang), one.signature)
            for at, one in enumerate(definitions, 1)
        ],
    )


def _row(line: Line, lang: Lang, places: dict[tuple[str, str], str]) -> _Row:
    score = line.score
    return _Row(
        name=line.name,
        gloss=gloss(line.name, lang),
        value=value_text(score, line.kind, name=line.name),
        percent=percent_text(score, line.kind, name=line.name),
        reason=score.reason if isinstance(score, Undefined) else "",
        denominator=line.denominator,
        place=places[line.name, line.signature],
        interval=interval_cell(line, LABELS[lang]),
        p_value=p_cell(line),
    )


def _sample(sample: SampleLine, words: Labels) -> _Sample:
    stage1, final = sides(sample)
    return _Sample(
        id=sample.id,
        outcome=sample.outcome.value,
        outcome_text=outcome_text(sample.outcome, words),
        sign=_SIGNS[sample.outcome],
        change=_change(sample.changed),
        change_text=changed_text(sample.changed, words),
        gold=unmarked(sample.gold),
        stage1=stage1,
        final=final,
    )


def _change(changed: bool | None) -> str:  # noqa: FBT001 - a field's value
    return "unknown" if changed is None else ("yes" if changed else "no")
