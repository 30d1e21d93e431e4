"""Make a file of scorecards for the benchmarks: rows of real runs, perturbed, each with its id."""

import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

POLARITIES = ("positive", "negative", "neutral")
TOKEN = re.compile(r"(?i)asp(\d{3})x")
MARK = "@@id@@"


def variant(chance: random.Random, text: str) -> str:
    """Rename the aspects of a row, turn one final polarity, perhaps lose one final tuple."""
    shift = chance.randrange(900)
    renamed = TOKEN.sub(lambda found: f"{found[0][:3]}{int(found[1]) + shift:03d}x", text)
    row = json.loads(renamed)
    final = row["runtime"]["parsed_output"]["final_result"]["final_tuples"]
    if final:
        chance.choice(final)["polarity"] = chance.choice(POLARITIES)
    if len(final) > 1 and chance.random() < 0.5:
        final.pop(chance.randrange(len(final)))
    row["meta"]["text_id"] = MARK
    return json.dumps(row, ensure_ascii=False)


def lines(folder: Path, number: int, distinct: int, seed: int = 7) -> Iterator[str]:
    """Give so many lines, of at least so many different rows (ids aside)."""
    chance = random.Random(seed)  # noqa: S311 - benchmark data, not a secret
    texts = [line for path in sorted(folder.glob("*.jsonl")) for line in path.open()]
    found: dict[str, None] = {}
    while len(found) < min(distinct, number):
        found.setdefault(variant(chance, chance.choice(texts)))
    variants = list(found)
    for index in range(number):
        row = variants[index] if index < len(variants) else chance.choice(variants)
        yield row.replace(MARK, f"d{index:07d}") + "\n"


def make_review(path: Path, folder: Path, number: int, distinct: int) -> None:
    """Write the file."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(lines(folder, number, distinct))


if __name__ == "__main__":
    make_review(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
