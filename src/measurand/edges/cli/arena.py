"""`measurand arena`: who wins against whom, from battles of systems, two at a time."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from pathlib import Path

from attrs import evolve, frozen
from returns.pipeline import is_successful

from measurand.edges.cli.converters import file_named, share
from measurand.edges.cli.faults import StopError, check_kept, stop
from measurand.edges.cli.file_conflicts import check_files, check_folders, files_of
from measurand.edges.cli.output import Answer, Output, answer, page_option
from measurand.edges.cli.reading import Reading, reading
from measurand.edges.cli.request import (
    Arguments,
    argument,
    choice,
    command,
    option,
    part,
    switch,
)
from measurand.edges.cli.sources import Samples, described
from measurand.edges.engines.serial import collect
from measurand.edges.report.arena_view import (
    Arena,
    arena_document,
    arena_json,
    arena_sentence,
)
from measurand.evidence.paths import Path as JsonPath
from measurand.evidence.source import Fields, Source
from measurand.inference.arena import HALF, board
from measurand.inference.interval import LEVEL
from measurand.inference.strengths import Game
from measurand.metrics.families.preferences import Tie
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample

ABOUT = """\
Say who wins against whom. A record is a battle: two systems, the one that was shown first first,
and the winner: model_a or model_b (a or b, left or right, or the name of one of them), or a tie
(tie, draw, both_bad, tie (bothbad)). Shown are the strength of each system (Bradley and Terry) with
an interval, the ranks that tests of all pairs allow, how often each wins, and how often the first
place does. Battles of one question or one voter belong together: --cluster. Where records say how
long both answers are (--first-length, --second-length), pairs are compared at equal length too.
"""
EXAMPLES = """\
examples:
  measurand arena docs/examples/judged/talk.csv --first-length words_a --second-length words_b
  measurand arena docs/examples/judged/battles.csv --cluster question
  measurand arena battles.parquet --ties drop --both-bad drop --where language=English
  measurand arena battles.jsonl --cluster judge --sentence
