"""`measurand laws`: try laws on a function of one's own, without a test suite."""

import argparse
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from returns.pipeline import is_successful

from measurand.edges.cli.arguments import StopError, add_output, emit
from measurand.edges.cli.exits import CODES, add_undecided, told
from measurand.edges.cli.guard import check_files, check_folders
from measurand.edges.cli.laws_files import check_free, write_badge, write_tests
from measurand.edges.report import render, to_json
from measurand.edges.report.laws_plain import judged_plain, kinds_plain
from measurand.edges.report.laws_view import badge_line, judged_text, kinds_document
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
from measurand.values.fault import Fault, shown
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
_MOST = 100_000
_PRINTED = Path("-")
_CASES = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "function", metavar="MODULE:FUNCTION", nargs="?", help="the function; none: list all laws"
    )
    parser.add_argument(
        "--kind", help="what the function takes: its newest suite is tried; or a suite's name"
    )
    parser.add_argument("--suite", metavar="NAME", help="a suite by its name, which never changes")
    parser.add_argument(
        "--claims", metavar="A,B", action="append", help="what the function claims; repeatable"
    )
    parser.add_argument(
        "--expect",
        metavar="LAW=REASON",
        action="append",
        help="a law that must break, and why; repeatable",
    )
    parser.add_argument(
        "--batched",
        metavar="MODULE:FUNCTION",
        help="the same function for a list of batches, each a tuple of what the function takes",
    )
    group = parser.add_argument_group("search")
    group.add_argument(
        "--examples", type=_counting, default=_CASES, metavar="N", help="cases a law, default: 100"
    )
    group.add_argument(
        "--seed", type=_seeding, default=0, metavar="N", help="other cases; default: 0"
    )
    add_undecided(parser)
    parser.add_argument(
        "--badge",
        type=Path,
        metavar="FILE|-",
        help="write a line of Markdown, or a picture (.svg); - prints the line, and nothing else",
    )
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="write a test file that needs no measurand"
    )
    parser.add_argument("--force", action="store_true", help="let --write replace a file")
    add_output(parser)


