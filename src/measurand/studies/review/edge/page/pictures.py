"""The pictures of the report page, each with its description and its data as a table.

A sheet is as wide as a phone, so that its letters can be read there; names stand above their bars,
so that long ones have room. What a colour says is also said in words.
"""

from attrs import frozen

from measurand.edges.report.numbers import count_text
from measurand.edges.report.picture import Box, Picture, Shape, Words, clipped, letters
from measurand.studies.review.edge.page.cells import share_text, value_text
from measurand.studies.review.edge.page.flow import flow_picture
from measurand.studies.review.edge.page.words import Labels
from measurand.studies.review.page import AspectConflicts, Flow, Kind, ReviewPage
from measurand.values.score import Defined, Undefined

_WIDTH = 320.0
_ROW = 34.0
_BAR = 9.0
_NAMED = 15
"""Aspects with a conflict that are named; the others are summed."""
_WIDE = 44
_CAUSES = ("out_of_text", "span_misalignment", "target_filter")


@frozen(kw_only=True)
class Drawn:
    """A picture and its data; without one there is nothing to draw, and `text` says so.

    >>> Drawn(name="flow", title="Flow", text="None.", picture=None, columns=("a",), rows=()).rows
    ()
    """

    name: str
    title: str
    text: str
    picture: Picture | None
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen(kw_only=True)
class _Bar:
    label: str
    value: str
    length: float
    ink: str = "bar"
    track: bool = True


def pictures(page: ReviewPage, words: Labels) -> tuple[Drawn, ...]:
    """Draw the pictures of a page.

    >>> from measurand.studies.review.edge.page.labels import LABELS
    >>> page = ReviewPage(run="r", profile="p", n=0, digest="0")
    >>> [picture.name for picture in pictures(page, LABELS["en"])]
    ['flow', 'stages', 'edits', 'conflicts', 'causes']
    """
    drawn = (_flow, _stages, _edits, _conflicts, _causes)
    return tuple(picture(page, words) for picture in drawn)


def _flow(page: ReviewPage, words: Labels) -> Drawn:
    flow = page.flow or Flow(0, 0, 0, 0)
    ways = (
        (words.kept, words.right, words.right, flow.kept),
        (words.fixed, words.wrong, words.right, flow.fixed),
        (words.broken, words.right, words.wrong, flow.broken),
        (words.still, words.wrong, words.wrong, flow.still),
    )
    text = words.flow_none
    if flow.graded:
        text = words.flow_text.format(
            graded=count_text(flow.graded),
            before=count_text(flow.kept + flow.broken),
            after=count_text(flow.kept + flow.fixed),
            fixed=count_text(flow.fixed),
            broken=count_text(flow.broken),
            kept=count_text(flow.kept),
            still=count_text(flow.still),
        )
    rows = tuple(
        (way, before, after, count_text(number), share_text(number, flow.graded))
        for way, before, after, number in ways
    )
    return Drawn(
        name="flow",
        title=words.flow_title,
        text=text,
        picture=flow_picture(flow, words, text=text) if flow.graded else None,
        columns=(words.outcome_of, words.before, words.after, words.samples, words.share),
        rows=(*rows, (words.ungraded, "–", "–", count_text(flow.ungraded), "–")),
    )


def _stages(page: ReviewPage, words: Labels) -> Drawn:
    bars, rows = [], []
    for label, score in page.stages:
        shown = value_text(score, Kind.SCORE) or words.undefined
        length = float(score.value) if isinstance(score, Defined) else 0.0
        bars.append(_Bar(label=label, value=shown, length=length))
        reason = score.reason if isinstance(score, Undefined) else ""
        rows.append((label, f"{shown}: {reason}" if reason else shown))
    text = words.stages_text if bars else words.stages_none
    return Drawn(
        name="stages",
        title=words.stages_title,
        text=text,
        picture=_bars(words.stages_title, text, bars),
        columns=(words.stage, "F1"),
        rows=tuple(rows),
    )


