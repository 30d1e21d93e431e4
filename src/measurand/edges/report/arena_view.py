"""Battles of systems as a document, as JSON, and as a sentence for a paper."""

from collections.abc import Iterator, Mapping

from attrs import frozen

from measurand.edges.files.json.shapes import JsonDocument, Shapes, Tree, keys, made, rare
from measurand.edges.report.document import Block, Document, Grid, Prose
from measurand.edges.report.inference_json import INTERVALS
from measurand.edges.report.inferred import (
    NONE,
    interval_text,
    number_text,
    p_text,
    points_note,
    score_text,
)
from measurand.edges.report.source_view import sources_grid
from measurand.inference.arena import Board, PairOfSystems, Standing
from measurand.inference.interval import Interval
from measurand.inference.length_control import LengthControlled
from measurand.inference.strengths import Strength
from measurand.metrics.families.preferences import Tie
from measurand.metrics.needs import Reading
from measurand.metrics.signature import signature
from measurand.values.score import Undefined

TIES: Mapping[Tie, str] = {
    Tie.HALF: "a tie is half a win of both",
    Tie.DROP: "ties are left out",
    Tie.WIN: "a tie is a win of both",
    Tie.LOSS: "a tie is a loss of both",
}


@frozen
class Arena:
    """A board, what its battles are clustered by, ties that were called bad, and what was read."""

    board: Board
    cluster: str | None
    both_bad: int
    readings: Mapping[str, Reading]


def arena_document(arena: Arena) -> Document:
    """Lay out the standings, and what tests of pairs say."""
    return (*_blocks(arena), sources_grid(arena.readings))


def _blocks(arena: Arena) -> Iterator[Block]:
    board = arena.board
    yield Prose(headline(arena))
    yield _standings(board)
    yield Prose((_how(arena),))
    if board.pairs:
        yield _pairs(board)
        yield from _at_equal_length(board)
    defined = [("win rate", signature(board.rule))]
    if any(one.at_equal_length is not None for one in board.pairs):
        defined.append(("at equal length", AT_EQUAL_LENGTH))
    yield Grid("Definitions", ("number", "signature"), tuple(defined))


def headline(arena: Arena) -> tuple[str, ...]:
    """Say in short how many battles there were, and what is sure of the first."""
    board = arena.board
    bad = f", {arena.both_bad:,} of them bad on both sides" if arena.both_bad else ""
    ties = f"{board.ties:,} ties{bad}" if board.ties != 1 else f"1 tie{bad}"
    many = f"{board.battles:,} battles of {len(board.standings)} systems, {ties}"
    lines = [f"{many}: {TIES[board.tie]}."]
    if board.no_strengths is not None:
        return (*lines, f"There are no strengths: {board.no_strengths.reason}.")
    first = [one for one in board.standings if one.ranks and one.ranks.best == 1]
    if len(first) == 1:
        lines.append(f"{first[0].name} is the strongest.")
    else:
        lines.append(f"Nothing tells which of {_listed([one.name for one in first])} is strongest.")
    return tuple(lines)


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _level(board: Board) -> str:
    return f"{float(100 * board.level):.6g}% interval"


def _standings(board: Board) -> Grid:
    level = _level(board)
    reasons = dict.fromkeys(
        f"n/a: {part.reason}"
        for one in board.standings
        for part in (one.rate, one.rate_interval)
        if isinstance(part, Undefined)
    )
    return Grid(
        "Standings",
        (
            *("rank", "system", "strength", level, "win rate", level),
            *("battles", "wins", "ties", "losses"),
        ),
        tuple(map(_standing, board.standings)),
        notes=(*points_note(_intervals(board)), *reasons),
    )


def _intervals(board: Board) -> Iterator[Interval | Undefined]:
    for one in board.standings:
        yield from () if one.strength is None else (one.strength.interval,)
        yield one.rate_interval


def _standing(one: Standing) -> tuple[str, ...]:
    strength = one.strength
    return (
        NONE if one.ranks is None else one.ranks.text,
        one.name,
        NONE if strength is None else number_text(strength.strength),
        NONE if strength is None else interval_text(strength.interval),
        score_text(one.rate),
        interval_text(one.rate_interval),
        f"{one.battles:,}",
        f"{one.wins:,}",
        f"{one.ties:,}",
        f"{one.losses:,}",
    )


def _how(arena: Arena) -> str:
    board = arena.board
    units = "battles" if arena.cluster is None else f"groups of battles ({arena.cluster})"
    strengths = (
        "Strengths are logarithms of odds, with mean 0 (Bradley and Terry), intervals by t with "
        f"errors of the sandwich over {units}, or of the likelihood where these are larger. "
        "Ranks: all that tests of pairs allow, all at once with "
        f"{float(100 * board.level):g} %, holm over {len(board.pairs)} pairs."
    )
    rates = (
        f"Win rates: t errors of the jackknife, without each of the {units} in turn; two wins and "
        "two losses are added for them."
    )
    first = (
        f"The system that is shown first wins {score_text(board.first_place)} "
        f"{interval_text(board.first_place_interval)} of the battles, ties counted half."
    )
    return " ".join([*(() if board.no_strengths else (strengths,)), rates, first])


