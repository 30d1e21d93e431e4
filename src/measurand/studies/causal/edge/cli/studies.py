"""`measurand causal compare`, `validity` and `profiles`: files of graphs or of rows, side by side.

Graphs are scored first. Rows are tested as their headers say they were measured, and what the files
do not share is said beside the result.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.cli.definitions import set_values
from measurand.edges.cli.exit_codes import code_where
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import Named, check_files, check_folders
from measurand.edges.cli.output import show
from measurand.edges.cli.profiles import ProfilesRequest, show_profiles
from measurand.evidence.pairs import UnpairedError
from measurand.studies.causal.comparing.measures import AGAINST
from measurand.studies.causal.edge.cli.requests import (
    CompareRequest,
    Settings,
    StudyRequest,
    ValidityRequest,
)
from measurand.studies.causal.edge.cli.runs import Source, chosen, opened, study_of
from measurand.studies.causal.edge.files.reader import holds_rows, read_rows
from measurand.studies.causal.edge.files.scores import Header
from measurand.studies.causal.edge.page.comparisons import (
    Beside,
    compare_document,
    validity_document,
)
from measurand.studies.causal.edge.page.json import PROFILES_SHOWN, compare_json, validity_json
from measurand.studies.causal.evaluate import evaluate, judge_of
from measurand.studies.causal.graph_scores import full_row
from measurand.studies.causal.options import (
    DEFAULT,
    OF_TESTS,
    PROFILES,
    Common,
    Options,
    with_tests,
)
from measurand.studies.causal.rows import CausalRow
from measurand.studies.causal.study import compare_systems, validity
from measurand.values.fault import Fault, shown
from measurand.values.option_paths import listed

_MEASURING = ("weights", "sample", "seed")
"""Arguments that say how graphs are measured, beside --set."""
_UNNAMED = "options without a name"
_SHOWN = 5
_WEIGHTS = "weights."
_EACH = "Their weights differ: cf is each file's own mean (common=each)."


@frozen(kw_only=True)
class Side:
    """The rows of a file, and how they were measured.

    `judge` and `profile` are empty where nobody said; `options` are then assumed, and `stated` is
    false.
    """

    path: Path
    rows: tuple[CausalRow, ...]
    options: Options
    judge: str
    profile: str
    ready: bool = True
    stated: bool = True


@frozen(kw_only=True)
class Sides:
    """Files side by side, under which options they are tested, and what should be known of them.

    `profile` names the reading; with `of_tests` it is that of the tests alone. `unlike` are the
    paths of the options of measuring that the files do not share, as far as is known.
    """

    sides: tuple[Side, ...]
    options: Options
    profile: str
    of_tests: bool
    unlike: tuple[str, ...]
    notes: tuple[str, ...]


def sides_of(
    request: StudyRequest, source: Source, paths: Sequence[Path], *, paired: bool
) -> Sides:
    """Take the rows of files, and the options of the tests; `paired` are held against each other.

    Rows are tested as their headers say, unless a profile is named, or the headers do not say the
    same: then as that profile says, or the default one. The order of the files moves nothing.

    Raises StopError for what cannot be read, and where what is settled in rows is set.
    """
    settings = request.settings
    ready = [path for path in paths if holds_rows(path)]
    _check_settled(settings, ready)
    asked = chosen(settings, PROFILES[settings.named], measured=False)
    sides = tuple(
        _rows(path, source, asked) if path in ready else _scored(path, source, request, asked)
        for path in paths
    )
    told = [side for side in sides if side.ready and side.stated]
    ways = {with_tests(asked, side.options) for side in told}
    common = settings.profile is None and len(ways) == 1
    tests = chosen(settings, ways.pop(), measured=False) if common else asked
    profile, of_tests = _profile(settings, sides, asked, common=common)
    unlike = dict(_unlike(sides))
    notes = [*_judged(sides), *_measured(unlike)]
    if settings.profile is None and len(ways) > 1:
        notes += _tested(told, profile)
    if settings.profile is not None and of_tests:
        notes += _kept(told)
    apart = paired and any(path.startswith(_WEIGHTS) for path in unlike)
    if apart and tests.common is Common.PARTS:
        tests = _own_means(settings, tests)
        notes.append(_EACH)
    measured = next((side.options for side in sides if side.stated), asked)
    return Sides(
        sides=sides,
        options=with_tests(measured, tests),
        profile=profile,
        of_tests=of_tests,
        unlike=tuple(unlike),
        notes=tuple(notes),
    )


def _profile(
    settings: Settings, sides: Sequence[Side], asked: Options, *, common: bool
) -> tuple[str, bool]:
    """Name the reading, and tell whether it is that of the tests alone."""
    if common or not any(side.ready for side in sides):
        labels = [side.profile or _UNNAMED for side in sides]
        return "; ".join(dict.fromkeys(settings.label(label) for label in labels)), False
    plain = all(side.stated and with_tests(side.options, asked) == asked for side in sides)
    of_tests = settings.profile is None or not plain
    return settings.label(settings.named), of_tests


def _check_settled(settings: Settings, ready: Sequence[Path]) -> None:
    """Refuse to set what rows have settled."""
    if not ready:
        return
    hint = f"{ready[0]} holds rows: measure them again with causal run"
    given = next((name for name in _MEASURING if getattr(settings, name) is not None), None)
    if given is not None:
        raise stop(f"--{given}", str(getattr(settings, given)), "no such argument for rows", hint)
    names = [text.partition("=")[0].strip() for text in settings.set]
    wrong = next((name for name in names if name.partition(".")[0] not in OF_TESTS), None)
    if wrong is not None:
        wanted = f"an option of the tests ({', '.join(OF_TESTS)})"
        raise stop("--set", wrong[:80], wanted, hint)


def _rows(path: Path, source: Source, asked: Options) -> Side:
    header: Header | None = None
    rows: list[CausalRow] = []
    events = read_rows(path, options=source.how.options)
    sound: Iterator[CausalRow | Header] = source.sound(events)
    for one in sound:
        match one:
            case Header():
                header = one
            case CausalRow():
                rows.append(one)
                source.how.tick(len(rows))
    if header is None:
        return Side(path=path, rows=tuple(rows), options=asked, judge="", profile="", stated=False)
    return Side(
        path=path,
        rows=tuple(rows),
        options=header.options,
        judge=header.judge,
        profile=header.profile,
    )


def _scored(path: Path, source: Source, request: StudyRequest, asked: Options) -> Side:
    judge = judge_of(request.judge, asked)
    rows = tuple(
        full_row(item.problem, evaluate(item.problem, judge, asked), asked)
        for item in source.items(path)
    )
    profile = request.settings.named
    return Side(
        path=path, rows=rows, options=asked, judge=judge.signature, profile=profile, ready=False
    )


def _own_means(settings: Settings, tests: Options) -> Options:
    """Leave each system its own means: under two weightings there is none over common parts."""
    if "common" in set_values(settings.set):
        hint = "the files were measured under different weights"
        raise stop("--set", "common=parts", "common=each", hint)
    return evolve(tests, common=Common.EACH)


def _judged(sides: Sequence[Side]) -> Iterable[str]:
    if not all(side.stated for side in sides):
        yield "Rows without a header do not say who judged, and under which options."
    if len({side.judge for side in sides}) > 1:
        told = "; ".join(side.judge or "unknown" for side in sides)
        yield f"The files were judged differently: {told}."


def _unlike(sides: Sequence[Side]) -> Iterable[tuple[str, dict[str, Path]]]:
    """Find the options of measuring that differ; for each value the first file that has it."""
    trees = [(side.path, dict(listed(side.options))) for side in sides if side.stated]
    for path in dict.fromkeys(name for _, tree in trees for name in tree):
        if path.partition(".")[0] in OF_TESTS:
            continue
        values: dict[str, Path] = {}
        for file, tree in trees:
            values.setdefault(tree.get(path, "none"), file)
        if len(values) > 1:
            yield path, values


def _measured(unlike: Mapping[str, Mapping[str, Path]]) -> Iterable[str]:
    if not unlike:
        return
    told = [
        f"{path} ({', '.join(f'{value} in {file}' for value, file in values.items())})"
        for path, values in unlike.items()
    ]
    more = f" and {len(told) - _SHOWN} more" if len(told) > _SHOWN else ""
    what = "; ".join(told[:_SHOWN])
    yield (
        f"The files were measured under different options, and what differs may be that: {what}"
        f"{more}."
    )


def _tested(told: Sequence[Side], profile: str) -> Iterable[str]:
    files = ", ".join(str(side.path) for side in told)
    yield f"{files} do not say the same of the tests: they are made as {profile} says."


def _kept(told: Sequence[Side]) -> Iterable[str]:
    names = dict.fromkeys(side.profile or _UNNAMED for side in told)
    if names:
        yield f"The rows were measured under {'; '.join(names)}: the tests alone are as asked for."


def together(sides: Sequence[Side]) -> tuple[CausalRow, ...]:
    """Put the rows of files together; where there are several, ids begin with the file's name."""
    if len(sides) == 1:
        return sides[0].rows
    return tuple(
        evolve(row, sample=f"{side.path.name}: {row.sample}") for side in sides for row in side.rows
    )


