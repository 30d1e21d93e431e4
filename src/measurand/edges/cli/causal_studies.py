"""`measurand causal compare`, `validity` and `profiles`."""

import argparse
from itertools import chain

from measurand.edges.cli.arguments import StopError, emit
from measurand.edges.cli.causal_run import OPEN, SCHEMA
from measurand.edges.cli.causal_runs import Source, name_of, opened
from measurand.edges.cli.causal_sides import Side, sides_of, together
from measurand.edges.cli.cf_runs import stop
from measurand.edges.cli.exits import BAD_INPUT
from measurand.edges.cli.guard import Named, check_files, check_folders
from measurand.edges.report import render, to_json
from measurand.edges.report.causal_tests import (
    Beside,
    compare_document,
    compare_plain,
    validity_document,
    validity_plain,
)
from measurand.edges.report.cf_words import settings_by
from measurand.edges.report.document import Document, Grid
from measurand.edges.report.inferred import Tree
from measurand.pipelines.causal.profiles import DEFAULT, PROFILES
from measurand.pipelines.causal.study import StudyError, compare_systems, validity
from measurand.pipelines.settings import listed
from measurand.values.fault import Fault, shown
from measurand.values.suggest import did_you_mean


def compare(arguments: argparse.Namespace) -> int:
    """Compare two methods on what both have."""
    files = (arguments.first, arguments.second)
    _check(arguments, [("FIRST", arguments.first), ("SECOND", arguments.second)])
    with opened(arguments) as source:
        sides, options, notes = sides_of(arguments, source, files)
    try:
        found = compare_systems(sides[0].rows, sides[1].rows, options)
    except StudyError as error:
        wanted, _, got = str(error).partition(": got ")
        names = ", ".join(map(str, files))
        raise StopError((Fault(file=names, got=got, expected=wanted),)) from error
    told = _beside(arguments, source, sides, notes)
    code = _code(source, sides)
    _print(arguments, compare_plain(found, told), compare_document(found, told), code)
    source.tell()
    return code


def hold_against(arguments: argparse.Namespace) -> int:
    """Hold scores against whether answers are right."""
    _check(arguments, [("FILE", file) for file in arguments.files])
    with opened(arguments) as source:
        sides, options, notes = sides_of(arguments, source, arguments.files)
    rows = together(zip(arguments.files, sides, strict=True))
    try:
        found = validity(rows, options)
    except StudyError as error:
        wanted, _, got = str(error).partition(": got ")
        raise StopError((Fault(file="FILE", got=got, expected=wanted),)) from error
    told = _beside(arguments, source, sides, notes)
    code = _code(source, sides)
    _print(arguments, validity_plain(found, told), validity_document(found, told), code)
    source.tell()
    return code


def _check(arguments: argparse.Namespace, reads: Named) -> None:
    check_files(arguments, reads)
    check_folders((("--output", arguments.output),))


def _beside(
    arguments: argparse.Namespace, source: Source, sides: tuple[Side, ...], notes: tuple[str, ...]
) -> Beside:
    files = vars(arguments).get("files") or (arguments.first, arguments.second)
    profile = arguments.profile or sides[0].profile or DEFAULT
    return Beside(
        files=tuple(files),
        judges=tuple(side.judge for side in sides),
        profile=name_of(arguments, profile)
        if arguments.profile or not sides[0].profile
        else profile,
        notes=(*notes, *source.notes),
    )


def _code(source: Source, sides: tuple[Side, ...]) -> int:
    if source.failed:
        return BAD_INPUT
    return OPEN if any(row.unscored for side in sides for row in side.rows) else 0


def _print(arguments: argparse.Namespace, tree: Tree, document: Document, code: int) -> None:
    if arguments.format == "json":
        head = {"schema": SCHEMA, "command": f"causal {arguments.stage}", "exit_code": code}
        emit(arguments, to_json({**head, **tree}))
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
