"""`measurand verify`: check certificates by code that shares nothing with what found them.

There are two kinds, and each has its checker: of numbers that cannot be (`auditing.proofs.verify`),
and of rankings, whose p-values and ranks are computed anew (`inference.rank_certificate`).
"""

from pathlib import Path

from attrs import frozen
from returns.pipeline import is_successful

from measurand.auditing.proofs.verify import MOST_TEXT, verify
from measurand.edges.cli.exit_codes import BAD_INPUT, FINDING, HOLDS, OPEN
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.output import Output, show
from measurand.edges.cli.request import Arguments, arguments, command, part
from measurand.edges.files.files import first_bytes
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.rank_certificates import SCHEMA, read_certificates
from measurand.edges.report.verified_view import VerifiedFile, verified_document, verified_json
from measurand.inference.rank_certificate import RankCertificate, faults, taken

ABOUT = """\
Check certificates again, which `lint` and `prove` write with --certificates: that no numbers which
print as the cells do meet the formulas that they state. The text of the cells is all that is
trusted; what a certificate presumes stands in it in sentences, to be read by you. Of rankings,
whose certificates `compare` writes, p-values and ranks are computed anew.

exit codes: 0 every proof holds; 1 one does not; 2 a file is no certificate; 3 p-values of a ranking
were drawn at random, and are taken as they stand.
"""
EXAMPLES = """\
examples:
  measurand verify proof.json
  measurand verify table2.json table3.json --format json
"""
_CODES = {
    "no certificate": BAD_INPUT,
    "does not hold": FINDING,
    "taken as it stands": OPEN,
    "holds": HOLDS,
}
"""What each answer exits with, the worst first."""


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
    answers = {one.answer for one in files}
    code = next((code for answer, code in _CODES.items() if answer in answers), HOLDS)
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
    ranking = _ranking(path, raw.unwrap())
    if ranking is not None:
        return ranking
    answer = verify(raw.unwrap())
    return VerifiedFile(str(path), str(answer["answer"]), str(answer["because"]))


def _ranking(path: Path, raw: bytes) -> VerifiedFile | None:
    """Check certificates of rankings; None where a file is of another kind."""
    if SCHEMA.encode() not in raw:
        return None
    try:
        found = read_certificates(raw)
    except FaultError:
        return None
    read = [one for one in found if isinstance(one, RankCertificate)]
    if not read or len(read) < len(found):
        return None
    wrong = [told for one in read for told in faults(one)]
    drawn = sum(map(taken, read))
    pairs = sum(len(one.pairs) for one in read)
    if wrong:
        return VerifiedFile(str(path), "does not hold", "; ".join(wrong)[:2000])
    if drawn:
        because = f"{drawn} of {pairs} p-values of pairs were drawn, and cannot be computed anew"
        return VerifiedFile(str(path), "taken as it stands", because)
    because = f"the p-values of {pairs} pairs give the ranks"
    return VerifiedFile(str(path), "holds", because)


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
