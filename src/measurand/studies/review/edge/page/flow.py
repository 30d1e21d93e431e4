"""The drawing of what became of the samples: right above wrong, twice, and four ways between."""

from attrs import frozen

from measurand.edges.report.numbers import count_text
from measurand.edges.report.picture import Box, Picture, Ribbon, Shape, Words
from measurand.studies.review.edge.page.words import Labels
from measurand.studies.review.page import Flow

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
