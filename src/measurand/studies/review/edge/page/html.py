"""The report of a two-stage review as a page: key numbers, tables, pictures, every sample.

All words of the page are labels of its language; what a metric is called, and every signature, is
the same in all of them.
"""

from collections.abc import Iterator
from typing import Literal

from toolz import unique

from measurand.edges.report.html import page_text
from measurand.edges.report.numbers import count_text
from measurand.edges.report.page import (
    Card,
    Cell,
    Choice,
    Edit,
    Edited,
    Figure,
    Filter,
    Fold,
    Group,
    Head,
    Inline,
    Link,
    Listing,
    Look,
    Page,
    PageBlock,
    PageSection,
    Paragraph,
    Pill,
    Plain,
    Row,
    Run,
    Table,
    Terms,
    code,
    quiet,
    small,
)
from measurand.edges.report.page import Line as Text
from measurand.studies.review.edge.page.labels import LABELS, Labels, Lang, gloss
from measurand.studies.review.edge.page.pictures import Drawn, pictures
from measurand.studies.review.edge.page.view import (
    Item,
    Items,
    Mark,
    Notes,
    changed_text,
    inferred_notes,
    interval_cell,
    outcome_text,
    p_cell,
    percent_text,
    sides,
    unmarked,
    value_text,
)
from measurand.studies.review.page import Line, Outcome, ReviewPage, SampleLine
from measurand.values.score import Undefined

__all__ = ["Lang", "review_html"]

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


_CHANGES = (True, False, None)
_NOT_KNOWN = "–"


def review_html(page: ReviewPage, *, lang: Literal["en", "ko", "zh"] = "en") -> str:
    """Write a page: equal pages give equal bytes, and all that is data is escaped and visible.

    >>> text = review_html(ReviewPage(run="<b>", profile="documented", n=0, digest="0"))
    >>> text.startswith("<!doctype html>"), "&lt;b&gt;" in text
    (True, True)
    """
    words = LABELS[lang]
    definitions = tuple(unique((line.name, line.signature) for line in page.lines))
    places = {one: f"definition-{at}" for at, one in enumerate(definitions, 1)}
    notes = inferred_notes(page, words)
    parts = (
        *_key(page, words, lang),
        *(
            PageSection(place=place, title=title, blocks=tuple(blocks))
            for place, title, blocks in (
                ("outcome", words.outcome, _metrics(page.outcome, "outcome", notes, lang, places)),
                ("process", words.process, _metrics(page.process, "process", notes, lang, places)),
                ("counts", words.counts, _counts(page, lang, places)),
                (
                    "pictures",
                    words.pictures,
                    [Group("gallery", tuple(map(_picture, pictures(page, words))))],
                ),
                ("samples", words.samples, _samples(page, words)),
                ("definitions", words.definitions, _definitions(definitions, lang, places)),
            )
        ),
    )
    return page_text(
        Page(
            title=words.title,
            source=page.run,
            about=words.subtitle,
            facts=(
                (words.run, Run(page.run or _NOT_KNOWN)),
                (words.profile, Run(page.profile or _NOT_KNOWN)),
                ("N", count_text(page.n)),
                (words.digest, Run(page.digest or _NOT_KNOWN)),
            ),
            notes=page.notes,
            parts=parts,
            lang=lang,
            contents=words.contents,
        )
    )


_Places = dict[tuple[str, str], str]


def _value(line: Line) -> str | None:
    return value_text(line.score, line.kind, name=line.name)


def _percent(line: Line) -> str:
    return percent_text(line.score, line.kind, name=line.name)


def _reason(line: Line) -> str:
    return line.score.reason if isinstance(line.score, Undefined) else ""


def _named(line: Line, lang: Lang, places: _Places) -> tuple[Inline, ...]:
    """Name a metric, with a link to its definition, and say below what it is."""
    link = Link(places[line.name, line.signature], code(line.name))
    return (link, *small(gloss(line.name, lang)))


def _key(page: ReviewPage, words: Labels, lang: Lang) -> Iterator[PageSection]:
    first = {line.name: line for line in reversed(page.lines)}
    entries: list[tuple[Text, Text]] = []
    for line in (first[name] for name in _KEY if name in first):
        value = _value(line)
        shown = words.undefined if value is None else _percent(line) or value
        below = _reason(line) if value is None else line.denominator
        term = (f"{gloss(line.name, lang)} ", code(line.name))
        entries.append((term, (shown, " ", *small(below))))
    if entries:
        blocks = (Terms("key", tuple(entries)),)
        yield PageSection(place="key", title=words.key_numbers, blocks=blocks)


