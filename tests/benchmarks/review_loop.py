"""The baseline of the review benchmark: a plain loop that computes tuple_f1_s2 and nothing else."""

import json
import re
import sys
from pathlib import Path

BLANKS = re.compile(r"\s+")
MARKS = ".,;:!?\"'`()[]{}"
WORDS = {"pos": "positive", "neg": "negative", "neu": "neutral"}


def normal(text: str | None) -> str:
    """Normalise a term."""
    return BLANKS.sub(" ", text.strip().lower()).strip(MARKS) if text else ""


def polarity(text: str | None) -> str:
    """Normalise a polarity; what is unknown is neutral."""
    word = (text or "").strip().lower()
    word = WORDS.get(word, word)
    return word if word in {"positive", "negative", "neutral", "mixed"} else "neutral"


def main(path: Path) -> None:
    """Print the mean F1 of the final tuples."""
    total, number = 0.0, 0
    with path.open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            gold = {
                (normal(one["aspect_term"]), polarity(one["polarity"]))
                for one in row["inputs"]["gold_tuples"] or ()
            }
            if not gold:
                continue
            found = {
                (normal(one["aspect_ref"] or one["aspect_term"]), polarity(one["polarity"]))
                for one in row["runtime"]["parsed_output"]["final_result"]["final_tuples"]
            }
            hits = {one for one in found & gold if one[0]}
            rest = {word for _, word in found - hits}
            right = len(hits) + sum(not term and word in rest for term, word in gold)
            total += 2 * right / (len(found) + len(gold))
            number += 1
    sys.stdout.write(f"{total / number!r}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