def _counting(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= _MOST and int(text) <= _MOST:
        return int(text)
    message = f"a whole number from 1 to {_MOST:,}: got {text[:40]!r}"
    raise argparse.ArgumentTypeError(message)


def _seeding(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= len(str(2**64)):
        return int(text)
    message = f"a whole number of at most 20 digits: got {text[:40]!r}"
    raise argparse.ArgumentTypeError(message)


def run(arguments: argparse.Namespace) -> int:
    """Try the laws, print, and return the exit code.

    Raises StopError where there is no such function, kind, claim or law.
    """
    alone = arguments.badge == _PRINTED
    badge = None if alone else arguments.badge
    writes = [("--badge", badge), ("--write", arguments.write)]
    check_files(arguments, [], writes)
    check_folders([("--badge", badge)])
    check_free(arguments.write, force=arguments.force)
    if arguments.function is None:
        return _list(arguments)
    _need_hypothesis()
    suite = _suite(arguments)
    claims, expected = _claims(arguments), _expected(arguments)
    folder = Path.cwd()
    loaded = _loaded(arguments.function, folder)
    batched = None if arguments.batched is None else _loaded(arguments.batched, folder)
    judgement = _judged(arguments, suite, claims, expected, loaded, batched)
    verdict = verdict_of(judgement, expected)
    if verdict is Verdict.REFUTED and (said := unfit(judgement)):
        raise _stop("--kind", suite.kind_name, "a kind whose cases the function takes", said)
    tried = judgement.of(Fate.HELD) or judgement.of(Fate.BROKEN)
    code = told(CODES[verdict], arguments, unchecked=not tried)
    if badge is not None:
        write_badge(badge, judgement, expected, verdict)
    if arguments.write is not None:
        write_tests(arguments.write, suite, judgement, loaded, batched)
    if alone:
        emit(arguments, badge_line(judgement, expected))
    elif arguments.format == "json":
        emit(arguments, to_json(judged_plain(judgement, expected, verdict, code)))
    else:
        emit(arguments, judged_text(judgement, expected, verdict, arguments.format))
    return code


def _list(arguments: argparse.Namespace) -> int:
    """List kinds, or the one that was asked for."""
    from measurand.laws.kinds.registry import KINDS

    for name in ("claims", "expect", "batched", "badge", "write", "suite"):
        if getattr(arguments, name) is not None:
            raise _stop(f"--{name}", "no function", "MODULE:FUNCTION before it")
    names = [kind.name for kind in KINDS]
    if arguments.kind not in (None, *names):
        raise _stop("--kind", arguments.kind, "a kind", _near(arguments.kind, names))
    kinds = [kind for kind in KINDS if arguments.kind in (None, kind.name)]
    if arguments.format == "json":
        emit(arguments, to_json(kinds_plain(kinds)))
    else:
        emit(arguments, render(kinds_document(kinds), arguments.format))
    return 0


def _need_hypothesis() -> None:
    try:
        import hypothesis  # noqa: F401  # whether it is there
    except ModuleNotFoundError as missing:
        hint = "pip install 'measurand[testing]'"
        raise _stop("laws", f"no {missing.name}", "what draws the cases", hint) from missing


def _suite(arguments: argparse.Namespace) -> "Trying":
    from measurand.edges.trials.suites import NEWEST, SUITES

    kind, name = arguments.kind, arguments.suite
    if name is None and kind in SUITES:
        return SUITES[kind]
    if name is not None and name not in SUITES:
        raise _stop("--suite", name, "a suite", _near(name, SUITES))
    if kind is not None and kind not in NEWEST:
        raise _stop("--kind", kind, "a kind", _near(kind, NEWEST))
    if name is not None and kind is not None and SUITES[name].kind_name != kind:
        raise _stop("--suite", name, f"a suite of {kind}")
    if name is not None:
        return SUITES[name]
    if kind is None:
        raise _stop("--kind", "nothing", f"one of {', '.join(NEWEST)}")
    return NEWEST[kind]


def _near(word: str, known: Iterable[str]) -> str:
    names = list(known)
    return did_you_mean(word, names).removeprefix(": ") or f"there are {', '.join(names)}"


def _claims(arguments: argparse.Namespace) -> frozenset[str]:
    words = (word.strip() for text in arguments.claims or () for word in text.split(","))
    return frozenset(word for word in words if word)


def _expected(arguments: argparse.Namespace) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in arguments.expect or ():
        law, mark, reason = (part.strip() for part in text.partition("="))
        if not mark or not law or law in found:
            raise _stop("--expect", shown(text), "LAW=REASON, every law once")
        found[law] = reason
    return found


def _loaded(text: str, folder: Path) -> "Loaded":
    from measurand.edges.trials.load import load

    found = load(text, folder)
    if not is_successful(found):
        raise StopError((found.failure(),))
    return found.unwrap()


def _judged(  # noqa: PLR0913, PLR0917  # one step of run, with all that it has
    arguments: argparse.Namespace,
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
        raise _stop(
            "--claims", ", ".join(sorted(claims)), "claims of the kind", str(error)
        ) from error
    trials = suite.trials(subject)
    try:
        laws = {law.id: law.needs for law in suite.listing.laws}
        applying = [trial.law for trial in trials]
        checked_expected(expected, suite=suite.name, laws=laws, applying=applying)
    except ExpectationError as error:
        raise _stop("--expect", ", ".join(expected), "laws that apply", str(error)) from error
    effort = Effort(searching(arguments.examples), arguments.seed)
    if sys.stderr.isatty():
        sys.stderr.write(f"trying {len(applying)} laws of {suite.name}\n")
    try:
        with redirect_stdout(sys.stderr):
            return suite.judge(subject, effort)
    except SystemExit as error:
        got = f"one that ends the program ({error.code})"
        raise _stop(arguments.function, got, "a function that returns") from error


def _stop(path: str, got: str, expected: str, hint: str = "") -> StopError:
    return StopError((Fault(path=path, got=got, expected=expected, hint=hint),))
