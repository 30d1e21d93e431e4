"""Exit codes: one value says the verdict in text, in JSON and to the shell."""

import argparse
from collections.abc import Iterable

from measurand.values.verdict import Verdict, overall

BAD_INPUT = 2
INTERRUPTED = 130
"""What a shell says of a program that Ctrl-C ended: 128 + SIGINT."""
CODES = {Verdict.HOLDS: 0, Verdict.REFUTED: 1, Verdict.UNDECIDED: 3}
BY_CODE = {code: verdict for verdict, code in CODES.items()}


def exit_code(verdicts: Iterable[Verdict]) -> int:
    """Return 0 where all holds, 1 for a finding, 3 where something is open or nothing was checked.

    >>> exit_code([Verdict.HOLDS]), exit_code([Verdict.REFUTED, Verdict.HOLDS]), exit_code([])
    (0, 1, 3)
    """
    return CODES[overall(verdicts)]


def add_undecided(parser: argparse.ArgumentParser) -> None:
    """Add what an undecided result exits with."""
    parser.add_argument(
        "--undecided",
        choices=("fail", "ok"),
        default="fail",
        help="exit with 3 where something is undecided (default), or with 0; it is told either way,"
        " and where nothing was checked, or not all was read, it is 3",
    )


def told(code: int, arguments: argparse.Namespace, *, unchecked: bool = False) -> int:
    """Turn an exit code into the one that was asked for.

    What is `unchecked`, as there was nothing to check or it was not read, never passes.

    >>> told(3, argparse.Namespace(undecided="ok")), told(1, argparse.Namespace(undecided="ok"))
    (0, 1)
    >>> told(3, argparse.Namespace(undecided="ok"), unchecked=True)
    3
    """
    open_ones = code == CODES[Verdict.UNDECIDED] and not unchecked
    return CODES[Verdict.HOLDS] if open_ones and arguments.undecided == "ok" else code
