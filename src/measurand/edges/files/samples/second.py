"""The document of predictions that stands beside a document of gold."""

from attrs import evolve

from measurand.edges.files.json.value import FaultError, Json
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.beside import alone
from measurand.edges.files.samples.logged import decode_lenient
from measurand.edges.files.samples.opened import opened
from measurand.edges.files.samples.part import DocumentTooLongError, Part
from measurand.values.fault import Fault

_CHUNK = 2**20


def read_second(part: Part, *, once: bool = False) -> Json:
    """Read the document of predictions, which has at most as many bytes as the first may have.

    With `once` no object of it has a key twice, whether or not reading is strict.

    Raises FaultError where the source names none, where gold is in several files, or where it is no
    JSON; OSError where it cannot be read.
    """
    second, most = part.beside, part.options.max_document_bytes
    fault = alone(part)
    if fault or second is None:
        raise FaultError(fault or Fault(got="one file", expected="two"))
    raw = bytearray()
    with opened(second, expansion=part.options.max_expansion) as file:
        while chunk := file.read(_CHUNK):
            raw += chunk
            if len(raw) > most:
                raise DocumentTooLongError(most)
    try:
        options = evolve(part.options, strict=once or part.options.strict)
        return decode_lenient(bytes(raw).removeprefix(BOM), options)
    except FaultError as error:
        raise FaultError(error.fault.at(file=part.source.predictions)) from None


def within_second(part: Part, error: FaultError) -> FaultError:
    """Say that what is wrong stands in the predictions."""
    return FaultError(error.fault.at(file=part.source.predictions))
