"""Make the files of this folder: a run of the base and three of a branch, on 240 invented items.

`python make_runs.py FOLDER` writes them. A system sorts letters to a harbour office by desk; each
sender writes four. Every number comes from SHAKE-256 of a few words, so that the files are the same
on every machine. The second run is of the same system as the base, asked again; the third is of
one that lost a part of what it knew; in the fourth that is mended.
"""
# ruff: noqa: INP001 - a script beside its data, not part of a package

import csv
import sys
from hashlib import shake_256
from pathlib import Path

ITEMS, OF_SENDER = 240, 4
DESKS = ("berths", "customs", "crew", "fees")
HARD, EASY = 0.2, 0.3
KNOWN, GUESSED, UNKNOWN = 0.98, 0.6, 0.1
"""How often a system is right on letters that are easy, between, and hard."""
RUNS = {
    "base": ("second", 0.0),
    "second": ("base", 0.0),
    "third": ("storm", 0.15),
    "fourth": ("more", 0.0),
}
"""The word that draws what a run says, and how much of what the base knows it lost."""


def uniform(*words: str | int) -> float:
    """Give a number in [0, 1) for some words."""
    text = "/".join(map(str, words))
    return int.from_bytes(shake_256(text.encode()).digest(4)) / 2**32


def row(run: str, at: int) -> tuple[str, str, str, str]:
    """Let a run sort a letter: how hard it is is the same for all runs."""
    gold = DESKS[int(uniform("desk", at) * len(DESKS))]
    hard = uniform("hard", at)
    word, lost = RUNS[run]
    chance = (KNOWN if hard > EASY else UNKNOWN if hard < HARD else GUESSED) - lost
    other = DESKS[(DESKS.index(gold) + 1) % len(DESKS)]
    says = gold if uniform("run", word, at) < chance else other
    return f"L{at:03}", f"S{at // OF_SENDER:02}", gold, says


def main(folder: Path) -> None:
    """Write a file for each run."""
    for run in RUNS:
        with (folder / f"{run}.csv").open("w", newline="", encoding="utf-8") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(("id", "sender", "gold", "pred"))
            out.writerows(row(run, at) for at in range(ITEMS))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
