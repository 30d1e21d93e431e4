# mypy: ignore-errors
"""Tasks of invented words, run by lm-eval itself with its dummy model: `python FILE FOLDER SEED`.

The model answers every question with one word and finds every text as likely as it happens to, so
what is invented here are documents: some have that word for their target. This knows nothing of
measurand, runs in an environment of its own (`make logs`), and needs no network.
"""

import json
import random
import sys
from pathlib import Path

from lm_eval import simple_evaluate
from lm_eval.loggers import EvaluationTracker
from lm_eval.tasks import TaskManager

ANSWER = "lol"
WORDS = ("quay", "mole", "buoy", "sail", "ebb tide", "north wind", "naïve swell", ANSWER)
PARTS = """\
def rows(_doc, results):
    told = results[0].strip()
    found = {"length": len(_doc["text"]), "size": float("nan") if _doc["odd"] else len(told)}
    return found | ({"near": float(told[:1] == _doc["word"][:1])} if _doc["odd"] else {})
"""
TEXT = {"output_type": "generate_until", "doc_to_text": "{{text}}", "doc_to_target": "{{word}}"}
CHOICE = {
    "output_type": "multiple_choice",
    "doc_to_text": "{{text}}",
    "doc_to_target": "{{gold}}",
    "doc_to_choice": "{{choices}}",
}


def metrics(*named):
    return [
        {"metric": name, "aggregation": how, "higher_is_better": True} if how else {"metric": name}
        for name, _, how in (one.partition(":") for one in named)
    ]


def picking(*steps):
    return [{"function": name, **said} for name, said in steps]


FILTERS = [
    {
        "name": "strict",
        "filter": picking(("regex", {"regex_pattern": "^(lo+l)$"}), ("take_first", {})),
    },
    {
        "name": "loose",
        "filter": picking(("regex", {"regex_pattern": "(o)(?!l)"}), ("take_first", {})),
    },
]
REPEATED = [
    {"name": "first", "filter": picking(("take_first", {}))},
    {"name": "most", "filter": picking(("majority_vote", {}), ("take_first", {}))},
]
TASKS = {
    "said": TEXT | {"metric_list": metrics("exact_match:mean"), "filter_list": FILTERS},
    "again": TEXT
    | {"metric_list": metrics("exact_match:mean"), "filter_list": REPEATED, "repeats": 3},
    "words": TEXT | {"metric_list": metrics("bleu:bleu", "chrf:chrf", "ter:ter")},
    "parts": TEXT
    | {
        "process_results": "!function parts.rows",
        "metric_list": metrics("length:median", "size:nanmean", "near:mean"),
    },
    "many": CHOICE
    | {"metric_list": metrics("acc", "acc_norm", "acc_bytes", "acc_mutual_info", "brier_score")},
    "more": CHOICE | {"metric_list": metrics("acc", "acc_norm")},
    "two": CHOICE
    | {"doc_to_choice": ["no", "yes"], "doc_to_target": "{{yes}}"}
    | {"metric_list": metrics("acc", "f1", "mcc")},
    "next": {
        "output_type": "loglikelihood",
        "doc_to_text": "{{text}}",
        "doc_to_target": "{{word}}",
        "metric_list": metrics("perplexity", "acc"),
    },
    "whole": {
        "output_type": "loglikelihood_rolling",
        "doc_to_text": "",
        "doc_to_target": "{{text}}",
        "metric_list": metrics("word_perplexity", "byte_perplexity", "bits_per_byte"),
    },
}
GROUPS = {"weighed": ("many", "more"), "plain": ("two", "next")}
"""By what they are called: their tasks, which the harness wants in one group and nowhere else."""


def documents(draw, size):
    for _ in range(size):
        choices = draw.sample(WORDS[:-1], 3)
        yield {
            "text": " ".join(draw.choices(WORDS[:-1], k=draw.randint(1, 6))),
            "word": ANSWER if draw.random() < 0.5 else draw.choice(WORDS),
            "choices": choices,
            "gold": draw.randrange(3),
            "yes": draw.randrange(2),
            "odd": draw.random() < 0.3,
        }


def write(folder, draw):
    (folder / "parts.py").write_text(PARTS)
    for name, task in TASKS.items():
        data = folder / f"{name}.jsonl"
        rows = [json.dumps(one) for one in documents(draw, draw.randint(3, 30))]
        data.write_text("\n".join(rows) + "\n")
        whole = {
            "task": f"sea_{name}",
            "dataset_path": "json",
            "dataset_kwargs": {"data_files": str(data)},
            "test_split": "train",
            **task,
        }
        # JSON is YAML, but for the tag of a function.
        text = json.dumps(whole, indent=1).replace('"!function parts.rows"', "!function parts.rows")
        (folder / f"{name}.yaml").write_text(text)
    for name, tasks in GROUPS.items():
        acc = {"metric": "acc", "aggregation": "mean", "weight_by_size": name == "weighed"}
        group = {
            "group": f"sea_{name}",
            "task": [f"sea_{one}" for one in tasks],
            "aggregate_metric_list": [acc],
        }
        (folder / f"group_{name}.yaml").write_text(json.dumps(group))


def run(manager, out, seed, limit, iters):
    """Evaluate and write logs, as the program does, which has no option for the draws."""
    grouped = {one for tasks in GROUPS.values() for one in tasks}
    tracker = EvaluationTracker(output_path=str(out))
    results = simple_evaluate(
        model="dummy",
        tasks=[f"sea_{one}" for one in (*TASKS, *GROUPS) if one not in grouped],
        task_manager=manager,
        evaluation_tracker=tracker,
        log_samples=True,
        limit=limit,
        bootstrap_iters=iters,
        random_seed=seed,
    )
    samples = results.pop("samples")
    tracker.save_results_aggregated(results=results, samples=samples)
    for task in results["configs"]:
        tracker.save_results_samples(task_name=task, samples=samples[task])


def main():
    folder, seed = Path(sys.argv[1]) / sys.argv[2], int(sys.argv[2])
    tasks = folder / "tasks"
    tasks.mkdir(parents=True)
    write(tasks, random.Random(seed))
    manager = TaskManager(include_path=str(tasks), include_defaults=False)
    run(manager, folder / "whole", seed, None, 1000)
    run(manager, folder / "some", seed, 5, 0)
    run(manager, folder / "few", seed, 8, 200)


if __name__ == "__main__":
    main()
