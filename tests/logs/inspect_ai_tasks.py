# mypy: ignore-errors
"""Tasks of invented counts, run by inspect_ai itself with a mock model: `python FILE FOLDER SEED`.

This is the only file here that imports inspect_ai; it runs in an environment of its own
(`make logs`), and knows nothing of measurand. No network: the model answers what it was handed.
"""

import math
import random
import sys

from inspect_ai import Epochs, Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import (
    Score,
    accuracy,
    aggregate,
    bootstrap_stderr,
    ci,
    ci_wilson,
    exact,
    f1,
    frequency,
    grouped,
    includes,
    match,
    mean,
    scorer,
    std,
    stderr,
    var,
)
from inspect_ai.solver import generate, solver

QUAYS = ("east", "west", "north", "mole 3")
USAGE = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)


def dataset(draw, size):
    samples = []
    for at in range(size):
        boats, more = draw.randint(1, 9), draw.randint(1, 9)
        samples.append(
            Sample(
                id=f"q{at:03}" if draw.random() < 0.5 else at + 1000,
                input=f"{boats} boats lie at the quay and {more} come in. How many are there?",
                target=str(boats + more),
                metadata={"quay": draw.choice(QUAYS), "tide": draw.randint(0, 2)},
            )
        )
    return MemoryDataset(samples)


def model(draw, skill):
    """Answer the sum rightly, or something else."""

    def answers(messages, *_rest):
        words = messages[-1].text.split()
        boats, more = int(words[0]), int(words[7])
        right = str(boats + more)
        text = right if draw.random() < skill else str(boats + more + draw.randint(1, 4))
        text = text if draw.random() < 0.7 else f"there are {text} boats"
        output = ModelOutput.from_content("mockllm/model", text)
        output.usage = USAGE
        return output

    return get_model("mockllm/model", custom_outputs=answers)


def odd_values(draw):
    return draw.choice(["C", "I", "P", "N", math.nan, 0.25, 1, 3.5, True])


@scorer(metrics=[accuracy(), stderr(), mean(), std(), var(), bootstrap_stderr()])
def moody():
    draw = random.Random(7)

    async def score(_state, _target):
        return Score(value=draw.choice(["C", "I", "P", "N", math.nan]))

    return score


@scorer(metrics=[accuracy(), mean(), stderr()])
def loose():
    draw = random.Random(8)

    async def score(_state, _target):
        return Score(value=draw.uniform(-1, 3))

    return score


@scorer(metrics={"*": [mean(), stderr(), ci()]})
def parts():
    draw = random.Random(9)

    async def score(_state, _target):
        tone = draw.choice([0.0, 0.5, 1.0, math.nan])
        return Score(
            value={"tone": tone, "length": draw.randint(1, 30), "kind": draw.random() < 0.5}
        )

    return score


@scorer(
    metrics=[
        aggregate("tone", mean()),
        aggregate("kind", stderr(), on_missing="skip"),
        aggregate("kind", mean(), on_missing="zero"),
    ]
)
def picked():
    draw = random.Random(10)

    async def score(_state, _target):
        return Score(value={"tone": draw.random(), "kind": draw.choice([0, 1, None])})

    return score


@scorer(metrics=[frequency(["calm", "rough", "never"])])
def sea():
    draw = random.Random(11)

    async def score(_state, _target):
        return Score(value=draw.choice(["calm", "rough", "foggy"]))

    return score


@scorer(metrics=[accuracy(), stderr(), frequency(["C", "I"])])
def both():
    draw = random.Random(12)

    async def score(_state, _target):
        return Score(value=draw.choice(["C", "I", math.nan]))

    return score


@scorer(metrics=[accuracy(), stderr()])
def nothing():
    async def score(_state, _target):
        return Score(value=math.nan)

    return score


@solver
def sinking(share, seed):
    draw = random.Random(seed)

    async def solve(state, _generate):
        if draw.random() < share:
            raise RuntimeError("it sank")
        return state

    return solve


MANY = [
    accuracy(),
    mean(),
    std(),
    var(),
    stderr(),
    stderr(cluster="quay"),
    bootstrap_stderr(num_samples=200),
    ci(),
    ci(level=0.9),
    ci(cluster="quay"),
    ci(method="bootstrap", num_samples=200),
    ci_wilson(),
    ci_wilson(cluster="quay"),
    grouped(accuracy(), "quay"),
    grouped(stderr(), "quay", all=False),
    grouped(mean(), "tide", all="groups", all_label="macro", name_template="tide_{group_name}"),
]
REDUCERS = ["mean", "median", "mode", "max", "at_least_2", "pass_at_2", "pass_k_2", "majority"]


def tasks(draw, seed):
    few, more = draw.randint(4, 9), draw.randint(10, 25)
    yield (
        Task(
            name="many",
            dataset=dataset(draw, more),
            scorer=[match(), includes(), f1(), exact()],
            metrics=MANY,
        ),
        {},
    )
    yield (
        Task(
            name="epochs",
            dataset=dataset(draw, few),
            scorer=[includes(), moody()],
            epochs=Epochs(5, REDUCERS),
        ),
        {},
    )
    yield (
        Task(
            name="default", dataset=dataset(draw, few), scorer=[match(), parts(), sea()], epochs=3
        ),
        {},
    )
    mixed = Epochs(3, ["mean", "max"])
    yield Task(name="mixed", dataset=dataset(draw, few), scorer=both(), epochs=mixed), {}
    yield Task(name="apart", dataset=dataset(draw, few), scorer=match(), epochs=Epochs(2, [])), {}
    yield (
        Task(
            name="odd",
            dataset=dataset(draw, more),
            scorer=[moody(), loose(), parts(), picked(), sea(), nothing()],
        ),
        {},
    )
    broken = [sinking(0.25, seed), generate()]
    yield (
        Task(
            name="errors",
            dataset=dataset(draw, more),
            solver=broken,
            scorer=[includes(), moody()],
            epochs=2,
        ),
        {"fail_on_error": False},
    )
    late = [generate(), sinking(0.25, seed)]
    yield (
        Task(name="late", dataset=dataset(draw, more), solver=late, scorer=[includes(), moody()]),
        {"fail_on_error": False, "score_on_error": True},
    )
    yield (
        Task(name="bare", dataset=dataset(draw, more), scorer=[match(), moody()]),
        {"log_samples": False},
    )
    yield (
        Task(
            name="one",
            dataset=dataset(draw, 1),
            scorer=[match(), loose()],
            metrics=[accuracy(), stderr(), std(), ci()],
        ),
        {},
    )
    yield (
        Task(
            name="broken",
            dataset=dataset(draw, few),
            solver=[sinking(1.0, seed), generate()],
            scorer=match(),
        ),
        {},
    )


def main():
    folder, seed = sys.argv[1], int(sys.argv[2])
    draw = random.Random(seed)
    for number, (task, options) in enumerate(tasks(draw, seed)):
        form = "json" if (number + seed) % 2 else "eval"
        eval(
            task,
            model=model(draw, draw.choice([0.3, 0.6, 0.95])),
            log_dir=f"{folder}/{seed}",
            log_format=form,
            display="none",
            # Else metrics see the first samples alone, of which some have one cluster, and raise.
            score_display=False,
            **options,
        )


if __name__ == "__main__":
    main()
