"""`measurand laws`: try laws on a function of one's own, without a test suite."""

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen
from returns.pipeline import is_successful

from measurand.edges.cli.converters import whole
from measurand.edges.cli.exit_codes import CODES, Undecided
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import check_files, check_folders
from measurand.edges.cli.output import Output, emit, show, write
from measurand.edges.cli.request import (
    Arguments,
    command,
    option,
    optional_argument,
    part,
    repeated,
    switch,
)
from measurand.edges.report import to_json
from measurand.edges.report.laws_view import (
    badge_line,
    badge_picture,
    judged_json,
    judged_text,
    kinds_document,
    kinds_json,
)
from measurand.edges.report.laws_words import unfit
from measurand.laws.kinds.judged import (
    ExpectationError,
    Expected,
    Fate,
    Judgement,
    checked_expected,
    verdict_of,
)
from measurand.laws.kinds.kind import ClaimError
from measurand.values.fault import shown
from measurand.values.suggest import did_you_mean
from measurand.values.verdict import Verdict

if TYPE_CHECKING:
    from measurand.edges.trials.load import Loaded
    from measurand.edges.trials.suite import Trying

ABOUT = """\
Try the laws of a kind on a function: `module:function`, imported from this folder as `python -m`
would. Laws apply by what the function is said to claim. Each is tried on many small cases; where
one breaks, the smallest case that was found is printed as code that runs. Without a function: the
kinds that there are, what their functions take, what they can claim, and their laws.

It runs the function, and importing its module runs that too.
"""
EXAMPLES = """\
examples:
  measurand laws                                     what kinds and laws are there?
  measurand laws my_metrics:f1 --kind set-f1 --claims symmetric,macro
  measurand laws my_metrics:f1 --kind set-f1 --expect 'swap=recall-weighted by design'
  measurand laws my_metrics:f1 --kind set-f1 --badge laws.svg
  measurand laws my_metrics:f1 --kind set-f1 --write test_f1_laws.py
"""
_PRINTED = Path("-")
_CASES = 100
_SEARCH = "search"


@frozen(kw_only=True)
class Request(Arguments):
    """The function, what it takes and claims, and what is written of its laws."""

    function: str | None = optional_argument(
        str, metavar="MODULE:FUNCTION", says="the function; none: list all laws"
    )
    kind: str | None = option(
        str,
        metavar="KIND",
        says="what the function takes: its newest suite is tried; or a suite's name",
    )
    suite: str | None = option(str, metavar="NAME", says="a suite by its name, which never changes")
    claims: tuple[str, ...] = repeated(
        str, metavar="A,B", says="what the function claims; repeatable"
    )
    expect: tuple[str, ...] = repeated(
        str, metavar="LAW=REASON", says="a law that must break, and why; repeatable"
    )
    batched: str | None = option(
        str,
        metavar="MODULE:FUNCTION",
        says="the same function for a list of batches, each a tuple of what the function takes",
    )
    badge: Path | None = option(
        Path,
        metavar="FILE|-",
        says="write a line of Markdown, or a picture (.svg); - prints the line, and nothing else",
    )
    write: Path | None = option(
        Path, metavar="FILE", says="write a test file that needs no measurand"
    )
    force: bool = switch(says="let --write replace a file")
    examples: int = option(
        whole(1, 100_000, "a whole number from 1 to 100,000"),
        default=_CASES,
        metavar="N",
        group=_SEARCH,
        says="cases a law",
    )
    seed: int = option(
        whole(0, 10**20 - 1, "a whole number of at most 20 digits"),
        default=0,
        metavar="N",
        group=_SEARCH,
        says="other cases; default: 0",
    )
    undecided: Undecided = part(Undecided)
    output: Output = part(Output)


def run(request: Request) -> int:
    """Try the laws, print, and return the exit code.

    Raises StopError where there is no such function, kind, claim or law.
    """
    alone = request.badge == _PRINTED
    badge = None if alone else request.badge
    writes = [("--badge", badge), ("--write", request.write)]
    check_files(request, [], writes)
    check_folders([("--badge", badge)])
    check_free(request.write, force=request.force)
    if request.function is None:
        return _list(request)
    _need_hypothesis()
    suite = _suite(request)
    claims, expected = _claims(request), _expected(request)
    folder = Path.cwd()
    loaded = _loaded(request.function, folder)
    batched = None if request.batched is None else _loaded(request.batched, folder)
    judgement = _judged(request, suite, claims, expected, loaded, batched)
    verdict = verdict_of(judgement, expected)
    if verdict is Verdict.REFUTED and (why := unfit(judgement)):
        raise stop("--kind", suite.kind_name, "a kind whose cases the function takes", why)
    tried = judgement.of(Fate.HELD) or judgement.of(Fate.BROKEN)
    code = request.undecided.code(CODES[verdict], unchecked=not tried)
    if badge is not None:
        write_badge(badge, judgement, expected, verdict)
    if request.write is not None:
        write_tests(request.write, suite, judgement, loaded, batched)
    output = request.output
    if alone:
        emit(output, badge_line(judgement, expected))
    elif output.format == "json":
        emit(output, to_json(judged_json(judgement, expected, verdict, code)))
    else:
        emit(output, judged_text(judgement, expected, verdict, output.layout))
    return code


