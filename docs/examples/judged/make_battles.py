"""Make the files of this folder with battles: invented answers of four assistants, two at a time.

`python make_battles.py FOLDER` writes them; `python make_battles.py` prints the true strengths.
Every number comes from SHAKE-256 of a few words, so that the files are the same on every machine.
"""
# ruff: noqa: INP001 - a script beside its data, not part of a package

import csv
import sys
from collections.abc import Iterator
from hashlib import shake_256
from itertools import combinations
from math import exp, tanh
from pathlib import Path
from typing import NamedTuple

QUESTIONS = 120
STRENGTHS = {"east": 0.25, "north": 0.55, "south": 0.3, "west": -1.1}
EVEN = 0.5
FIRST_PLACE, TIED, BAD = 0.35, 0.14, 0.06
"""What the judge adds to the odds of the first place; how often it calls a tie, or both bad."""


TALKS, LONG = 240, 1.6
"""How many questions north and south meet on, and what the judge adds to the odds of who talks."""


class Talk(NamedTuple):
    """A battle of two answers whose words are counted."""

    question: str
    model_a: str
    model_b: str
    words_a: int
    words_b: int
    winner: str


class Battle(NamedTuple):
    """A battle: the question, both systems in the order in which they were shown, the winner."""

    question: str
    model_a: str
    model_b: str
    winner: str


def uniform(*words: str | int) -> float:
    """Give a number in [0, 1) for some words."""
    text = "/".join(map(str, words))
    return int.from_bytes(shake_256(text.encode()).digest(4)) / 2**32


def battles() -> Iterator[Battle]:
    """Let pairs meet on each question, in an order that is drawn."""
    for at in range(QUESTIONS):
        for pair in combinations(STRENGTHS, 2):
            if uniform("met", at, *pair) < EVEN:
                turned = uniform("order", at, *pair) < EVEN
                first, second = pair[::-1] if turned else pair
                yield Battle(f"q{at:03}", first, second, _winner(at, first, second))


def _winner(at: int, first: str, second: str) -> str:
    kind = uniform("kind", at, first, second)
    if kind < TIED + BAD:
        return "tie" if kind < TIED else "tie (bothbad)"
    # What a question is good for is alike in all its battles.
    taste = {name: 1.2 * (uniform("taste", at, name) - 0.5) for name in (first, second)}
    ahead = STRENGTHS[first] + taste[first] - STRENGTHS[second] - taste[second] + FIRST_PLACE
    return "model_a" if uniform("won", at, first, second) < 1 / (1 + exp(-ahead)) else "model_b"


def duels() -> Iterator[tuple[str, str]]:
    """Say of each battle of north and south how far north won: 1, 0, or 0.5 for a tie."""
    for one in battles():
        if {one.model_a, one.model_b} == {"north", "south"}:
            won = {"model_a": one.model_a, "model_b": one.model_b}.get(one.winner)
            yield one.question, "0.5" if won is None else str(int(won == "north"))


def talks() -> Iterator[Talk]:
    """Let north and south meet before a judge that likes long answers; south talks more."""
    for at in range(TALKS):
        words = {
            name: int((40 + 120 * uniform("words", at, name)) * (1.4 if name == "south" else 1))
            for name in ("north", "south")
        }
        first, second = ("north", "south") if uniform("talk", at) < EVEN else ("south", "north")
        far = tanh((words[first] - words[second]) / 60)
        ahead = STRENGTHS[first] - STRENGTHS[second] + LONG * far
        won = uniform("talked", at) < 1 / (1 + exp(-ahead))
        winner = "model_a" if won else "model_b"
        yield Talk(f"q{at:03}", first, second, words[first], words[second], winner)


def main() -> None:
    """Write the files, or say what is true."""
    if not sys.argv[1:]:
        mean = sum(STRENGTHS.values()) / len(STRENGTHS)
        for name, strength in STRENGTHS.items():
            sys.stdout.write(f"{name}: {strength - mean:.2f}\n")
        return
    folder = Path(sys.argv[1])
    for name, head, rows in (
        ("battles", Battle._fields, battles()),
        ("duels", ("id", "won"), duels()),
        ("talk", Talk._fields, talks()),
    ):
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            written = csv.writer(file, lineterminator="\n")
            written.writerow(head)
            written.writerows(rows)


if __name__ == "__main__":
    main()