def compare(request: CompareRequest) -> int:
    """Compare two methods on what both have."""
    files = (request.first, request.second)
    reads = (("FIRST", files[0]), ("SECOND", files[1]), ("--reference", request.reference))
    _check(request, reads)
    with opened(request.reading) as source:
        source.refer(request.reference)
        found_in = sides_of(request, source, files, paired=True)
    _check_reference(request, found_in)
    source.check_references()
    first, second = found_in.sides
    names = ", ".join(map(str, files))
    try:
        with study_of(names):
            found = compare_systems(first.rows, second.rows, found_in.options)
    except UnpairedError as error:
        raise StopError((_moved(first, second).at(file=names),)) from error
    told = _beside(source, found_in)
    if request.reference is not None:
        told = evolve(told, notes=(f"References: {request.reference}.", *told.notes))
    code = _code(source, found_in)
    show(
        request.output,
        tree=lambda: compare_json(found, told, exit_code=code),
        document=lambda: compare_document(found, told),
    )
    source.tell()
    return code


def _check_reference(request: CompareRequest, found: Sides) -> None:
    """Refuse references that nothing would be held against.

    Raises StopError for them.
    """
    if request.reference is None:
        return
    given = str(request.reference)
    ready = next((side.path for side in found.sides if side.ready), None)
    if ready is not None:
        hint = f"{ready} holds rows: hold its graphs against references with causal graph --rows"
        raise stop("--reference", given, "no such argument for rows", hint)
    if set(found.options.tested).isdisjoint(AGAINST):
        hint = "such as --set tested=edge_f1,shd"
        raise stop("--reference", given, "a metric to test that needs references", hint)