def _list(request: Request) -> int:
    """List kinds, or the one that was asked for."""
    from measurand.laws.kinds.registry import KINDS

    needless = {
        "claims": request.claims,
        "expect": request.expect,
        "batched": request.batched,
        "badge": request.badge,
        "write": request.write,
        "suite": request.suite,
    }
    for name, value in needless.items():
        if value not in {None, ()}:
            raise stop(f"--{name}", "no function", "MODULE:FUNCTION before it")
    names = [kind.name for kind in KINDS]
    if request.kind is not None and request.kind not in names:
        raise stop("--kind", request.kind, "a kind", _near(request.kind, names))
    kinds = [kind for kind in KINDS if request.kind in {None, kind.name}]
    show(request.output, tree=lambda: kinds_json(kinds), document=lambda: kinds_document(kinds))
    return 0


def _need_hypothesis() -> None:
    try:
        import hypothesis  # noqa: F401  # whether it is there
    except ModuleNotFoundError as missing:
        hint = "pip install 'measurand[testing]'"
        raise stop("laws", f"no {missing.name}", "what draws the cases", hint) from missing


def _suite(request: Request) -> "Trying":
    from measurand.edges.trials.suites import NEWEST, SUITES, suite_named

    kind, name = request.kind, request.suite
    of_kind = None if kind is None else suite_named(kind)
    by_name = None if name is None else suite_named(name)
    if name is not None and (by_name is None or by_name.name != name):
        raise stop("--suite", name, "a suite", _near(name, SUITES))
    if kind is not None and (of_kind is None or (name is not None and kind != of_kind.kind_name)):
        raise stop("--kind", kind, "a kind", _near(kind, NEWEST))
    if name is not None and by_name is not None and kind not in (None, by_name.kind_name):
        raise stop("--suite", name, f"a suite of {kind}")
    suite = by_name or of_kind
    if suite is None:
        raise stop("--kind", "nothing", f"one of {', '.join(NEWEST)}")
    return suite


def _near(word: str, known: Iterable[str]) -> str:
    names = list(known)
    return did_you_mean(word, names).removeprefix(": ") or f"there are {', '.join(names)}"


def _claims(request: Request) -> frozenset[str]:
    words = (word.strip() for text in request.claims for word in text.split(","))
    return frozenset(word for word in words if word)


def _expected(request: Request) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in request.expect:
        law, mark, reason = (part.strip() for part in text.partition("="))
        if not mark or not law or law in found:
            raise stop("--expect", shown(text), "LAW=REASON, every law once")
        found[law] = reason
    return found


def _loaded(text: str, folder: Path) -> "Loaded":
    from measurand.edges.trials.load import load

    found = load(text, folder)
    if not is_successful(found):
        raise StopError((found.failure(),))
    return found.unwrap()


def _judged(  # noqa: PLR0913, PLR0917  # one step of run, with all that it has
    request: Request,
    suite: "Trying",
    claims: frozenset[str],
    expected: Expected,
    loaded: "Loaded",
    batched: "Loaded | None",
) -> Judgement:
    """Try the laws; what the function prints goes to standard error."""
    from measurand.edges.trials.search import Effort, searching
    from measurand.laws.kinds.subject import Subject

    try:
        also = None if batched is None else batched.function
        subject = Subject(loaded.name, loaded.function, suite.checked(claims), also)
    except ClaimError as error:
        raise stop(
            "--claims", ", ".join(sorted(claims)), "claims of the kind", str(error)
        ) from error
    trials = suite.trials(subject)
    try:
        laws = {law.id: law.needs for law in suite.listing.laws}
        applying = [trial.law for trial in trials]
        checked_expected(expected, suite=suite.name, laws=laws, applying=applying)
    except ExpectationError as error:
        raise stop("--expect", ", ".join(expected), "laws that apply", str(error)) from error
    effort = Effort(searching(request.examples), request.seed)
    if sys.stderr.isatty():
        sys.stderr.write(f"trying {len(applying)} laws of {suite.name}\n")
    try:
        with redirect_stdout(sys.stderr):
            return suite.judge(subject, effort)
    except SystemExit as error:
        got = f"one that ends the program ({error.code})"
        raise stop(request.function or "", got, "a function that returns") from error


def write_badge(path: Path, judgement: Judgement, expected: Expected, verdict: Verdict) -> None:
    """Write a badge: a picture where the file is an .svg, else a line of Markdown.

    Raises StopError where it cannot be written.
    """
    picture = path.suffix.lower() == ".svg"
    text = badge_line(judgement, expected)
    write(path, badge_picture(judgement, expected, verdict) if picture else text)


def check_free(path: Path | None, *, force: bool) -> None:
    """Refuse to write a test file over one that is there; one folder that is missing is made.

    Raises StopError.
    """
    if path is not None and not path.parent.exists():
        check_folders([("--write", path.parent)])
    if path is not None and path.exists() and not force:
        hint = "--force replaces it"
        raise stop("--write", f"{path}, which is there", "no file", hint)


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
    write(path, text)


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
