"""Results of lm-evaluation-harness of invented tasks, with their rows beside them."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from attrs import field, frozen

DATE = "2026-01-02T03-04-05.678901"
Scores = Mapping[str, object]


@frozen(kw_only=True)
class Task:
    """A task: what is printed of it, and the scores of each row, by filter."""

    name: str = "toy"
    printed: Mapping[str, object]
    rows: Sequence[Scores] = ()
    filters: Sequence[str] = ("none",)
    metrics: Sequence[Mapping[str, object]] = ()
    size: int | None = None
    more: Mapping[str, object] = field(factory=dict)
    hashed: bool = True

    @property
    def lines(self) -> list[dict[str, object]]:
        return [
            {
                "doc_id": at,
                "doc": {"topic": f"t{at % 3}"},
                "target": "1",
                "filtered_resps": ["x"],
                "filter": name,
                "metrics": list(scores),
                "doc_hash": sha256(f"{at}".encode()).hexdigest(),
                "prompt_hash": sha256(f"p{at}".encode()).hexdigest(),
                "target_hash": sha256(f"t{at}".encode()).hexdigest(),
                **scores,
            }
            for at, scores in enumerate(self.rows)
            for name in self.filters
        ]


def write(
    folder: Path,
    tasks: Sequence[Task],
    *,
    groups: Mapping[str, Sequence[str]] | None = None,
    iters: int = 100,
    **more: object,
) -> Path:
    """Write results and rows, and give the path of the results."""
    hashes = {}
    for task in tasks:
        if task.rows:
            text = "".join(f"{json.dumps(line)}\n" for line in task.lines)
            (folder / f"samples_{task.name}_{DATE}.jsonl").write_text(text)
            together = "".join(
                str(line[f"{what}_hash"])
                for line in task.lines
                for what in ("doc", "prompt", "target")
            )
            hashes[task.name] = sha256(together.encode()).hexdigest()
    sizes = {task.name: task.size or len(task.rows) for task in tasks}
    tree = {
        "results": {task.name: {"alias": task.name, **task.printed} for task in tasks},
        "group_subtasks": groups or {},
        "configs": {task.name: {"metric_list": list(task.metrics), **task.more} for task in tasks},
        "n-samples": {
            name: {"original": size, "effective": size} for name, size in sizes.items() if size
        },
        "config": {"bootstrap_iters": iters, "model_args": "pretrained=invented"},
        "lm_eval_version": "0.4.13",
        "task_hashes": hashes,
        **more,
    }
    path = folder / f"results_{DATE}.json"
    path.write_text(json.dumps(tree))
    return path
