"""`measurand causal compare`, `validity` and `profiles`."""

from itertools import chain

from attrs import evolve

from measurand.edges.cli.exit_codes import BAD_INPUT
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import Named, check_files, check_folders
from measurand.edges.cli.output import show
from measurand.edges.report.document import Grid
from measurand.evidence.pairs import UnpairedError
from measurand.studies.causal.comparing.measures import AGAINST
from measurand.studies.causal.edge.cli.requests import (
    CompareRequest,
    ProfilesRequest,
    StudyRequest,
    ValidityRequest,
)
from measurand.studies.causal.edge.cli.run import OPEN
from measurand.studies.causal.edge.cli.runs import Source, opened
from measurand.studies.causal.edge.cli.sides import Side, Sides, sides_of, together
from measurand.studies.causal.edge.page.json import PROFILES_SHOWN, compare_json, validity_json
from measurand.studies.causal.edge.page.tests import (
    Beside,
    compare_document,
    validity_document,
)
from measurand.studies.causal.options import DEFAULT, PROFILES
from measurand.studies.causal.study import StudyError, compare_systems, validity
from measurand.values.fault import Fault, shown
from measurand.values.option_paths import listed, settings_by
from measurand.values.suggest import did_you_mean


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
        found = compare_systems(first.rows, second.rows, found_in.options)
    except StudyError as error:
        wanted, _, got = str(error).partition(": got ")
        raise StopError((Fault(file=names, got=got, expected=wanted),)) from error
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
    try:
        found = validity(rows, found_in.options)
    except StudyError as error:
        wanted, _, got = str(error).partition(": got ")
        raise StopError((Fault(file="FILE", got=got, expected=wanted),)) from error
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
    if source.failed:
        return BAD_INPUT
    return OPEN if any(row.unscored for side in found.sides for row in side.rows) else 0


def profiles(request: ProfilesRequest) -> int:
    """Show the profiles side by side.

    Raises StopError for a group that is none.
    """
    group = request.group or ""
    known = {name: dict(listed(options)) for name, options in PROFILES.items()}
    paths = dict.fromkeys(chain.from_iterable(known.values()), "")
    chosen = settings_by(paths, group)
    if not chosen:
        groups = {path.rpartition(".")[0] for path in paths} - {""}
        hint = did_you_mean(group, sorted({*paths, *groups})).removeprefix(": ")
        raise stop("PART", shown(group), "an option or a group of them", hint)
    recommended = known[DEFAULT]
    rows = tuple(
        (path, *(_marked(one.get(path), recommended.get(path)) for one in known.values()))
        for path in chosen
    )
    show(
        request.output,
        tree=lambda: PROFILES_SHOWN.tree(
            options={name: settings_by(one, group) for name, one in known.items()}
        ),
        document=lambda: (Grid("", ("option", *known), rows, notes=(f"*: not as in {DEFAULT}",)),),
    )
    return 0


def _marked(value: str | None, plain: str | None) -> str:
    return value or "" if value == plain else f"{value or ''} *"
