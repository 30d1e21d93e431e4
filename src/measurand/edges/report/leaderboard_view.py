"""N systems compared: ranks that the tests allow, all differences, and what changes the order."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import field, frozen

from measurand.edges.files.json.exact import decimal_text
from measurand.edges.files.json.shapes import JsonDocument, Shapes, Tree, beside, keys, made, rare
from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.edges.report.inference_json import TESTS
from measurand.edges.report.inferred import (
    NONE,
    interval_text,
    level_text,
    number_text,
    p_text,
    plan_text,
    score_text,
)
from measurand.inference.interval import Interval
from measurand.inference.leaderboards import (
    Better,
    Difference,
    Leaderboard,
    Standing,
    Swap,
    in_order,
)
from measurand.inference.plan import Test
from measurand.inference.pvalue import PValue
from measurand.inference.rank_sets import RankSet
from measurand.values.score import Defined, Score, Undefined

if TYPE_CHECKING:
    from measurand.edges.report.page import PageBlock
    from measurand.edges.report.picture import Picture, Scale, Shape

_ALPHA_DECIMALS = 30
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NAME = 26


@frozen(kw_only=True)
class Board:
    """A leaderboard with what it is of, what systems lack, and the scores under other readings.

    `usage` has what each system spent, by what it is called, such as tokens; `definitions` the
    signatures of what is shown by a shorter name.
    """

    title: str
    measure: str
    found: Leaderboard
    lacks: tuple[str, ...] = ()
    readings: Mapping[str, Mapping[str, Fraction]] = field(factory=dict)
    swaps: tuple[Swap, ...] = ()
    usage: Mapping[str, Mapping[str, float]] = field(factory=dict)
    cluster: str | None = None
    definitions: Mapping[str, str] = field(factory=dict)


def leaderboard_document(boards: Sequence[Board]) -> Document:
    """Lay out leaderboards, a section each where there are several.

    >>> leaderboard_document([])
    ()
    """
    if len(boards) == 1:
        return tuple(_blocks(boards[0]))
    return tuple(Section(board.title, tuple(_blocks(board))) for board in boards)


def headline(board: Board) -> str:
    """Say in a sentence what the ranks are.

    >>> from measurand.inference.leaderboards import leaderboard
    >>> from measurand.inference.plan import Plan
    >>> one = {"x": Fraction(1)}
    >>> headline(Board(title="t", measure="m", found=leaderboard({"a": one, "b": one}, Plan())))
    'None of 1 pair is separated: a 1-2, b 1-2.'
    """
    pairs = board.found.differences
    apart = sum(one.separated for one in pairs)
    ranks = ", ".join(f"{one.name} {one.ranks.text}" for one in board.found.standings)
    number = f"{len(pairs)} pair{'' if len(pairs) == 1 else 's'}"
    verb = "is" if apart < 2 else "are"  # noqa: PLR2004  # one or several
    return f"{apart or 'None'} of {number} {verb} separated: {ranks}."


def _blocks(board: Board) -> Iterator[Block]:
    found = board.found
    yield Prose((headline(board), *(f"{one}." for one in board.lacks)))
    yield _ranks(board)
    yield _differences(found)
    if board.readings:
        yield _readings(board)
    yield Prose(tuple(_how(board)))
    if board.definitions:
        rows = tuple(board.definitions.items())
        yield Grid("Definitions", ("definition", "signature"), rows, aside=True)


def letters(groups: Sequence[Sequence[str]]) -> dict[str, str]:
    """Give each system a letter for each group of ties that it is in.

    >>> letters([("a", "b"), ("b", "c")])
    {'a': 'a', 'b': 'ab', 'c': 'b'}
    """
    found: dict[str, str] = {}
    for at, group in enumerate(groups):
        letter = _LETTERS[at] if at < len(_LETTERS) else f"({at + 1})"
        for name in group:
            found[name] = found.get(name, "") + letter
    return found


def _ranks(board: Board) -> Grid:
    found = board.found
    tied = letters(found.groups)
    spent = tuple(dict.fromkeys(key for one in board.usage.values() for key in one))
    rows = tuple(
        (
            one.name,
            one.ranks.text,
            tied.get(one.name, ""),
            score_text(one.score),
            interval_text(one.interval(found.plan)),
            str(one.items),
            *(_spent(board.usage.get(one.name, {}).get(key)) for key in spent),
        )
        for one in found.standings
    )
    return Grid(
        "Ranks",
        ("system", "rank", "tied", "score", level_text(found.plan), "items", *spent),
        rows,
        notes=(
            "rank: from 1 + significantly better to N - significantly worse; tied: one letter",
            *(() if _of_means(found) else (_NO_ERRORS,)),
        ),
    )


_NO_ERRORS = "n/a: no mean over items has an error of its own; `measurand score --interval` draws"


def _of_means(found: Leaderboard) -> bool:
    """Tell whether scores are means over items, so that intervals are of their errors."""
    return all(one.of_mean for one in found.standings)


def _spent(value: float | None) -> str:
    return "" if value is None else f"{value:,.6g}" if value % 1 else f"{int(value):,}"


def _differences(found: Leaderboard) -> Grid:
    level, adjusted = level_text(found.plan), f"p ({found.plan.correction.value})"
    pairs = [(one, one.judged.hypothesis.found) for one in found.differences]
    needed = "needed: items like these that separate the two with a power of 80%, if they differ so"
    short = Grid(
        "Differences",
        ("first", "second", "difference", level, adjusted, "verdict", "needed"),
        tuple(
            (
                *(one.first, one.second, score_text(one.value), interval_text(seen.interval)),
                *(p_text(one.judged.adjusted), one.judged.verdict.value, _needed_text(one)),
            )
            for one, seen in pairs
        ),
        notes=(needed,),
    )
    return Grid(
        "Differences",
        (
            *("first", "second", "difference", "error", "unpaired", level),
            *("p", adjusted, "verdict", "items", "needed"),
        ),
        tuple(
            (
                *(one.first, one.second, score_text(one.value)),
                *(_number(one.error), _number(one.unpaired), interval_text(seen.interval)),
                *(p_text(seen.p_value), p_text(one.judged.adjusted), one.judged.verdict.value),
                *(str(one.items), _needed_text(one)),
            )
            for one, seen in pairs
        ),
        notes=(
            "error: of the paired difference; unpaired: sqrt(a^2 + b^2) of two printed errors",
            needed,
        ),
        short=short,
    )


def _needed_text(one: Difference) -> str:
    return NONE if isinstance(one.needed, Undefined) else f"{one.needed:,}"


def _number(value: float | Undefined) -> str:
    return NONE if isinstance(value, Undefined) else number_text(value)


def _readings(board: Board) -> Grid:
    names = [one.name for one in board.found.standings]
    by_reading: dict[str, list[str]] = {}
    for swap in board.swaps:
        by_reading.setdefault(swap.reading, []).append(f"{swap.second} before {swap.first}")
    rows = tuple(
        (
            reading,
            *(number_text(scores[name]) if name in scores else NONE for name in names),
            "; ".join(by_reading.get(reading, ["as above"])),
        )
        for reading, scores in board.readings.items()
    )
    return Grid("Other readings", ("reading", *names, "order"), rows)


def _how(board: Board) -> Iterator[str]:
    plan, pairs = board.found.plan, board.found.differences
    ways = dict.fromkeys(
        p.how
        for one in pairs
        for p in [one.judged.hypothesis.found.p_value]
        if isinstance(p, PValue)
    )
    alpha = decimal_text(plan.alpha, _ALPHA_DECIMALS).rstrip("0")
    units = "items" if board.cluster is None else f"groups of {board.cluster}"
    worse = "" if board.found.better is Better.HIGH else " Lower is better."
    yield f"Score: {board.measure}.{worse} Differences: first less second, on items that both have."
    number = len(pairs)
    how = "ranking differences of" if plan.test is Test.WILCOXON else "exchanging"
    yield (
        f"Tests: two-sided, {how} {units}{''.join(f'; {way}' for way in ways)}; "
        f"{plan.correction.value} over the {number} pair{'' if number == 1 else 's'} of this "
        f"table, significant at {alpha} or less. "
        f"{f'Intervals: t errors of {units}.' if _of_means(board.found) else plan_text(plan)}"
    )


@frozen(kw_only=True)
class RanksReport:
    """What is printed of leaderboards."""

    exit_code: int
    boards: tuple[Board, ...]


def _found_standings(board: Board) -> tuple[Standing, ...]:
    return board.found.standings


def _found_differences(board: Board) -> tuple[Difference, ...]:
    return board.found.differences


def _float(value: float | Undefined) -> float | None:
    return None if isinstance(value, Undefined) else value


def _standing_error(one: Standing) -> float | None:
    return _float(one.error)


def _pair(one: Difference) -> tuple[str, str]:
    return one.first, one.second


def _error(one: Difference) -> float | None:
    return _float(one.error)


def _unpaired(one: Difference) -> float | None:
    return _float(one.unpaired)


def _needed(one: Difference) -> int | None:
    return None if isinstance(one.needed, Undefined) else one.needed


def _order(board: Board) -> tuple["Reordered", ...]:
    return tuple(
        Reordered(
            reading,
            tuple(in_order(_as_scores(scores), board.found.better)),
            tuple(one for one in board.swaps if one.reading == reading),
        )
        for reading, scores in board.readings.items()
    )


def _as_scores(scores: Mapping[str, Fraction]) -> dict[str, Score]:
    return {name: Defined(value) for name, value in scores.items()}


@frozen
class Tied:
    """Systems of which no two are separated."""

    systems: tuple[str, ...]


def _groups(board: Board) -> tuple[Tied, ...]:
    return tuple(map(Tied, board.found.groups))


@frozen
class Reordered:
    """A reading, the order of systems under it, and the pairs that change places."""

    reading: str
    order: tuple[str, ...]
    swaps: tuple[Swap, ...]


RANKS: Shapes = {
    **TESTS,
    RanksReport: keys("exit_code boards"),
    Board: (
        *keys("title measure cluster"),
        *made(says=headline),
        *keys("lacks"),
        *rare(keys("definitions")),
        *keys("plan", under="found"),
        *made(groups=_groups, systems=_found_standings, differences=_found_differences),
        *made(readings=_order),
        *rare(keys("usage")),
    ),
    Standing: (*keys("name score items"), *made(error=_standing_error), *keys("ranks")),
    RankSet: keys("best worst"),
    Difference: (
        *made(systems=_pair),
        *keys("items"),
        *made(error=_error, unpaired=_unpaired, needed=_needed),
        *beside("judged"),
    ),
    Reordered: keys("reading order swaps"),
    Swap: keys("first second before after"),
}

RANKED = JsonDocument("compare", RANKS, body=RanksReport)


def leaderboard_json(boards: Sequence[Board], code: int) -> Tree:
    """Make a tree of leaderboards.

    >>> leaderboard_json([], 0)["boards"]
    []
    """
    return RANKED.tree(RanksReport(exit_code=code, boards=tuple(boards)))


_ROW, _TOP, _FOOT, _SIDE = 40.0, 6.0, 20.0, 20.0


def forest(board: Board) -> "Picture | None":
    """Draw a forest plot: each system's score with its interval, and its ranks in words.

    None where no score has an interval.

    >>> from measurand.inference.leaderboards import leaderboard
    >>> from measurand.inference.plan import Plan
    >>> one = {"x": Fraction(1)}
    >>> forest(Board(title="t", measure="m", found=leaderboard({"a": one, "b": one}, Plan())))
    """
    from measurand.edges.report.picture import WIDTH, Picture, Scale, Stroke, Words, tick_text

    plan = board.found.plan
    drawn = [
        (one, interval)
        for one in board.found.standings
        for interval in [one.interval(plan)]
        if isinstance(interval, Interval)
    ]
    if not drawn:
        return None
    scale = Scale.over(
        [end for _, one in drawn for end in (one.low, one.high)], _SIDE, WIDTH - _SIDE
    )
    height = _TOP + _ROW * len(drawn) + _FOOT
    shapes: list[Shape] = []
    for number in scale.ticks:
        at = scale.at(number)
        shapes += [
            Stroke("grid", at, _TOP, at, height - _FOOT),
            Words(at, height - 6, tick_text(number), "small middle"),
        ]
    for at, (one, interval) in enumerate(drawn):
        shapes += _drawn(one, interval, scale, _TOP + _ROW * at)
    text = " ".join(
        f"{one.name}: {score_text(one.score)} {interval_text(interval)}, rank {one.ranks.text}."
        for one, interval in drawn
    )
    return Picture(shapes=tuple(shapes), height=height, title=f"{board.title}: scores", text=text)


def _drawn(one: Standing, interval: Interval, scale: "Scale", top: float) -> Iterator["Shape"]:
    from measurand.edges.report.picture import WIDTH, Disc, Stroke, Words, clipped

    middle = top + 27
    yield Words(0, top + 12, clipped(one.name, _NAME), "name start")
    yield Words(WIDTH, top + 12, f"rank {one.ranks.text}", "end")
    low, high = scale.at(interval.low), scale.at(interval.high)
    yield Stroke("curve", low, middle, high, middle)
    for end in (low, high):
        yield Stroke("curve", end, middle - 4, end, middle + 4)
    yield Disc("kept", scale.at((interval.low + interval.high) / 2), middle, 4)


def leaderboard_page(boards: Sequence[Board], *, source: str = "") -> str:
    """Write the page of leaderboards: a forest plot each, and the tables.

    >>> leaderboard_page([], source="<b>").count("&lt;b&gt;")
    1
    """
    from measurand.edges.report.html import page_text
    from measurand.edges.report.page import Figure, Page, PageSection

    parts = []
    for at, board in enumerate(boards, 1):
        picture = forest(board)
        figure = Figure(picture=picture, name=f"forest-{at}", text=_FOREST)
        blocks: tuple[PageBlock, ...] = (*([figure] if picture else []), *_blocks(board))
        parts.append(PageSection(place=f"board-{at}", title=board.title, blocks=blocks))
    about = "Systems on the same items: which ranks the tests of their differences allow."
    return page_text(Page(title="Ranks", about=about, source=source, parts=tuple(parts)))


_FOREST = (
    "Disc: the score; line: its interval. Intervals of two systems that overlap say nothing of "
    "their paired difference: the ranks do."
)
