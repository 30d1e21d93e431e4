"""Ten everyday tasks, each as the documentation of a tool has it: code, CPU, what nothing gives.

`python -m tests.benchmarks.side_by_side` runs each snippet with the tools that are installed
(scikit-learn, torchmetrics, sacrebleu, ranx), and prints the table of docs/reference. A snippet is
run once to load what it needs, then five times; the least CPU time of the process counts. Then the
same snippet is given data with an empty class, an empty query, an empty reference: what comes out
is printed as it is.
"""

import contextlib
import importlib.util
import io
import sys
import time
import warnings
from collections.abc import Iterator, Mapping
from importlib.metadata import version

import numpy as np

SIZE = 20_000
TASKS = ("accuracy", "macro F1", "F1 of one class", "multi-label F1", "ROC AUC", "Brier score",
         "log loss of classes", "BLEU", "WER", "nDCG@10")  # fmt: skip
IMPORTS = {
    "measurand": "import measurand as m",
    "scikit-learn": "from sklearn import metrics as sk",
    "torchmetrics": "import torch; from torchmetrics import functional as tm",
    "sacrebleu": "import sacrebleu",
    "ranx": "import ranx",
}
MODULES = {"scikit-learn": "sklearn"}
_OF_3 = "torch.tensor(p), torch.tensor(y), task='multiclass', num_classes=3"
_OF_4 = "torch.tensor(P), torch.tensor(Y), task='multilabel', num_labels=4"
_EACH = "tm.retrieval_normalized_dcg(torch.tensor(s), torch.tensor(g), top_k=10)"
CODE: Mapping[str, Mapping[str, str]] = {
    "accuracy": {
        "measurand": "m.accuracy(y, p)",
        "scikit-learn": "sk.accuracy_score(y, p)",
        "torchmetrics": f"tm.accuracy({_OF_3})",
    },
    "macro F1": {
        "measurand": "m.f1(y, p, average='macro')",
        "scikit-learn": "sk.f1_score(y, p, average='macro')",
        "torchmetrics": f"tm.f1_score({_OF_3}, average='macro')",
    },
    "F1 of one class": {
        "measurand": "m.f1(y, p, positive=1)",
        "scikit-learn": "sk.f1_score(y, p, labels=[1], average=None)[0]",
        "torchmetrics": f"tm.f1_score({_OF_3}, average='none')[1]",
    },
    "multi-label F1": {
        "measurand": "m.score(Y, P, 'f1(average=macro[class])')",
        "scikit-learn": "sk.f1_score(Y, P, average='macro')",
        "torchmetrics": f"tm.f1_score({_OF_4}, average='macro')",
    },
    "ROC AUC": {
        "measurand": "m.score(b, s, 'auc')",
        "scikit-learn": "sk.roc_auc_score(b, s)",
        "torchmetrics": "tm.auroc(torch.tensor(s), torch.tensor(b), task='binary')",
    },
    "Brier score": {
        "measurand": "m.score(b, s, 'brier')",
        "scikit-learn": "sk.brier_score_loss(b, s)",
    },
    "log loss of classes": {
        "measurand": "m.score(y3, proba, 'multiclass_log_loss')",
        "scikit-learn": "sk.log_loss(y3, proba, labels=[0, 1, 2])",
    },
    "BLEU": {
        "measurand": "m.score(refs, hyps, 'bleu')",
        "sacrebleu": "sacrebleu.corpus_bleu(hyps, [refs]).score / 100",
        "torchmetrics": "tm.sacre_bleu_score(hyps, [[ref] for ref in refs])",
    },
    "WER": {
        "measurand": "m.score(refs, hyps, 'wer')",
        "torchmetrics": "tm.word_error_rate(hyps, refs)",
    },
    "nDCG@10": {
        "measurand": "m.score(qrels, run, 'ndcg(k=10)')",
        "ranx": "ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), 'ndcg@10')",
        "scikit-learn": "sk.ndcg_score(grades, scores, k=10)",
        "torchmetrics": f"torch.stack([{_EACH} for g, s in zip(grades, scores)]).mean()",
    },
}


