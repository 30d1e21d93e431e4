"""`measurand verify`: check certificates by code that shares nothing with what found them."""

from pathlib import Path

from attrs import frozen
from returns.pipeline import is_successful

from measurand.auditing.proofs.verify import MOST_TEXT, verify
from measurand.edges.cli.exit_codes import BAD_INPUT, FINDING, HOLDS
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.output import Output, show
from measurand.edges.cli.request import Arguments, arguments, command, part
from measurand.edges.files.files import first_bytes
from measurand.edges.report.verified_view import VerifiedFile, verified_document, verified_json

ABOUT = """\
Check certificates again, which `lint` and `prove` write with --certificates: that no numbers which
print as the cells do meet the formulas that they state. The text of the cells is all that is
trusted; what a certificate presumes stands in it in sentences, to be read by you. Certificates of
rankings, which `compare` writes, are checked by `compare --verify`.

exit codes: 0 every proof holds; 1 one does not; 2 a file is no certificate.
"""
EXAMPLES = """\
examples:
  measurand verify proof.json
  measurand verify table2.json table3.json --format json
"""
_CODES = {"holds": HOLDS, "does not hold": FINDING, "no certificate": BAD_INPUT}


@frozen(kw_only=True)
class Request(Arguments):
    """Files of certificates."""

    certificates: tuple[Path, ...] = arguments(
        Path, metavar="CERTIFICATE", says="a file that --certificates wrote; or several"
    )
    output: Output = part(Output)


def run(request: Request) -> int:
    """Check every file, print, and return the exit code: that of the worst.

    Raises StopError where a file cannot be read.
    """
    files = tuple(map(_verified, request.certificates))
    code = max(_CODES[one.answer] for one in files)
    show(
        request.output,
        tree=lambda: verified_json(files, code=code),
        document=lambda: verified_document(files),
    )
    return code


def _verified(path: Path) -> VerifiedFile:
    raw = first_bytes(path, MOST_TEXT + 1)
    if not is_successful(raw):
        raise StopError(raw.failure())
    answer = verify(raw.unwrap())
    return VerifiedFile(str(path), str(answer["answer"]), str(answer["because"]))


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
