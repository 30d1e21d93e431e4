"""Exit codes: one value says the verdict in text, in JSON and to the shell."""

from collections.abc import Iterable

from measurand.values.verdict import Verdict, overall

BAD_INPUT = 2
INTERRUPTED = 130
"""What a shell says of a program that Ctrl-C ended: 128 + SIGINT."""
CODES = {Verdict.HOLDS: 0, Verdict.REFUTED: 1, Verdict.UNDECIDED: 3}


def exit_code(verdicts: Iterable[Verdict]) -> int:
    """Return 0 where all holds, 1 for a finding, 3 where something is open or nothing was checked.

    >>> exit_code([Verdict.HOLDS]), exit_code([Verdict.REFUTED, Verdict.HOLDS]), exit_code([])
    (0, 1, 3)
    """
    return CODES[overall(verdicts)]
