"""Exit codes: one value says the verdict in text, in JSON and to the shell."""

from collections.abc import Iterable
from typing import Literal

from attrs import frozen

from measurand.edges.cli.request import Arguments, choice
from measurand.values.verdict import Verdict, overall

HOLDS, FINDING, BAD_INPUT, OPEN = range(4)
INTERRUPTED = 130
"""What a shell says of a program that Ctrl-C ended: 128 + SIGINT."""
CODES = {Verdict.HOLDS: HOLDS, Verdict.REFUTED: FINDING, Verdict.UNDECIDED: OPEN}
BY_CODE = {code: verdict for verdict, code in CODES.items()}


@frozen(kw_only=True)
class Undecided(Arguments):
    """What an undecided result exits with."""

    exits: Literal["fail", "ok"] = choice(
        ("fail", "ok"),
        "--undecided",
        default="fail",
        says="exit with 3 where something is undecided (default), or with 0; it is told either way,"
        " and where nothing was checked, or not all was read, it is 3",
    )

    def code(self, code: int, *, unchecked: bool = False) -> int:
        """Turn an exit code into the one that was asked for.

        What is `unchecked`, as there was nothing to check or it was not read, never passes.

        >>> Undecided(exits="ok").code(3), Undecided(exits="ok").code(1)
        (0, 1)
        >>> Undecided(exits="ok").code(3, unchecked=True)
        3
        """
        undecided = code == OPEN and not unchecked
        return HOLDS if undecided and self.exits == "ok" else code


def code_where(*, bad_input: bool = False, finding: bool = False, left_open: bool = False) -> int:
    """Return 2 where the input is bad, else 1 for a finding, else 3 where something is open, or 0.

    >>> code_where(finding=True, left_open=True), code_where(left_open=True), code_where()
    (1, 3, 0)
    """
    return BAD_INPUT if bad_input else FINDING if finding else OPEN if left_open else HOLDS


def exit_code(verdicts: Iterable[Verdict]) -> int:
    """Return 0 where all holds, 1 for a finding, 3 where something is open or nothing was checked.

    >>> exit_code([Verdict.HOLDS]), exit_code([Verdict.REFUTED, Verdict.HOLDS]), exit_code([])
    (0, 1, 3)
    """
    return CODES[overall(verdicts)]
