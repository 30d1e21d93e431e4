"""What certificates prove when they are checked again: a line for each file."""

from collections.abc import Sequence

from attrs import frozen

from measurand.edges.files.json.shapes import JsonDocument, Tree
from measurand.edges.report.document import Document, Grid, Section


@frozen
class VerifiedFile:
    """A file, the answer (holds, does not hold, no certificate, taken as it stands), and why.

    >>> VerifiedFile("proof.json", "holds", "1 case, none of which has a solution").answer
    'holds'
    """

    file: str
    answer: str
    because: str


VERIFIED = JsonDocument("verify", {}, version=1, exit_code=int, files=tuple[VerifiedFile, ...])


def verified_json(files: Sequence[VerifiedFile], *, code: int) -> Tree:
    """Make the tree of what was checked.

    >>> verified_json((), code=0)["files"]
    []
    """
    return VERIFIED.tree(exit_code=code, files=tuple(files))


def verified_document(files: Sequence[VerifiedFile]) -> Document:
    """Lay out what was checked.

    >>> [block.title for block in verified_document(())]
    ['verify']
    """
    rows = tuple((one.file, one.answer, one.because) for one in files)
    return (
        Section("verify", (Grid("Certificates", ("file", "answer", "because"), rows),), spare=True),
    )
