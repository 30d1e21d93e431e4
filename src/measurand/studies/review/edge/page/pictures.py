"""The pictures of the report page, each with its description and its data as a table.

A sheet is as wide as a phone, so that its letters can be read there; names stand above their bars,
so that long ones have room. What a colour says is also said in words.
"""

from attrs import evolve, frozen

from measurand.edges.report.numbers import count_text
from measurand.edges.report.picture import Box, Picture, Ribbon, Shape, Words, clipped, letters
from measurand.studies.review.edge.page.labels import Labels
from measurand.studies.review.edge.page.view import share_text, value_text
from measurand.studies.review.page import AspectConflicts, Flow, Kind, ReviewPage
from measurand.values.score import Defined, Undefined

# What became of the samples: right above wrong, twice, and four ways between. A way is as thick as
# its share, so that both columns are filled; names are pushed apart where ways are thin.

_SHEET = 320.0
_TOP, _TALL, _GAP, _FOOT = 34.0, 200.0, 16.0, 12.0
_BEFORE, _AFTER, _THICK = 76.0, 202.0, 10.0
_LINE = 15.0
_APART = 35.0


@frozen
class _Way:
    word: str
    number: int
    ink: str
    start: float
    end: float


def flow_picture(flow: Flow, words: Labels, *, text: str) -> Picture:
    """Draw the ways of the graded samples; there is at least one.

    >>> from measurand.studies.review.edge.page.labels import LABELS
    >>> drawing = flow_picture(Flow(fixed=1, broken=0, kept=3, still=0), LABELS["en"], text="")
    >>> sum(isinstance(shape, Ribbon) for shape in drawing.shapes)
    2
    """
    unit = _TALL / flow.graded
    right_before, right_after = flow.kept + flow.broken, flow.kept + flow.fixed
    low_before = _TOP + right_before * unit + _GAP
    low_after = _TOP + right_after * unit + _GAP
    ways = (
        _Way(words.kept, flow.kept, "kept", _TOP, _TOP),
        _Way(words.fixed, flow.fixed, "fixed", low_before, _TOP + flow.kept * unit),
        _Way(words.broken, flow.broken, "broken", _TOP + flow.kept * unit, low_after),
        _Way(
            words.still,
            flow.still,
            "still",
            low_before + flow.fixed * unit,
            low_after + flow.broken * unit,
        ),
    )
    shapes = (
        *(_ribbon(way, unit) for way in ways if way.number),
        *_column(_BEFORE, right_before * unit, (flow.graded - right_before) * unit),
        *_column(_AFTER, right_after * unit, (flow.graded - right_after) * unit),
        *_sums(words, right_before, flow.graded - right_before, unit),
        *_names(ways, unit),
        _head(_BEFORE, words.before),
        _head(_AFTER, words.after),
    )
    return Picture(
        width=_SHEET,
        height=_TOP + _TALL + _GAP + _FOOT,
        shapes=shapes,
        title=words.flow_title,
        text=text,
    )


def apart(places: list[float], *, least: float, low: float, high: float) -> list[float]:
    """Push places, which come in order, at least so far apart, between two ends.

    >>> apart([0, 1, 50], least=10, low=0, high=52)
    [0, 10, 50]
    >>> apart([50, 51, 52], least=10, low=0, high=52)
    [32, 42, 52]
    """
    down = [max(low, places[0])]
    for place in places[1:]:
        down.append(max(place, down[-1] + least))
    up = [min(high, down[-1])]
    for place in reversed(down[:-1]):
        up.append(min(place, up[-1] - least))
    return up[::-1]


def _ribbon(way: _Way, unit: float) -> Ribbon:
    return Ribbon(way.ink, (_BEFORE + _THICK, way.start), (_AFTER, way.end), way.number * unit)


def _column(x: float, right: float, wrong: float) -> list[Shape]:
    ends = ((_TOP, right, "text"), (_TOP + right + _GAP, wrong, "quiet"))
    return [Box(ink, x, y, x + _THICK, y + height) for y, height, ink in ends if height]


