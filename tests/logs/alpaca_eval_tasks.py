# mypy: ignore-errors
"""Answers of invented models, judged and ranked by alpaca_eval itself: `python FILE FOLDER SEED`.

Its annotators ask models of others, so the judge here is one that draws; all that is printed is the
tool's. This knows nothing of measurand, runs in an environment of its own (`make logs`), and needs
no network.
"""

import random
import sys
from pathlib import Path

from alpaca_eval import evaluate

PREFERENCES = (1.0, 2.0, 1.5, 0.0, 1.25, 1.9, None)


class Drawing:
    """A judge that draws a preference for each answer."""

    def __init__(self, annotators_config, seed):  # noqa: ARG002 # it is handed that
        self.draw = random.Random(seed)

    def annotate_head2head(self, outputs_1, outputs_2):
        both = outputs_1.merge(outputs_2, on="instruction", suffixes=("_1", "_2"))
        rows = both.to_dict("records")
        return [one | {"preference": self.draw.choice(PREFERENCES)} for one in rows]


def answers(model, size):
    return [
        {"instruction": f"name buoy {at}", "output": f"{model} {at}", "generator": model}
        for at in range(size)
    ]


def main():
    folder, seed = Path(sys.argv[1]) / sys.argv[2], int(sys.argv[2])
    draw = random.Random(seed)
    for model in ("north", "south"):
        out = folder / model
        out.mkdir(parents=True)
        size = draw.randint(1, 40)
        evaluate(
            model_outputs=answers(model, size),
            reference_outputs=answers("quay", size),
            annotators_config="drawing",
            output_path=out,
            precomputed_leaderboard=None,
            fn_metric="get_winrate",
            sort_by="win_rate",
            is_return_instead_of_print=True,
            Annotator=Drawing,
            seed=draw.random(),
        )


if __name__ == "__main__":
    main()