def _moved(first: Side, second: Side) -> Fault:
    """Say which graph is of one problem in one file, and of another in the other."""
    others = {row.sample: row.group for row in second.rows}
    moved = (row for row in first.rows if others.get(row.sample, row.group) != row.group)
    found = next(moved, None)
    got = "another" if found is None else _groups(found.group, others[found.sample])
    what = "a graph" if found is None else shown(found.sample)
    hint = "with --set plan.cluster=none each graph stands for itself"
    return Fault(got=got, expected=f"the same group of {what} in both", hint=hint)


def _groups(*groups: str | None) -> str:
    return " and ".join("none" if group is None else shown(group) for group in groups)


def hold_against(request: ValidityRequest) -> int:
    """Hold scores against whether answers are right."""
    _check(request, [("FILE", file) for file in request.files])
    with opened(request.reading) as source:
        found_in = sides_of(request, source, request.files, paired=False)
    rows = together(found_in.sides)
    with study_of("FILE"):
        found = validity(rows, found_in.options)
    told = _beside(source, found_in)
    code = _code(source, found_in)
    show(
        request.output,
        tree=lambda: validity_json(found, told, exit_code=code),
        document=lambda: validity_document(found, told),
    )
    source.tell()
    return code


def _check(request: StudyRequest, reads: Named) -> None:
    check_files(request, reads)
    check_folders((("--output", request.output.file),))


def _beside(source: Source, found: Sides) -> Beside:
    return Beside(
        files=tuple(side.path for side in found.sides),
        judges=tuple(side.judge for side in found.sides),
        profiles=tuple(side.profile for side in found.sides),
        profile=found.profile,
        of_tests=found.of_tests,
        unlike=found.unlike,
        notes=(*found.notes, *source.notes),
    )


def _code(source: Source, found: Sides) -> int:
    lost = any(row.unscored for side in found.sides for row in side.rows)
    return code_where(bad_input=source.failed, left_open=lost)


def profiles(request: ProfilesRequest) -> int:
    """Show the profiles side by side."""
    return show_profiles(request, PROFILES, plain=DEFAULT, document=PROFILES_SHOWN)