def _pairs(board: Board) -> Grid:
    return Grid(
        "Pairs",
        (
            *("first", "second", "battles", "wins", "ties", "losses"),
            *("strength apart", "p", "p (holm)"),
        ),
        tuple(map(_pair, board.pairs)),
        notes=(f"p: that both are equally strong; holm over {len(board.pairs)} pairs",),
        aside=True,
    )


AT_EQUAL_LENGTH = (
    "1 / (1 + exp(-(theta + phi * tanh(d / s)))) at d = 0; d: how much longer the first answer is, "
    "s: the standard deviation of all d, theta and phi of the largest likelihood"
)


_EQUAL = "how often the first would win, were both answers of one length (Dubois et al. 2024)"
_EFFECT = (
    "effect: by how much the logarithm of odds grows, from answers of one length to one that is "
    "much longer"
)
_ENDS = (
    "intervals: t errors of the jackknife, of one step without each unit, or of the likelihood "
    "where these are larger"
)


def _at_equal_length(board: Board) -> Iterator[Grid]:
    """Lay out what pairs say at equal length, where lengths are known."""
    known = [one for one in board.pairs if one.at_equal_length is not None]
    if not known:
        return
    reasons = dict.fromkeys(
        f"n/a: {one.at_equal_length.reason}"
        for one in known
        if isinstance(one.at_equal_length, Undefined)
    )
    yield Grid(
        "At equal length",
        (
            *("first", "second", "the first wins", "at equal length", _level(board)),
            *("effect of length", _level(board)),
        ),
        tuple(map(_equal, known)),
        notes=(_EQUAL, _EFFECT, _ENDS, *reasons),
    )


def _equal(one: PairOfSystems) -> tuple[str, ...]:
    found = one.at_equal_length
    if found is None or isinstance(found, Undefined):
        return (one.first, one.second, *(NONE,) * 5)
    return (
        one.first,
        one.second,
        number_text(found.plain),
        number_text(found.rate),
        interval_text(found.interval),
        number_text(found.effect),
        interval_text(found.effect_interval),
    )


def _pair(one: PairOfSystems) -> tuple[str, ...]:
    return (
        one.first,
        one.second,
        f"{one.battles:,}",
        f"{one.wins:,}",
        f"{one.ties:,}",
        f"{one.battles - one.wins - one.ties:,}",
        NONE if one.difference is None else number_text(one.difference),
        NONE if one.p_value is None else p_text(one.p_value),
        NONE if one.adjusted is None else p_text(one.adjusted),
    )


def arena_sentence(arena: Arena) -> str:
    """Say for a paper who is strongest, by how many battles, and under which rule of ties."""
    board = arena.board
    level = f"{float(100 * board.level):g} %"
    by = "" if arena.cluster is None else f", by {arena.cluster}"
    rule = f"{TIES[board.tie]}; {board.ties:,} of {board.battles:,} are ties"
    top = board.standings[0]
    if top.strength is None or top.ranks is None:
        rate = f"{top.name} wins {_short(top)} of its {top.battles:,} battles"
        return f"{rate} ({rule}). Definition: {signature(board.rule)}."
    first = [one for one in board.standings if one.ranks and one.ranks.best == 1]
    interval = top.strength.interval
    ranks = (
        f"{top.name} is the strongest of {len(board.standings)} systems"
        if len(first) == 1
        else f"Of {len(board.standings)} systems {_listed([one.name for one in first])} may be the "
        "strongest"
    )
    return (
        f"{ranks}, at {level} for all ranks at once (Holm); {top.name} has the strength "
        f"{top.strength.strength:.3f} ({level} interval {interval.low:.3f} to {interval.high:.3f}"
        f"{by}; Bradley-Terry, in logarithms of odds, mean 0) and wins {_short(top)} of its "
        f"{top.battles:,} battles ({rule}). Definition: {signature(board.rule)}."
    )


def _short(one: Standing) -> str:
    if isinstance(one.rate, Undefined):
        return f"nothing ({one.rate.reason})"
    rate = f"{float(one.rate.value):.3f}"
    if not isinstance(one.rate_interval, Interval):
        return rate
    return f"{rate} ({one.rate_interval.low:.3f} to {one.rate_interval.high:.3f})"


def _definition(arena: Arena) -> str:
    return signature(arena.board.rule)


def _ties(arena: Arena) -> str:
    return arena.board.tie.value


ARENA_SHAPES: Shapes = {
    **INTERVALS,
    Standing: (
        *keys("name ranks strength rate rate_interval battles wins ties"),
        *made(losses="losses"),
    ),
    Strength: (*made(value="strength"), *keys("interval")),
    PairOfSystems: (
        *keys("first second battles wins ties difference p_value adjusted"),
        *rare(keys("at_equal_length")),
    ),
    LengthControlled: (
        *made(value="rate"),
        *keys("interval plain effect effect_interval"),
    ),
    Arena: (
        *made(sources="readings", definition=_definition, rule=_ties),
        *rare(keys("cluster")),
        *made(battles="board.battles", ties="board.ties", both_bad="both_bad"),
        *made(units="board.units", level="board.level"),
        *rare(made(no_strengths="board.no_strengths")),
        *made(standings="board.standings", pairs="board.pairs"),
        *made(first_place="board.first_place", first_place_interval="board.first_place_interval"),
    ),
}
ARENA = JsonDocument("arena", ARENA_SHAPES, body=Arena)


def arena_json(arena: Arena) -> Tree:
    """Make a tree of the standings and pairs."""
    return ARENA.tree(arena)