def _edits(page: ReviewPage, words: Labels) -> Drawn:
    names = {
        "remove_hit": words.remove_hit,
        "remove_miss": words.remove_miss,
        "add_hit": words.add_hit,
        "add_miss": words.add_miss,
    }
    most = max((abs(part) for _, part in page.edits), default=0)
    shown = [(names.get(name, name), part, f"{float(part):+.4f}") for name, part in page.edits]
    bars = [
        _Bar(
            label=name,
            value=text,
            length=float(abs(part) / most),
            ink="warn" if part < 0 else "bar",
        )
        for name, part, text in shown
        if most
    ]
    total = f"{float(sum(part for _, part in page.edits)):+.4f}"
    text = words.edits_text if page.edits else words.edits_none
    return Drawn(
        name="edits",
        title=words.edits_title,
        text=text,
        picture=_bars(words.edits_title, text, bars),
        columns=(words.edit, words.edit_share),
        rows=(*((name, text) for name, _, text in shown), (words.edits_sum, total))
        if shown
        else (),
    )


def _conflicts(page: ReviewPage, words: Labels) -> Drawn:
    ranked = sorted(page.conflicts, key=lambda one: (-one.conflicting, -one.samples, one.aspect))
    named = [one for one in ranked if one.conflicting][:_NAMED]
    others = ranked[len(named) :]
    most = max((one.conflicting for one in named), default=0) or 1
    bars = [
        _Bar(
            label=one.aspect or words.no_term,
            value=_m_of_n(one, words),
            length=one.conflicting / most,
            ink="warn",
        )
        for one in named
    ]
    if others:
        label = (words.other_aspects if named else words.all_aspects).format(
            n=count_text(len(others))
        )
        rest = AspectConflicts(
            label, sum(one.conflicting for one in others), sum(one.samples for one in others)
        )
        named.append(rest)
        bars.append(_Bar(label=label, value=_m_of_n(rest, words), length=0, track=False))
    text = words.conflicts_none
    if named:
        text = words.conflicts_text.format(aspects=count_text(len(ranked)))
    return Drawn(
        name="conflicts",
        title=words.conflicts_title,
        text=text,
        picture=_bars(words.conflicts_title, text, bars),
        columns=(words.aspect, words.conflicting, words.samples, words.share),
        rows=tuple(
            (
                one.aspect or words.no_term,
                count_text(one.conflicting),
                count_text(one.samples),
                share_text(one.conflicting, one.samples),
            )
            for one in named
        ),
    )


def _m_of_n(one: AspectConflicts, words: Labels) -> str:
    return words.m_of_n.format(m=count_text(one.conflicting), n=count_text(one.samples))


def _causes(page: ReviewPage, words: Labels) -> Drawn:
    total = sum(number for _, number in page.causes)
    most = max((number for _, number in page.causes), default=0) or 1
    names = dict(
        zip(_CAUSES, (words.out_of_text, words.span_misalignment, words.target_filter), strict=True)
    )
    causes = [(names.get(cause, cause), number) for cause, number in page.causes]
    text = words.causes_text.format(total=count_text(total)) if causes else words.causes_none
    bars = [
        _Bar(label=cause, value=count_text(number), length=number / most, ink="warn")
        for cause, number in causes
    ]
    return Drawn(
        name="causes",
        title=words.causes_title,
        text=text,
        picture=_bars(words.causes_title, text, bars),
        columns=(words.cause, words.samples, words.share),
        rows=tuple(
            (cause, count_text(number), share_text(number, total)) for cause, number in causes
        ),
    )


def _bars(title: str, text: str, bars: list[_Bar]) -> Picture | None:
    if not bars:
        return None
    shapes: list[Shape] = []
    for at, bar in enumerate(bars):
        y = 14 + at * _ROW
        room = _WIDE - letters(bar.value)
        shapes += [
            Words(0, y, clipped(bar.label, room)),
            Words(_WIDTH, y, bar.value, "bold end"),
        ]
        lengths = (("track", 1.0), (bar.ink, min(max(bar.length, 0), 1))) if bar.track else ()
        shapes += [
            Box(ink, 0, y + 5, _WIDTH * length, y + 5 + _BAR) for ink, length in lengths if length
        ]
    height = len(bars) * _ROW - 4
    return Picture(width=_WIDTH, height=height, shapes=tuple(shapes), title=title, text=text)
