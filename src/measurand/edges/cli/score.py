"""`measurand score`: numbers of a file of samples, each with its signature and denominators."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from returns.pipeline import is_successful

from measurand.claims.judge import denominators
from measurand.claims.model import Claims
from measurand.claims.needs import Gathered, Need, Slice, merged, misfits
from measurand.claims.source import Source
from measurand.edges.cli.arguments import StopError, add_output, add_reading, emit, reading
from measurand.edges.engines.serial import gather
from measurand.edges.report import render, to_json
from measurand.edges.report.plain_view import score_plain
from measurand.edges.report.score_view import ScoreLine, score_document
from measurand.evidence.pool import Pool
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.grammar import SignatureError, write_value
from measurand.metrics.signature import option_values, parse
from measurand.values.fault import Fault

ABOUT = """\
Score a JSONL file of samples ({"id", "gold", "pred", "groups"?, "pairs"?, "sample_weight"?})
under one or more definitions. Options that a definition does not write take their defaults; the
result shows them all.
"""
EXAMPLES = """\
examples:
  measurand score docs/examples/silence/menus.jsonl -d 'f(average=micro)' --by system
  measurand score runs.jsonl -d 'f(unit=aspect+polarity)' -d 'total(of=hits)' --format json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a JSONL file of samples")
    parser.add_argument(
        "-d",
        "--definition",
        action="append",
        required=True,
        metavar="SIGNATURE",
        help="for example 'f(average=macro[sample],match=multiset)'; may be repeated",
    )
    parser.add_argument("--by", metavar="GROUP", help="one score for each value of a group key")
    add_reading(parser)
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Score, print, and return the exit code."""
    definitions = [_parsed(text) for text in arguments.definition]
    by = () if arguments.by is None else (arguments.by,)
    _check_by(arguments.by, definitions)
    file = str(arguments.file)
    needs = merged(
        Need(_slice(file, definition), (*by, *group_keys(definition))) for definition in definitions
    )
    claims = Claims(sources=((file, Source(path=file)),), tables=())
    with reading(arguments, Path()) as how:
        found = gather(claims, needs, how)
        if not is_successful(found):
            raise StopError(found.failure())
        if wrong := misfits(needs, found.unwrap()):
            raise StopError(wrong)
    gathered = found.unwrap()
    lines = list(_lines(gathered, definitions, arguments.by))
    if arguments.format == "json":
        emit(arguments, to_json(score_plain(lines, gathered.readings)))
    else:
        emit(arguments, render(score_document(lines, gathered.readings), arguments.format))
    return 0


def _parsed(text: str) -> Definition:
    try:
        return parse(text)
    except SignatureError as error:
        fault = Fault(path="--definition", got=text[:60], expected="a definition", hint=str(error))
        raise StopError((fault,)) from error


def _check_by(by: str | None, definitions: Sequence[Definition]) -> None:
    wrong = next((one for one in definitions if by in group_keys(one)), None)
    if wrong is not None:
        average = write_value(option_values(wrong)["average"])
        fault = Fault(
            path="--by",
            got=f"{by}, and average={average}",
            expected="a group over which no definition averages",
            hint="leave out --by for the mean over the groups, or average within each",
        )
        raise StopError((fault,))


def _slice(file: str, definition: Definition) -> Slice:
    return Slice(file, (), observing(definition))


def _lines(
    gathered: Gathered, definitions: list[Definition], by: str | None
) -> Iterator[ScoreLine]:
    [(file, reading)] = gathered.readings.items()
    parts = {part: _parts(pool, by) for part, pool in gathered.pools.items()}
    finalisers = {
        (part, group): Finaliser(pool) for part, pools in parts.items() for group, pool in pools
    }
    for definition in definitions:
        part = _slice(file, definition)
        for group, pool in parts[part]:
            scored = finalisers[part, group].score(definition)
            numbers = denominators(reading, pool, scored)
            yield ScoreLine(group, definition, scored.score, numbers)


def _parts(pool: Pool, by: str | None) -> list[tuple[str, Pool]]:
    return [("", pool)] if by is None else list(pool.split(by).items())
