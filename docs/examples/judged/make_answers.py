"""Make the files of this folder: invented answers of two assistants of a library, and a judge.

`python make_answers.py FOLDER` writes them; `python make_answers.py` prints what is true of both.
Every number comes from SHAKE-256 of a few words, so that the files are the same on every machine.
"""
# ruff: noqa: INP001 - a script beside its data, not part of a package

import csv
import sys
from collections.abc import Iterator
from hashlib import shake_256
from pathlib import Path
from typing import NamedTuple

QUESTIONS, LABELS, SESSION = 4_000, 600, 2
HALF, GRADED = 0.5, 0.2
TOPICS = ("fees", "loans", "opening", "rooms")
HELPFUL = {"fees": 0.48, "loans": 0.68, "opening": 0.86, "rooms": 0.62}
BETTER = {"fees": -0.10, "loans": 0.05, "opening": 0.02, "rooms": 0.06}
"""How much likelier south is to help, by topic: not where it talks most."""
LONGER = {"fees": 2.4, "loans": 1.3, "opening": 1.1, "rooms": 1.6}


class Answer(NamedTuple):
    """An answer: how long it is, whether it helps, what the judge says, whether a human saw it."""

    id: str
    topic: str
    session: str
    words: int
    helps: bool
    judge: bool
    seen: bool


def uniform(*words: str | int) -> float:
    """Give a number in [0, 1) for some words."""
    text = "/".join(map(str, words))
    return int.from_bytes(shake_256(text.encode()).digest(4)) / 2**32


def labelled() -> frozenset[int]:
    """Draw the questions whose answers humans see: 600 of all, at random."""
    return frozenset(sorted(range(QUESTIONS), key=lambda at: uniform("seen", at))[:LABELS])


def answers(system: str) -> Iterator[Answer]:
    """Answer all questions. The judge finds what helps, and takes length for help."""
    seen = labelled()
    for at in range(QUESTIONS):
        session = at // SESSION
        topic = TOPICS[int(4 * uniform("topic", session))]
        south = system == "south"
        words = int((30 + 90 * uniform(system, "words", at)) * (LONGER[topic] if south else 1))
        mood = 0.5 * uniform("session", session) + 0.5 * uniform("question", at)
        helps = mood + 0.06 * uniform(system, at) - 0.03 < _level(topic, south=south)
        lenient = min(0.95, 0.15 + words / 250)
        judge = uniform(system, "judge", at) < (0.96 if helps else lenient)
        yield Answer(f"q{at:04}", topic, f"s{session:04}", words, helps, judge, at in seen)


def _in_june(answer: Answer) -> bool:
    """Judge an answer of north once more, after an update: length counts less."""
    lenient = 0.7 * min(0.95, 0.15 + answer.words / 250)
    return uniform("north", "judge", int(answer.id[1:])) < (0.94 if answer.helps else lenient)


def _level(topic: str, *, south: bool) -> float:
    """Give the mood below which an answer helps: moods are the mean of two even numbers."""
    share = HELPFUL[topic] + (BETTER[topic] if south else 0.0)
    low = share <= HALF
    return float((share / 2) ** HALF if low else 1 - ((1 - share) / 2) ** HALF)


class Graded(NamedTuple):
    """A summary of a book: how long it is, its grades from 1 to 5, whether a human gave one."""

    id: str
    words: int
    merit: int
    judge: int
    seen: bool


def summaries() -> Iterator[Graded]:
    """Grade 800 summaries; the judge's grade is near that of humans, and rises with length."""
    for at in range(800):
        words = int(40 + 160 * uniform("summary", at))
        merit = 1 + int(5 * (uniform("merit", at) + uniform("other", at)) / 2)
        judge = merit + 1.6 * uniform("grade", at) - 1.1 + words / 250
        grade = min(5, max(1, round(judge)))
        yield Graded(f"b{at:03}", words, merit, grade, uniform("read", at) < GRADED)


def main() -> None:
    """Write the files, or say what is true."""
    folder = Path(sys.argv[1]) if sys.argv[1:] else None
    if folder is None:
        books = list(summaries())
        graded, merit = (
            sum(some) / len(books)
            for some in zip(*((b.judge, b.merit) for b in books), strict=True)
        )
        sys.stdout.write(f"summaries: {merit:.4f} on average, the judge says {graded:.4f}\n")
    for system in ("north", "south"):
        every = list(answers(system))
        if folder is None:
            share = sum(one.helps for one in every) / len(every)
            said = sum(one.judge for one in every) / len(every)
            sys.stdout.write(f"{system}: helps in {share:.4f}, the judge says {said:.4f}\n")
            for topic in TOPICS:
                some = [one.helps for one in every if one.topic == topic]
                sys.stdout.write(f"  {topic}: {sum(some) / len(some):.4f} of {len(some)}\n")
            continue
        with (folder / f"{system}.csv").open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(("id", "topic", "session", "words", "judge", "human"))
            for one in every:
                human = int(one.helps) if one.seen else ""
                rows.writerow((one.id, one.topic, one.session, one.words, int(one.judge), human))
        if system == "north":
            with (folder / "summaries.csv").open("w", newline="", encoding="utf-8") as file:
                rows = csv.writer(file, lineterminator="\n")
                rows.writerow(("id", "words", "judge", "human"))
                for book in summaries():
                    human = book.merit if book.seen else ""
                    rows.writerow((book.id, book.words, book.judge, human))
            with (folder / "labels.csv").open("w", newline="", encoding="utf-8") as file:
                rows = csv.writer(file, lineterminator="\n")
                rows.writerow(("question", "verdict"))
                rows.writerows((one.id, int(one.helps)) for one in every if one.seen)
            with (folder / "judges.csv").open("w", newline="", encoding="utf-8") as file:
                rows = csv.writer(file, lineterminator="\n")
                rows.writerow(("id", "session", "human", "march", "june"))
                for one in every:
                    if one.seen:
                        said = (int(one.helps), int(one.judge), int(_in_june(one)))
                        rows.writerow((one.id, one.session, *said))


if __name__ == "__main__":
    main()
