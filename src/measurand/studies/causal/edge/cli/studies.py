"""`measurand causal compare`, `validity` and `profiles`."""

import argparse
from itertools import chain

from attrs import evolve

from measurand.edges.cli.arguments import StopError, emit, stop
from measurand.edges.cli.exits import BAD_INPUT
from measurand.edges.cli.guard import Named, check_files, check_folders
from measurand.edges.report import render, to_json
from measurand.edges.report.document import Document, Grid
from measurand.edges.report.inferred import Tree
from measurand.evidence.pairs import UnpairedError
from measurand.studies.causal.comparing.measures import AGAINST
from measurand.studies.causal.edge.cli.run import OPEN, SCHEMA
from measurand.studies.causal.edge.cli.runs import Source, opened
from measurand.studies.causal.edge.cli.sides import Side, Sides, sides_of, together
from measurand.studies.causal.edge.page.json import compare_json, validity_json
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


def compare(arguments: argparse.Namespace) -> int:
    """Compare two methods on what both have."""
    files = (arguments.first, arguments.second)
    reads = (("FIRST", files[0]), ("SECOND", files[1]), ("--reference", arguments.reference))
    _check(arguments, reads)
    with opened(arguments) as source:
        source.refer(arguments.reference)
        found_in = sides_of(arguments, source, files, paired=True)
    _check_reference(arguments, found_in)
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
    if arguments.reference is not None:
        told = evolve(told, notes=(f"References: {arguments.reference}.", *told.notes))
    code = _code(source, found_in)
    tree = compare_json(found, told, exit_code=code)
    _print(arguments, tree, compare_document(found, told))
    source.tell()
    return code


def _check_reference(arguments: argparse.Namespace, found: Sides) -> None:
    """Refuse references that nothing would be held against.

    Raises StopError for them.
    """
    if arguments.reference is None:
        return
    given = str(arguments.reference)
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


def hold_against(arguments: argparse.Namespace) -> int:
    """Hold scores against whether answers are right."""
    _check(arguments, [("FILE", file) for file in arguments.files])
    with opened(arguments) as source:
        found_in = sides_of(arguments, source, arguments.files, paired=False)
    rows = together(found_in.sides)
    try:
        found = validity(rows, found_in.options)
    except StudyError as error:
        wanted, _, got = str(error).partition(": got ")
        raise StopError((Fault(file="FILE", got=got, expected=wanted),)) from error
    told = _beside(source, found_in)
    code = _code(source, found_in)
    tree = validity_json(found, told, exit_code=code)
    _print(arguments, tree, validity_document(found, told))
    source.tell()
    return code


def _check(arguments: argparse.Namespace, reads: Named) -> None:
    check_files(arguments, reads)
    check_folders((("--output", arguments.output),))


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


def _print(arguments: argparse.Namespace, tree: Tree, document: Document) -> None:
    if arguments.format == "json":
        emit(arguments, to_json(tree))
    else:
        emit(arguments, render(document, arguments.format))


def profiles(arguments: argparse.Namespace) -> int:
    """Show the profiles side by side.

    Raises StopError for a group that is none.
    """
    known = {name: dict(listed(options)) for name, options in PROFILES.items()}
    paths = dict.fromkeys(chain.from_iterable(known.values()), "")
    chosen = settings_by(paths, arguments.part)
    if not chosen:
        groups = {path.rpartition(".")[0] for path in paths} - {""}
        hint = did_you_mean(arguments.part, sorted({*paths, *groups})).removeprefix(": ")
        raise stop("PART", shown(arguments.part), "an option or a group of them", hint)
    if arguments.format == "json":
        options = {name: settings_by(one, arguments.part) for name, one in known.items()}
        emit(
            arguments, to_json({"schema": SCHEMA, "command": "causal profiles", "options": options})
        )
        return 0
    recommended = known[DEFAULT]
    rows = tuple(
        (path, *(_marked(one.get(path), recommended.get(path)) for one in known.values()))
        for path in chosen
    )
    grid = Grid("", ("option", *known), rows, notes=(f"*: not as in {DEFAULT}",))
    emit(arguments, render((grid,), arguments.format))
    return 0


def _marked(value: str | None, plain: str | None) -> str:
    return value or "" if value == plain else f"{value or ''} *"
