"""Files that a comparison reads: of graphs, which are scored first, or of rows."""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.cli.arguments import StopError
from measurand.edges.cli.causal_runs import Source, chosen
from measurand.edges.cli.cf_runs import stop
from measurand.edges.formats import Bad, Rest
from measurand.edges.formats.causal_reader import holds_rows, read_rows
from measurand.edges.formats.causal_scores import Header
from measurand.pipelines.causal.evaluate import evaluate
from measurand.pipelines.causal.judges import judge_of
from measurand.pipelines.causal.options import OF_TESTS, Options, with_tests
from measurand.pipelines.causal.profiles import DEFAULT, PROFILES
from measurand.pipelines.causal.rows import CausalRow, row_of
from measurand.values.fault import Fault

_MEASURING = ("weights", "sample", "seed")
"""Arguments that say how graphs are measured, beside --set."""


@frozen(kw_only=True)
class Side:
    """The rows of a file, and how they were measured; `judge` is empty where nobody said."""

    rows: tuple[CausalRow, ...]
    options: Options
    judge: str
    profile: str


def sides_of(
    arguments: argparse.Namespace, source: Source, paths: Sequence[Path]
) -> tuple[tuple[Side, ...], Options, tuple[str, ...]]:
    """Take the rows of files, the options of the tests, and what should be known of them.

    Raises StopError for what cannot be read, and where what is settled in rows is set.
    """
    ready = [path for path in paths if holds_rows(path)]
    _check(arguments, ready)
    asked = chosen(arguments, PROFILES[arguments.profile or DEFAULT], measured=False)
    sides = tuple(
        _rows(path, source, asked) if path in ready else _scored(path, source, arguments, asked)
        for path in paths
    )
    options = sides[0].options
    if arguments.profile is not None or not ready:
        options = with_tests(options, asked)
    elif arguments.set or arguments.component:
        options = chosen(arguments, options, measured=False)
    return sides, options, tuple(_notes(sides))


def _check(arguments: argparse.Namespace, ready: Sequence[Path]) -> None:
    """Refuse to set what rows have settled."""
    if not ready:
        return
    hint = f"{ready[0]} holds rows: measure them again with causal run"
    given = next((name for name in _MEASURING if getattr(arguments, name) is not None), None)
    if given is not None:
        raise stop(f"--{given}", str(getattr(arguments, given)), "no such argument for rows", hint)
    names = [text.partition("=")[0].strip() for text in arguments.set or ()]
    wrong = next((name for name in names if name.partition(".")[0] not in OF_TESTS), None)
    if wrong is not None:
        wanted = f"an option of the tests ({', '.join(OF_TESTS)})"
        raise stop("--set", wrong[:80], wanted, hint)


def _rows(path: Path, source: Source, asked: Options) -> Side:
    header: Header | None = None
    rows: list[CausalRow] = []
    bad: list[Fault] = []
    for event in read_rows(path, options=source.how.options):
        match event:
            case Header():
                header = event
            case CausalRow():
                rows.append(event)
                source.how.tick(len(rows))
            case Bad(faults, raw):
                if not raw:
                    raise StopError(faults)
                bad += source.bad(event)
            case Rest():
                source.how.sink(event)
    source.end(bad)
    if header is None:
        return Side(rows=tuple(rows), options=asked, judge="", profile="")
    return Side(
        rows=tuple(rows), options=header.options, judge=header.judge, profile=header.profile
    )


def _scored(path: Path, source: Source, arguments: argparse.Namespace, asked: Options) -> Side:
    judge = judge_of(arguments.judge, asked)
    rows = tuple(
        row_of(item.problem, evaluate(item.problem, judge, asked)) for item in source.items(path)
    )
    profile = arguments.profile or DEFAULT
    return Side(rows=rows, options=asked, judge=judge.signature, profile=profile)


def _notes(sides: Sequence[Side]) -> Iterable[str]:
    if any(not side.judge for side in sides):
        yield "Rows without a header do not say who judged, and under which options."
    if len({side.judge for side in sides}) > 1:
        told = "; ".join(side.judge or "unknown" for side in sides)
        yield f"The files were judged differently: {told}."
    plain = {with_tests(side.options, sides[0].options) for side in sides}
    if len(plain) > 1:
        yield "The files were measured under different options: what differs may be that."


def together(sides: Iterable[tuple[Path, Side]]) -> tuple[CausalRow, ...]:
    """Put the rows of files together; where there are several, ids begin with the file's name."""
    listed = list(sides)
    if len(listed) == 1:
        return listed[0][1].rows
    return tuple(
        evolve(row, sample=f"{path.name}: {row.sample}")
        for path, side in listed
        for row in side.rows
    )
