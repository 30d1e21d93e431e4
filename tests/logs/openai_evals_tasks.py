# mypy: ignore-errors
"""Questions of invented words, put by openai-evals to its dummy model: `python FILE FOLDER SEED`.

The model always answers `This is a dummy response.`, so what is invented are the ideal answers.
This knows nothing of measurand, runs in an environment of its own (`make logs`), and needs no
network.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

EVALS = """\
sea:
  id: sea.dev.v0
  metrics: [accuracy]
sea.dev.v0:
  class: evals.elsuite.basic.match:Match
  args: {samples_jsonl: sea/samples.jsonl}
sea-within:
  id: sea-within.dev.v0
  metrics: [accuracy]
sea-within.dev.v0:
  class: evals.elsuite.basic.includes:Includes
  args: {samples_jsonl: sea/samples.jsonl}
"""
IDEALS = ("This is", "calm", "rough", ["dummy", "This is a dummy"], ["swell", "ebb"])


def questions(draw, size):
    for at in range(size):
        asked = [{"role": "user", "content": f"how is the sea at buoy {at}?"}]
        yield {"input": asked, "ideal": draw.choice(IDEALS)}


def main():
    folder, seed = Path(sys.argv[1]) / sys.argv[2], int(sys.argv[2])
    draw = random.Random(seed)
    registry = folder / "registry"
    (registry / "evals").mkdir(parents=True)
    (registry / "evals" / "sea.yaml").write_text(EVALS)
    (registry / "data" / "sea").mkdir(parents=True)
    rows = [json.dumps(one) for one in questions(draw, draw.randint(1, 40))]
    (registry / "data" / "sea" / "samples.jsonl").write_text("\n".join(rows) + "\n")
    for name in ("sea", "sea-within"):
        log = folder / f"{name}.jsonl"
        subprocess.run(
            (
                *(Path(sys.executable).with_name("oaieval"), "dummy", name),
                *("--registry_path", registry, "--record_path", log, "--seed", str(seed)),
            ),
            # Its client wants a key before it knows that nobody will be asked.
            env=os.environ | {"OPENAI_API_KEY": "none"},
            check=True,
        )


if __name__ == "__main__":
    main()
