"""Make lines {id, gold, pred, pred_b} for the benchmarks: seeded, the same bytes for a seed.

Two systems answer the same samples; the second one is worse. A pool of records is drawn once, and
every block of lines draws from it, each line with an id of its own: so a million lines take about
a second, and no line is held longer than its block.

python -m tests.benchmarks.make_lines FILE --lines 3000000 [--items text|slots] [--seed 7]
"""

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

SYLLABLES = ("mo", "ra", "ti", "ke", "su", "né", "la", "po", "화", "bi", "zu", "ga")
POLARITIES = ("positive", "negative", "neutral")
SIZES = (0, 1, 1, 1, 2, 2, 3, 4, 6)
BLOCK = 20_000
DISTINCT = 2**15
UNANSWERED = 0.002
"""The share of samples to which a system gave no answer."""


def blocks(lines: int, *, items: str = "text", seed: int = 7) -> Iterator[bytes]:
    """Give the lines, many at a time."""
    chance = random.Random(seed)  # noqa: S311 - benchmark data, not a secret
    known = bodies(chance, items)
    for start in range(0, lines, BLOCK):
        number = min(BLOCK, lines - start)
        drawn = chance.choices(known, k=number)
        yield b"".join(b'{"id": "s%09d", %s' % one for one in enumerate(drawn, start))


def bodies(chance: random.Random, items: str) -> list[bytes]:
    """Draw the records, written, without their ids."""
    aspects = sorted({_word(chance, 3) for _ in range(2000)})
    if items == "text":
        known = [json.dumps(aspect, ensure_ascii=False) for aspect in aspects]
    else:
        known = [
            json.dumps({"aspect": aspect, "polarity": polarity}, ensure_ascii=False)
            for aspect in aspects
            for polarity in POLARITIES
        ]
    return [_body(chance, known) for _ in range(DISTINCT)]


def _word(chance: random.Random, most: int) -> str:
    return " ".join(
        "".join(chance.choice(SYLLABLES) for _ in range(chance.randint(1, 4)))
        for _ in range(chance.randint(1, most))
    )


def _body(chance: random.Random, known: list[str]) -> bytes:
    gold = [chance.choice(known) for _ in range(chance.choice(SIZES))]
    first, second = (_answer(chance, gold, known, right) for right in (0.8, 0.7))
    return f'"gold": {_listed(gold)}, "pred": {first}, "pred_b": {second}}}\n'.encode()


def _answer(chance: random.Random, gold: list[str], known: list[str], right: float) -> str:
    """Answer rightly with some chance, wrongly else; at times say too much, twice, or nothing."""
    if chance.random() < UNANSWERED:
        return "null"
    told = [item if chance.random() < right else chance.choice(known) for item in gold]
    if chance.random() < 0.2:
        told.append(chance.choice(known))
    if told and chance.random() < 0.05:
        told.append(told[0])
    return _listed(told)


def _listed(items: list[str]) -> str:
    return f"[{', '.join(items)}]"


def make(path: Path, lines: int, *, items: str = "text", seed: int = 7) -> None:
    """Write the file."""
    with path.open("wb") as file:
        file.writelines(blocks(lines, items=items, seed=seed))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--lines", type=int, default=3_000_000)
    parser.add_argument("--items", choices=("text", "slots"), default="text")
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    make(asked.file, asked.lines, items=asked.items, seed=asked.seed)