"""
_FIRST, _SECOND, _WINNER = "first", "second", "winner"
_CLUSTER = "cluster"
_LENGTHS = "first-length", "second-length"
_WORDS: Mapping[str, Fraction] = {
    **dict.fromkeys(("model_a", "a", "left"), Fraction(1)),
    **dict.fromkeys(("model_b", "b", "right"), Fraction(0)),
    **dict.fromkeys(("tie", "draw", "tie (bothbad)", "both_bad", "bothbad"), HALF),
}
_BAD = frozenset(("tie (bothbad)", "both_bad", "bothbad"))
_EXPECTED = "model_a, model_b, tie, both_bad, or the name of one of both"


class BothBad(Enum):
    """What becomes of a battle in which both answers were called bad: a tie, or it is left out."""

    TIE = "tie"
    DROP = "drop"


@frozen(kw_only=True)
class Request(Arguments):
    """The battles, where in a record things stand, and what a tie is."""

    file: Path = argument(
        file_named, metavar="FILE", says="a file, folder or pattern of battles, or -"
    )
    first: str = option(
        str, metavar="PATH", default="model_a", says="where the system stands that was shown first"
    )
    second: str = option(
        str, metavar="PATH", default="model_b", says="where the other system stands"
    )
    winner: str = option(str, metavar="PATH", default="winner", says="where the winner stands")
    first_length: str | None = option(
        str,
        metavar="PATH",
        says="where a number says how long the first answer is: pairs are compared at equal length",
    )
    second_length: str | None = option(
        str, metavar="PATH", says="where a number says how long the second answer is"
    )
    ties: Tie = choice(
        tuple(Tie),
        default=Tie.HALF,
        says="what a tie is: half a win of both (default), left out (drop); for win rates alone "
        "also a win or a loss of both",
    )
    both_bad: BothBad = choice(
        tuple(BothBad),
        default=BothBad.TIE,
        says="what a battle is whose answers were both called bad: a tie (default), or left out",
    )
    cluster: str | None = option(
        str, metavar="PATH", says="battles with the same value there belong together"
    )
    level: Fraction = option(
        share, metavar="SHARE", default=LEVEL, says="confidence of intervals (default: 0.95)"
    )
    sentence: bool = switch(says="print the sentence for a paper alone")
    html: Path | None = page_option("the strengths as a picture")
    samples: Samples = part(Samples)
    reading: Reading = part(Reading)
    output: Output = part(Output)

    @property
    def lengths(self) -> tuple[str, ...]:
        """List where lengths stand: both, or none.

        Raises StopError where only one is said.
        """
        match self.first_length, self.second_length:
            case str(first), str(second):
                return first, second
            case None, None:
                return ()
            case first, _:
                lost = _LENGTHS[0 if first is None else 1]
                raise stop(f"--{lost}", "nothing", "how long both answers are")


def run(request: Request) -> int:
    """Read the battles, print the standings, and return the exit code."""
    writes = [("--html", request.html)]
    check_files(request, files_of("FILE", request.file), writes)
    check_folders(writes)
    arena = _arena(request)

    def page() -> str:
        from measurand.edges.report.arena_page import arena_page

        return arena_page(arena, str(request.file))

    said = Answer(
        page=page,
        sentence=lambda: arena_sentence(arena),
        tree=lambda: arena_json(arena),
        document=lambda: arena_document(arena),
    )
    return answer(request.output, said, html=request.html, sentence=request.sentence)


def _arena(request: Request) -> Arena:
    source = _source(request)
    with reading(request.reading, Path()) as how:
        # Battles need no id: what stands for one is a name that repeats.
        options = evolve(how.options, ids="off", misfit=lambda one: _misfit(one, request))
        found = collect(source, evolve(how, options=options))
    if not is_successful(found):
        faults = (evolve(one, hint=_of_battles(one, request)) for one in found.failure())
        raise StopError(tuple(faults))
    samples, read = found.unwrap()
    check_kept({str(request.file): read})
    battles = (_battle(one, request) for one in samples)
    games = [one for one in battles if not isinstance(one, Fault)]
    bad = sum(is_bad for _, is_bad in games)
    if request.both_bad is BothBad.DROP:
        games, bad = [(game, is_bad) for game, is_bad in games if not is_bad], 0
    if not games:
        raise stop("FILE", "no battle that counts", "battles")
    standings = board((game for game, _ in games), ties=request.ties, level=request.level)
    return Arena(standings, request.cluster, bad, {str(request.file): read})


def _source(request: Request) -> Source:
    places = [(_FIRST, request.first), (_SECOND, request.second), (_WINNER, request.winner)]
    if request.cluster is not None:
        places.append((_CLUSTER, request.cluster))
    lengths = tuple(zip(_LENGTHS, request.lengths, strict=False))
    source = described(request.samples, str(request.file), [])
    if not source.kind.mapped:
        raise stop("--input-format", source.format, "records, which a mapping reads")
    try:
        fields = Fields(id=request.first, groups=tuple(places), amounts=lengths)
        return evolve(source, items="none", fields=fields)
    except ValueError as error:
        expected, _, got = str(error).partition(": got ")
        raise stop("--first", got, expected) from error


def _of_battles(fault: Fault, request: Request) -> str:
    """Name the argument that says where in a battle something stands that is not there."""
    said = (
        *((_FIRST, request.first), (_SECOND, request.second), (_WINNER, request.winner)),
        *zip(_LENGTHS, request.lengths, strict=False),
    )
    lost = (name for name, path in said if fault.expected.endswith((f" {path!r}", f".{path}")))
    name = next(lost, None)
    if name is None and request.cluster is not None and repr(request.cluster) in fault.expected:
        name = _CLUSTER
    return fault.hint if name is None else f"say where it stands: --{name} PATH"


def _misfit(sample: Sample, request: Request) -> tuple[Fault, ...]:
    """Say what is wrong with a record that is no battle."""
    found = _battle(sample, request)
    return (found,) if isinstance(found, Fault) else ()


def _battle(sample: Sample, request: Request) -> tuple[Game, bool] | Fault:
    """Read a battle, and whether both sides were called bad; or say what is wrong with it."""
    first, second, winner = (sample.group(name) or "" for name in (_FIRST, _SECOND, _WINNER))
    if not first or not second:
        path = request.second if first else request.first
        return Fault(path=_place(path), got="an empty name", expected="the names of two systems")
    if first == second:
        got = f"{shown(first)} against itself"
        return Fault(path=_place(request.second), got=got, expected="two systems")
    won = _won(first, second, winner)
    if isinstance(won, Fault):
        return evolve(won, path=_place(request.winner))
    share, is_bad = won
    longer = None
    if request.lengths:
        one, two = (sample.amount(name) for name in _LENGTHS)
        if one is None or two is None:
            path = request.lengths[0 if one is None else 1]
            return Fault(path=_place(path), got="nothing", expected="how long the answer is")
        if one < 0 or two < 0:
            path, got = request.lengths[0 if one < 0 else 1], str(one if one < 0 else two)
            return Fault(path=_place(path), got=got, expected="a length, of 0 or more")
        longer = float(one - two)
    return Game(first, second, share, sample.group(_CLUSTER), longer), is_bad


def _place(path: str) -> str:
    return JsonPath.parse(path).place


def _won(first: str, second: str, winner: str) -> tuple[Fraction, bool] | Fault:
    """Say how far the first won, and whether both were called bad."""
    word = winner.strip().lower()
    meant = _WORDS.get(word)
    named = {first: Fraction(1), second: Fraction(0)}.get(winner)
    if named is not None and meant is not None and named != meant:
        got = f"{shown(winner)}, which is a word of winners and the name of a system"
        return Fault(got=got, expected="one of both", hint="rename the system")
    won = meant if named is None else named
    if won is None:
        return Fault(got=f"the winner {shown(winner)}", expected=_EXPECTED)
    return won, named is None and word in _BAD


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
