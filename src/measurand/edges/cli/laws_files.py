"""Files that `measurand laws` writes: a badge, and a test file."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from returns.pipeline import is_successful

from measurand.edges.cli.arguments import StopError
from measurand.edges.cli.guard import check_folders
from measurand.edges.files import atomic_write
from measurand.edges.report.laws_view import badge_line, badge_picture
from measurand.laws.kinds.judged import Expected, Judgement
from measurand.values.fault import Fault
from measurand.values.verdict import Verdict

if TYPE_CHECKING:
    from measurand.edges.trials.load import Loaded
    from measurand.edges.trials.suite import Trying


def write_badge(path: Path, judgement: Judgement, expected: Expected, verdict: Verdict) -> None:
    """Write a badge: a picture where the file is an .svg, else a line of Markdown.

    Raises StopError where it cannot be written.
    """
    picture = path.suffix.lower() == ".svg"
    text = badge_line(judgement, expected)
    _write(path, badge_picture(judgement, expected, verdict) if picture else text)


def check_free(path: Path | None, *, force: bool) -> None:
    """Refuse to write a test file over one that is there; one folder that is missing is made.

    Raises StopError.
    """
    if path is not None and not path.parent.exists():
        check_folders([("--write", path.parent)])
    if path is not None and path.exists() and not force:
        hint = "--force replaces it"
        fault = Fault(path="--write", got=f"{path}, which is there", expected="no file", hint=hint)
        raise StopError((fault,))


def write_tests(
    path: Path,
    suite: "Trying",
    judgement: Judgement,
    loaded: "Loaded",
    batched: "Loaded | None",
) -> None:
    """Write a test file that needs nothing of ours.

    Raises StopError where it cannot be written.
    """
    from measurand.edges.trials.write import plain_tests

    text = plain_tests(suite, judgement, loaded, batched)
    with suppress(OSError):  # the write tells of it
        path.parent.mkdir(exist_ok=True)
    _write(path, text)


def _write(path: Path, text: str) -> None:
    written = atomic_write(path, [text.encode()])
    if not is_successful(written):
        raise StopError(written.failure())
