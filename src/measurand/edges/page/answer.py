"""The answer to a page: the JSON of the command line, and what a page shows of it.

    request (JSON) -> command -> what was proven -> answer (JSON)

The JSON of a verdict is the one that the command line prints, byte for byte; what is shown beside
it (`TableView`) says nothing that it does not say, but in an order and in digits that are read.
"""

from collections.abc import Callable
from importlib.metadata import version
from platform import python_version

from attrs import frozen

from measurand.auditing.proofs.sheet import Role
from measurand.edges.cli.exit_codes import BAD_INPUT
from measurand.edges.cli.faults import StopError, fault_lines
from measurand.edges.cli.prove import Proofs, linted, proved
from measurand.edges.files.json.value import FaultError
from measurand.edges.page.request import asking
from measurand.edges.page.table_view import TableView, table_view
from measurand.edges.report import to_json

Watch = Callable[[str, int, int], None]


@frozen(kw_only=True)
class Answer:
    """What a page is told: the exit code, the verdict as JSON, and what is shown.

    Where nothing can be read, `faults` say why, and the code is 2.
    """

    code: int
    json: str = ""
    left: str = ""
    tables: tuple[TableView, ...] = ()
    faults: tuple[str, ...] = ()


class Auditor:
    r"""Answers one request after the other; files are written of the last verdict.

    >>> import json
    >>> asked = {"do": "lint", "text": "model,P,R,F1\nours,60.0,60.0,60.0\n"}
    >>> json.loads(Auditor().answer(json.dumps(asked)))["code"]
    0
    """

    def __init__(self, watch: Watch | None = None) -> None:
        self._watch = watch
        self._last: Proofs | None = None

    def about(self) -> str:
        """Say what runs, and what a column may be, as JSON."""
        roles = sorted(role.value for role in Role)
        versions = {"version": version("measurand"), "python": python_version()}
        return to_json({**versions, "roles": roles})

    def answer(self, text: str) -> str:
        """Answer a request, JSON for JSON; what is wrong with it is in the answer."""
        try:
            request = asking(text)
            if request.do == "prove":
                found = proved(request.prove(), watch=self._watch)
            else:
                found = linted(request.lint())
        except (StopError, FaultError) as error:
            faults = error.faults if isinstance(error, StopError) else (error.fault,)
            return to_json(Answer(code=BAD_INPUT, faults=tuple(fault_lines(faults))))
        self._last = found
        return to_json(answer_of(found))


def answer_of(found: Proofs) -> Answer:
    """Say what was proven, as the command line does, and as a page shows it."""
    if not found.tables and found.faults:
        return Answer(code=BAD_INPUT, faults=tuple(fault_lines(found.faults)))
    return Answer(
        code=BAD_INPUT if found.faults else found.code,
        json=to_json(found.tree()),
        left=found.left,
        tables=tuple(map(table_view, found.tables)),
        faults=tuple(fault_lines(found.faults)),
    )
