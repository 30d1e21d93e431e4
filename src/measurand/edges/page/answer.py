"""The answer to a page: the JSON of the command line, and what a page shows of it.

    request (JSON) -> command -> what was found -> answer (JSON)

The JSON of a verdict is the one that the command line prints, byte for byte; what is shown beside
it (`TableView`, `BlockView`) says nothing that it does not say, but in an order and in digits that
are read. Files that were dropped lie in one folder, by their last name; nothing else is opened.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from platform import python_version

from attrs import frozen

from measurand.algebra.highs import Solver, install
from measurand.auditing.proofs.sheet import Role
from measurand.edges.cli.exit_codes import BAD_INPUT
from measurand.edges.cli.faults import StopError, fault_lines
from measurand.edges.cli.output import Kept
from measurand.edges.cli.prove import Proofs, linted, proved
from measurand.edges.files.json.value import FaultError
from measurand.edges.page.request import Asking, asking
from measurand.edges.page.table_view import TableView, sentences_of, table_view
from measurand.edges.report import Document, to_json
from measurand.edges.report.document import LANGUAGES, Grid, Prose, Section
from measurand.edges.report.issue import issue, methods
from measurand.edges.report.prove_json import certificates_json
from measurand.edges.report.sentences import translated
from measurand.metrics.family import OutsideRangeError

Watch = Callable[[str, int, int], None]


@frozen(kw_only=True)
class BlockView:
    """A part of a report: a title of some depth, lines, or a grid with its notes."""

    title: str = ""
    depth: int = 0
    lines: tuple[str, ...] = ()
    code: bool = False
    columns: tuple[str, ...] = ()
    rows: tuple[Mapping[str, tuple[str, ...]], ...] = ()
    notes: tuple[str, ...] = ()


@frozen(kw_only=True)
class Answer:
    """What a page is told: the exit code, the result as JSON, and what is shown.

    `words` are words to use by language. Where nothing can be read, `faults` say why, and the code
    is 2.
    """

    code: int
    json: str = ""
    left: str = ""
    tables: tuple[TableView, ...] = ()
    blocks: tuple[BlockView, ...] = ()
    words: Mapping[str, Mapping[str, str]] = {}
    faults: tuple[str, ...] = ()


@frozen(kw_only=True)
class Saved:
    """A file that is saved: its name, what it holds, and of which type it is."""

    name: str
    text: str
    type: str = "text/plain"


class Auditor:
    r"""Answers one request after the other; files are written of the last verdict.

    `folder` has what was dropped; `watch` is told how far a search is.

    >>> asked = {"do": "lint", "text": "model,P,R,F1\nours,60.0,60.0,60.0\n"}
    >>> json.loads(Auditor(Path()).answer(json.dumps(asked)))["code"]
    0
    """

    def __init__(self, folder: Path, watch: Watch | None = None) -> None:
        self._folder = folder
        self._watch = watch
        self._asked: Asking | None = None
        self._last: Proofs | None = None
        self._shown: tuple[TableView, ...] = ()

    def about(self) -> str:
        """Say what runs, and what a column may be, as JSON."""
        roles = sorted(role.value for role in Role)
        versions = {"version": version("measurand"), "python": python_version()}
        return to_json({**versions, "roles": roles})

    def guess_with(self, solve: Callable[[str, int], str], name: str) -> None:
        """Let a solver of the page guess: LP text and a number of nodes to JSON, `null` without.

        What it answers is never believed, as that of no solver is.
        """
        install(_solver(solve), name)

    def answer(self, text: str) -> str:
        """Answer a request, JSON for JSON; what is wrong with it is in the answer."""
        try:
            request = asking(text)
            return to_json(self._answered(request))
        except (StopError, FaultError, OutsideRangeError) as error:
            return to_json(Answer(code=BAD_INPUT, faults=_told(error)))

    def sentences(self, language: str) -> str:
        """Put what the last answer says in sentences into a language, as JSON: English to other.

        What is not there stays in English, as it does in the JSON of a verdict.
        """
        known = [one for one in LANGUAGES if one == language]
        said = {
            text: other
            for one in known
            for table in self._shown
            for text in sentences_of(table)
            if (other := translated(text, one)) is not None
        }
        return to_json(said)

    def _answered(self, request: Asking) -> Answer:
        match request.do:
            case "lint":
                return self._verdict(request, linted(request.lint(self._folder)))
            case "prove":
                return self._verdict(
                    request, proved(request.prove(self._folder), watch=self._watch)
                )
            case "check":
                from measurand.edges.cli import check

                return _kept(lambda output: check.run(request.check(self._folder, output)))
            case "verify":
                from measurand.edges.cli import verify

                return _kept(lambda output: verify.run(request.verify(self._folder, output)))
            case "sniff":
                from measurand.edges.cli import sniff

                return _kept(lambda output: sniff.run(request.sniff(self._folder, output)))
            case "score":
                from measurand.edges.cli import score

                return _kept(lambda output: score.run(request.score(self._folder, output)))
            case "audit":
                from measurand.edges.cli import audit

                return _kept(lambda output: audit.run(request.audit(self._folder, output)))

    def _verdict(self, request: Asking, found: Proofs) -> Answer:
        made = answer_of(found)
        self._asked, self._last, self._shown = request, found, made.tables
        return made

    def save(self, kind: str, text: str = "") -> str:
        """Write a file of the last verdict, as JSON: its name, text and type.

        `kind` is json, report, claims or certificates. An auditor that was asked nothing yet is
        asked the request in `text` first: it took the place of one that was stopped.
        """
        try:
            if self._last is None and text:
                self._answered(asking(text))
            return to_json(_saved(kind, self._asked, self._last))
        except (StopError, FaultError) as error:
            return to_json(Answer(code=BAD_INPUT, faults=_told(error)))


def _told(error: StopError | FaultError | OutsideRangeError) -> tuple[str, ...]:
    match error:
        case StopError():
            return tuple(fault_lines(error.faults))
        case FaultError():
            return tuple(fault_lines((error.fault,)))
        case _:
            return (str(error),)


def _solver(solve: Callable[[str, int], str]) -> Solver:
    def solved(text: str, nodes: int) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
        found = json.loads(solve(text, nodes))
        if found is None:
            return None
        point, duals = found
        return tuple(point), tuple(duals)

    return solved


def answer_of(found: Proofs) -> Answer:
    """Say what was proven, as the command line does, and as a page shows it.

    >>> answer_of(Proofs(command="lint", files="a.md", tables=(), code=3)).code
    3
    """
    if not found.tables and found.faults:
        return Answer(code=BAD_INPUT, faults=tuple(fault_lines(found.faults)))
    told = found.told()
    return Answer(
        code=BAD_INPUT if found.faults else found.code,
        json=to_json(found.tree()),
        left=found.left,
        tables=tuple(map(table_view, found.tables)),
        words={
            one: {"issue": issue(told, one), "methods": methods(told, one)} for one in LANGUAGES
        },
        faults=tuple(fault_lines(found.faults)),
    )


def _kept(run: Callable[[Kept], int]) -> Answer:
    """Run a command whose output is kept, and show its report."""
    said: list[tuple[Callable[[], object], Callable[[], Document]]] = []
    code = run(Kept(keep=lambda tree, document: said.append((tree, document))))
    [(tree, document)] = said
    return Answer(code=code, json=to_json(tree()), blocks=tuple(_blocks(document(), 0)))


def _blocks(document: Document, depth: int) -> Iterator[BlockView]:
    for block in document:
        match block:
            case Section(title, inner):
                yield BlockView(title=title, depth=depth)
                yield from _blocks(inner, depth + 1)
            case Prose(lines):
                yield BlockView(lines=lines, code=block.code, depth=depth)
            case Grid(title, columns, rows):
                yield BlockView(
                    title=title,
                    depth=depth,
                    columns=columns,
                    rows=tuple({"cells": row} for row in rows),
                    notes=block.notes,
                )


def _saved(kind: str, asked: Asking | None, found: Proofs | None) -> Saved:
    """Write a file of a verdict.

    Raises StopError where it cannot be made.
    """
    if asked is None or found is None:
        return Saved(name="", text="")
    name = Path(found.files).stem or "table"
    match kind:
        case "report":
            return Saved(name=f"{name}.html", text=found.page(), type="text/html")
        case "claims":
            return Saved(name="claims.toml", text=asked.claims())
        case "certificates":
            by = f"measurand {version('measurand')}"
            text = to_json(certificates_json(found.tables, by=by))
            return Saved(name=f"{name}.certificates.json", text=text, type="application/json")
        case _:
            text = to_json(found.tree())
            return Saved(name=f"{name}.json", text=text, type="application/json")