def _sums(words: Labels, right: int, wrong: int, unit: float) -> list[Shape]:
    low = _TOP + right * unit + _GAP
    middles = _spread([_TOP + right * unit / 2, low + wrong * unit / 2])
    shapes: list[Shape] = []
    for word, number, y in zip((words.right, words.wrong), (right, wrong), middles, strict=True):
        shapes += _pair(_BEFORE - 9, y, word, number, "end")
    return shapes


def _names(ways: tuple[_Way, ...], unit: float) -> list[Shape]:
    middles = _spread([way.end + way.number * unit / 2 for way in ways])
    x = _AFTER + _THICK + 9
    shapes: list[Shape] = []
    for way, y in zip(ways, middles, strict=True):
        shapes.append(Box(way.ink, x, y - 10, x + 9, y - 1))
        shapes += _pair(x + 15, y, way.word, way.number, "start")
    return shapes


def _pair(x: float, y: float, word: str, number: int, anchor: str) -> list[Shape]:
    return [
        Words(x, y - 1, word, anchor),
        Words(x, y - 1 + _LINE, count_text(number), f"bold {anchor}"),
    ]


def _head(x: float, word: str) -> Words:
    return Words(x + _THICK / 2, 18, word, "bold middle")


def _spread(middles: list[float]) -> list[float]:
    bottom = _TOP + _TALL + _GAP - _LINE
    return apart(middles, least=_APART, low=_TOP + _LINE, high=bottom)


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

    >>> Drawn(name="flow", title="Flow", text="None.", columns=("a",), rows=()).rows
    ()
    """

    name: str
    title: str
    text: str
    picture: Picture | None = None
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
    data = Drawn(
        name="stages",
        title=words.stages_title,
        text=text,
        columns=(words.stage, "F1"),
        rows=tuple(rows),
    )
    return evolve(data, picture=_bars(data, bars))


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
    rows = [*((name, text) for name, _, text in shown), (words.edits_sum, total)] if shown else []
    columns = (words.edit, words.edit_share)
    data = Drawn(
        name="edits", title=words.edits_title, text=text, columns=columns, rows=tuple(rows)
    )
    return evolve(data, picture=_bars(data, bars))


def _conflicts(page: ReviewPage, words: Labels) -> Drawn:
    ranked = sorted(page.conflicts, key=lambda one: (-one.conflicting, -one.samples, one.aspect))
    named = [one for one in ranked if one.conflicting][:_NAMED]
    others = ranked[len(named) :]
    most = max((one.conflicting for one in named), default=0) or 1
    bars = [_conflict_bar(one, most, words) for one in named]
    if others:
        label = words.other_aspects if named else words.all_aspects
        rest = AspectConflicts(
            label.format(n=count_text(len(others))),
            sum(one.conflicting for one in others),
            sum(one.samples for one in others),
        )
        named.append(rest)
        bars.append(evolve(_conflict_bar(rest, 0, words), track=False))
    text = words.conflicts_none
    if named:
        text = words.conflicts_text.format(aspects=count_text(len(ranked)))
    columns = (words.aspect, words.conflicting, words.samples, words.share)
    rows = [
        (
            one.aspect or words.no_term,
            count_text(one.conflicting),
            count_text(one.samples),
            share_text(one.conflicting, one.samples),
        )
        for one in named
    ]
    data = Drawn(
        name="conflicts", title=words.conflicts_title, text=text, columns=columns, rows=tuple(rows)
    )
    return evolve(data, picture=_bars(data, bars))


def _conflict_bar(one: AspectConflicts, most: int, words: Labels) -> _Bar:
    return _Bar(
        label=one.aspect or words.no_term,
        value=words.m_of_n.format(m=count_text(one.conflicting), n=count_text(one.samples)),
        length=one.conflicting / most if most else 0,
        ink="warn",
    )


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
    columns = (words.cause, words.samples, words.share)
    rows = [(cause, count_text(number), share_text(number, total)) for cause, number in causes]
    data = Drawn(
        name="causes", title=words.causes_title, text=text, columns=columns, rows=tuple(rows)
    )
    return evolve(data, picture=_bars(data, bars))


def _bars(data: Drawn, bars: list[_Bar]) -> Picture | None:
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
    return Picture(
        width=_WIDTH, height=height, shapes=tuple(shapes), title=data.title, text=data.text
    )
