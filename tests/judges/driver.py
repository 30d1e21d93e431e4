"""A run in a process of its own, for the tests that stop it: URL, FILE, number of questions."""

import signal
import sys
from pathlib import Path

from attrs import evolve

from measurand.studies.causal.edge.judges.model import judge_with_model
from tests.judges.asked import QUICK, many


def main(url: str, file: str, number: str) -> None:
    """Ask, and print all that there is to be printed."""
    # A shell in the background hands down that interrupts are ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    questions = many(int(number))
    settings = evolve(QUICK, base_url=url)
    answered = judge_with_model(questions, settings, Path(file)).unwrap()
    print(answered)  # noqa: T201
    for question in questions:
        print(answered.judge(question))  # noqa: T201
    for note in answered.notes:
        print(note.text(), file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
