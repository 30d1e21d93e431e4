"""Make a file of samples for the benchmarks: aspects with polarities, about 1 KB a row, seeded."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

SYLLABLES = ("mo", "ra", "ti", "ke", "su", "né", "la", "po", "화", "bi", "zu", "ga")
POLARITIES = ("positive", "negative", "neutral")
SIZES = (0, 1, 1, 1, 2, 2, 3, 4, 6)
BATCH = 20_000


def words(chance: random.Random, most: int) -> str:
    """Make up to so many words."""
    return " ".join(
        "".join(chance.choice(SYLLABLES) for _ in range(chance.randint(1, 4)))
        for _ in range(chance.randint(1, most))
    )


def rows(number: int, seed: int = 7) -> Iterator[str]:
    """Give the lines of the file."""
    chance = random.Random(seed)  # noqa: S311 - benchmark data, not a secret
    aspects = sorted({words(chance, 3) for _ in range(2000)})
    pairs = [(aspect, polarity) for aspect in aspects for polarity in POLARITIES]
    written = {
        pair: json.dumps({"aspect": pair[0], "polarity": pair[1]}, ensure_ascii=False)
        for pair in pairs
    }
    texts = []
    for _ in range(1024):
        text = ""
        while len(text) < 700:
            text += words(chance, 8) + " "
        texts.append(json.dumps(text, ensure_ascii=False))
    for index in range(number):
        gold = [chance.choice(pairs) for _ in range(chance.choice(SIZES))]
        predicted = [answer for pair in gold for answer in answers(chance, pair)]
        if chance.random() < 0.2:
            predicted.append(chance.choice(pairs))
        if predicted and chance.random() < 0.05:
            predicted.append(predicted[0])
        yield (
            f'{{"id": "r{index:07d}", "text": {texts[index % 1024]}, '
            f'"gold": [{", ".join(written[pair] for pair in gold)}], '
            f'"pred": [{", ".join(written[pair] for pair in predicted)}]}}\n'
        )


def answers(chance: random.Random, pair: tuple[str, str]) -> list[tuple[str, str]]:
    """Answer a gold pair rightly, with a wrong polarity, or not at all."""
    luck = chance.random()
    if luck < 0.7:
        return [pair]
    wrong = POLARITIES[(POLARITIES.index(pair[1]) + 1) % len(POLARITIES)]
    return [(pair[0], wrong)] if luck < 0.85 else []


def make(path: Path, number: int) -> None:
    """Write the file."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(rows(number))
