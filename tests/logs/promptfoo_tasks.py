# mypy: ignore-errors
"""Tests of invented words, run by promptfoo itself: `python FILE FOLDER SEED`.

`PROMPTFOO` names the program; one provider repeats the prompt, another is a few lines of ours that
sometimes throws. This knows nothing of measurand, and needs no network.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

WORDS = ("calm", "swell", "ebb", "storm", "squall", "north wind")
PROVIDER = """\
module.exports = class {
  id() { return 'sea'; }
  async callApi(prompt) {
    if (prompt.includes('storm')) throw new Error('it sank');
    if (prompt.includes('squall')) return { error: 'no wind' };
    return { output: prompt.toUpperCase(), tokenUsage: { total: 3, prompt: 2, completion: 1 } };
  }
};
"""
QUIET = {
    "PROMPTFOO_DISABLE_TELEMETRY": "1",
    "PROMPTFOO_DISABLE_UPDATE": "1",
    "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1",
}
FAILED = 100
"""The exit code of promptfoo where a test fails, as some shall."""


def assertion(draw):
    word = draw.choice(WORDS)
    return draw.choice(
        [
            {"type": "contains", "value": word},
            {"type": "icontains", "value": word},
            {"type": "equals", "value": f"{word} tide", "weight": draw.randint(1, 3)},
            {"type": "javascript", "value": "output.length / 30"},
            {"type": "javascript", "value": "output.length / 30", "threshold": 0.4},
        ]
    )


def tests(draw, size):
    for _ in range(size):
        asserted = [assertion(draw) for _ in range(draw.randint(0, 3))]
        one = {"vars": {"word": draw.choice(WORDS)}, "assert": asserted}
        yield one | ({"threshold": 0.5} if draw.random() < 0.3 else {})


def main():
    folder, seed = Path(sys.argv[1]) / sys.argv[2], int(sys.argv[2])
    draw = random.Random(seed)
    folder.mkdir(parents=True)
    (folder / "sea.js").write_text(PROVIDER)
    config = {
        "prompts": ["{{word}} tide", "the {{word}}"],
        "providers": ["echo", "file://sea.js"],
        "tests": list(tests(draw, draw.randint(2, 12))),
    }
    (folder / "config.json").write_text(json.dumps(config))
    words = ("--no-cache", "--no-write", "--no-table", "--repeat", str(draw.randint(1, 2)))
    ran = subprocess.run(
        (os.environ["PROMPTFOO"], "eval", "-c", "config.json", "-o", "results.json", *words),
        cwd=folder,
        env=os.environ | QUIET | {"PROMPTFOO_CONFIG_DIR": str(folder / "config")},
        check=False,
    )
    if ran.returncode not in {0, FAILED}:
        sys.exit(ran.returncode)


if __name__ == "__main__":
    main()