def data() -> dict[str, object]:
    """Draw the data of all tasks."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, SIZE)
    many = rng.integers(0, 2, (SIZE, 4))
    proba = rng.integers(1, 9, (500, 3)).astype(float)
    words = ("the", "ferry", "leaves", "at", "noon", "and", "carries", "no", "cars", "today")
    refs = [" ".join(rng.choice(words, 12)) for _ in range(500)]
    grades = rng.integers(0, 3, (200, 50))
    scores = rng.random((200, 50)).round(3)
    return {
        "y": y, "p": np.where(rng.random(SIZE) < 0.7, y, rng.integers(0, 3, SIZE)),
        "Y": many, "P": np.where(rng.random((SIZE, 4)) < 0.8, many, 1 - many),
        "b": y % 2, "s": rng.random(SIZE).round(3),
        "y3": y[:500], "proba": (proba / proba.sum(axis=1, keepdims=True)),
        "refs": refs, "hyps": [" ".join(ref.split()[:-1]) for ref in refs],
        "grades": grades, "qrels": records(grades.tolist()),
        "scores": scores, "run": records(scores.tolist()),
    }  # fmt: skip


def records(rows: list[list[float]]) -> dict[str, object]:
    """Write a matrix by query and document."""
    return {
        f"q{at}": {f"d{place}": one for place, one in enumerate(row)} for at, row in enumerate(rows)
    }


def nothing() -> dict[str, object]:
    """Give data in which a class, a label, a query or a text is empty."""
    y, p = np.array([0, 0, 2, 2]), np.array([0, 2, 2, 2])
    some, none = np.array([[1, 0, 0, 0]] * 3), np.array([[1, 0, 1, 0]] * 3)
    grades, scores = np.array([[0, 0, 0], [1, 0, 0]]), np.array([[0.3, 0.2, 0.1]] * 2)
    return {
        "y": y, "p": p, "Y": some, "P": none, "b": np.array([1, 1]), "s": np.array([0.5, 0.7]),
        "y3": np.array([0, 0]), "proba": np.array([[0.5, 0.5, 0.0]] * 2),
        "refs": ["", "a dog"], "hyps": ["a cat", "a dog"],
        "grades": grades, "qrels": records(grades.tolist()),
        "scores": scores, "run": records(scores.tolist()),
    }  # fmt: skip


def told(code: str, names: dict[str, object]) -> str:
    """Run a snippet, and say what comes of it: its number, warnings, or its error."""
    with warnings.catch_warnings(record=True) as seen, contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("always")
        try:
            found = eval(code, dict(names))  # noqa: S307  # our own snippets
        except Exception as error:  # noqa: BLE001  # whatever a tool raises is told
            return f"{type(error).__name__}"
        reason = getattr(found, "reason", "")
        if reason:
            return f"undefined: {reason}"
        number = float(found)
    return f"{number:.4f}" + (f", warns ({len(seen)})" if seen else "")


def cpu(code: str, names: dict[str, object]) -> float:
    """Measure a snippet: the least CPU time of five, in milliseconds."""
    best = float("inf")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for at in range(6):
            start = time.process_time()
            eval(code, dict(names))  # noqa: S307  # our own snippets
            best = min(best, time.process_time() - start) if at else best
    return best * 1000


def rows() -> Iterator[tuple[str, ...]]:
    """Give a row for each task and tool that is there."""
    names, empty = data(), nothing()
    for tool, line in IMPORTS.items():
        if importlib.util.find_spec(MODULES.get(tool, tool)) is not None:
            for place in (names, empty):
                exec(line, place)  # noqa: S102  # our own imports
    for task in TASKS:
        for tool, code in CODE[task].items():
            if importlib.util.find_spec(MODULES.get(tool, tool)) is not None:
                number, empties = told(code, names), told(code, empty)
                yield task, tool, f"`{code}`", f"{cpu(code, names):.1f}", number, empties


if __name__ == "__main__":
    head = ("task", "tool", "code", "CPU, ms", "number", "where something is empty")
    out = sys.stdout.write
    known = [tool for tool in IMPORTS if importlib.util.find_spec(MODULES.get(tool, tool))]
    out(", ".join(f"{tool} {version(tool)}" for tool in known) + "\n\n")
    out(f"| {' | '.join(head)} |\n|{'|'.join(' --- ' for _ in head)}|\n")
    for row in rows():
        out(f"| {' | '.join(row)} |\n")