def _metrics(
    lines: tuple[Line, ...],
    place: Literal["outcome", "process"],
    notes: Notes,
    lang: Lang,
    places: _Places,
) -> Iterator[PageBlock]:
    words = LABELS[lang]
    if note := words.outcome_note if place == "outcome" else words.process_note:
        yield Paragraph(note)
    if not lines:
        yield Paragraph(words.no_metrics)
        return
    star = Run("*", Look.RAISED)
    yield Table(
        look="metrics",
        label=place,
        heads=(
            Head(words.metric, "name"),
            Head(words.value, "number"),
            Head(words.percent, "number"),
            Head((words.interval, star) if notes.intervals else words.interval, "interval"),
            Head(words.denominator, "denominator"),
        ),
        rows=tuple(_row(line, lang, places) for line in lines),
    )
    if notes.intervals:
        tests = f" {notes.p_values}" if notes.p_values and any(map(p_cell, lines)) else ""
        yield Paragraph((star, f" {notes.intervals}{tests}"), "foot")


def _row(line: Line, lang: Lang, places: _Places) -> Row:
    words = LABELS[lang]
    value = _value(line)
    number: tuple[Cell, ...]
    if value is None:
        why = (Run(words.undefined, Look.STRONG), f": {_reason(line)}")
        number = (Cell(why, "reason", span=2),)
    else:
        number = (Cell(value, "number value"), Cell(_percent(line), "number percent"))
    interval = (interval_cell(line, words), *small(p_cell(line)))
    return Row(cells=(_named(line, lang, places), *number, interval, line.denominator))


def _counts(page: ReviewPage, lang: Lang, places: _Places) -> Iterator[PageBlock]:
    words = LABELS[lang]
    if not page.counts:
        yield Paragraph(words.no_metrics)
        return
    entries: list[tuple[Text, Text]] = []
    for line in page.counts:
        value = _value(line)
        below = f"{_percent(line)} {line.denominator}".strip() if value else _reason(line)
        shown = words.undefined if value is None else value
        entries.append((_named(line, lang, places), (shown, " ", *small(below))))
    yield Terms("counts", tuple(entries))


def _picture(drawn: Drawn) -> Card:
    data = Plain(caption=drawn.title, heads=drawn.columns, rows=drawn.rows) if drawn.rows else None
    figure = Figure(picture=drawn.picture, name=f"picture-{drawn.name}", data=data)
    blocks = (figure,) if drawn.picture or data else ()
    return Card(title=drawn.title, blocks=(Paragraph(drawn.text), *blocks))


def _samples(page: ReviewPage, words: Labels) -> Iterator[PageBlock]:
    if not page.samples:
        yield Paragraph(words.samples_none)
        return
    listed = words.listed.format(
        listed=count_text(len(page.samples)), total=count_text(page.samples_total)
    )
    yield Paragraph(f"{listed} {words.samples_text}")
    yield Filter(
        table="samples-table",
        search=words.search,
        every=words.all,
        showing=words.showing,
        choices=(
            Choice(
                name="outcome",
                label=words.outcome_of,
                values=tuple((one.value, outcome_text(one, words)) for one in Outcome),
            ),
            Choice(
                name="change",
                label=words.change,
                values=tuple(
                    (_change(one), changed_text(one, words)) for one in (True, False, None)
                ),
            ),
        ),
    )
    lists = (words.gold, words.stage1, words.final)
    yield Table(
        look="samples",
        place="samples-table",
        label="samples",
        heads=(
            Head(words.sample, "sample"),
            Head(words.outcome_of, "change"),
            *(Head(one, "list") for one in lists),
        ),
        rows=tuple(_sample(one, words) for one in page.samples),
    )


def _sample(sample: SampleLine, words: Labels) -> Row:
    stage1, final = sides(sample)
    outcome = sample.outcome
    state = Pill(_SIGNS[outcome], outcome_text(outcome, words), outcome.value)
    return Row(
        cells=(
            code(sample.id),
            (state, " ", quiet(changed_text(sample.changed, words))),
            *(_listing(one, words) for one in (unmarked(sample.gold), stage1, final)),
        ),
        data=(("outcome", outcome.value), ("change", _change(sample.changed))),
    )


def _listing(items: Items, words: Labels) -> Inline:
    if items is None:
        return quiet(words.absent)
    return (
        Listing(tuple(_item(one, words) for one in items), "items")
        if items
        else quiet(words.nothing)
    )


def _item(item: Item, words: Labels) -> Text:
    times = (" ", Run(f"×{item.times}", Look.TIMES)) if item.times > 1 else ()
    text = (Run(item.text), *times)
    match item.mark:
        case Mark.SAME:
            return text
        case Mark.ADDED:
            return Edited(Edit.ADDED, item.mark.value, words.added, text)
        case Mark.REMOVED:
            return Edited(Edit.REMOVED, item.mark.value, words.removed, text)


def _definitions(
    definitions: tuple[tuple[str, str], ...], lang: Lang, places: _Places
) -> Iterator[PageBlock]:
    words = LABELS[lang]
    if not definitions:
        yield Paragraph(words.definitions_none)
        return
    yield Paragraph(words.definitions_text)
    folds = tuple(
        Fold(
            (code(name), *small(gloss(name, lang))),
            (Paragraph(code(signature), place=places[name, signature]),),
        )
        for name, signature in definitions
    )
    yield Group("definitions", folds)


def _change(changed: bool | None) -> str:  # noqa: FBT001 - a field's value
    return "unknown" if changed is None else ("yes" if changed else "no")
