"""Evaluation metrics as values, and an auditor of published numbers.

Of data in memory (lists, arrays, columns of data frames):

    score(gold, predicted, "f1(average=macro[class])")   any metric, or several
    f1, precision, recall, jaccard, accuracy, balanced_accuracy, mcc, kappa     of labels
    by_class(gold, predicted)      a table: each class by itself, and the means
    interval(gold, predicted, ...)      with an interval      measure(...)      batches that add up
    compare(gold, {"a": ..., "b": ...}, ...)      differences, tested
    agreement({"ann": ..., "bob": ...}, ...)      raters      judge(verdicts, human)      a judge
    score_function, Accumulator         for scikit-learn, for loops of training
    EvaluateModule(...)     as modules of Hugging Face's evaluate
    lm_eval_metric(...)     for tasks of lm-eval; measurand.inspect has those of inspect_ai

Of tables and files: lint, prove, audit, check, lock, gate. Of studies: faithfulness,
counterfactual, review; endpoint(...) is a model that they ask. Each has an example:
help(measurand.score).

Importing this loads nothing else: each name loads what it needs when it is first used. So nothing
waits for metrics that are not used, as a run of pytest in a project where the plugin is installed.
"""

import typing as _typing

if _typing.TYPE_CHECKING:
    from measurand.edges.verbs.adapters import Accumulator, EvaluateModule, score_function
    from measurand.edges.verbs.classes import Classes, by_class
    from measurand.edges.verbs.comparing import Comparisons, compare
    from measurand.edges.verbs.endpoints import Model, endpoint
    from measurand.edges.verbs.judging import Judgements, agreement, judge
    from measurand.edges.verbs.labels import (
        accuracy,
        balanced_accuracy,
        f1,
        jaccard,
        kappa,
        mcc,
        precision,
        recall,
    )
    from measurand.edges.verbs.lm_eval_metrics import LmEvalMetric, lm_eval_metric
    from measurand.edges.verbs.reports import Report, audit, check, gate, lint, lock, prove
    from measurand.edges.verbs.results import Number, Numbers
    from measurand.edges.verbs.scoring import Measured, interval, measure, score
    from measurand.errors import (
        InvalidInputError,
        MeasurandError,
        UndefinedScoreError,
    )
    from measurand.evidence.observation import Observation
    from measurand.evidence.pairs import Pairs, pairs
    from measurand.evidence.pool import Pool, pool
    from measurand.metrics.definitions import Definition, observing
    from measurand.metrics.finalise import Finaliser, evaluate
    from measurand.metrics.grammar import SignatureError
    from measurand.metrics.signature import parse, signature
    from measurand.studies.causal.edge.verbs import faithfulness, faithfulness_batch
    from measurand.studies.counterfactual.edge.verbs import Counterfactuals, counterfactual
    from measurand.studies.review.edge.verbs import Reviews, review
    from measurand.values.items import Slots, Span
    from measurand.values.printed import Printed
    from measurand.values.sample import Sample, Similarity
    from measurand.values.score import Defined, Score, Undefined

    __version__: str

    # For type checkers alone; see `__getattr__`.
    __all__ = [
        "Accumulator",
        "Classes",
        "Comparisons",
        "Counterfactuals",
        "Defined",
        "Definition",
        "EvaluateModule",
        "Finaliser",
        "InvalidInputError",
        "Judgements",
        "LmEvalMetric",
        "MeasurandError",
        "Measured",
        "Model",
        "Number",
        "Numbers",
        "Observation",
        "Pairs",
        "Pool",
        "Printed",
        "Report",
        "Reviews",
        "Sample",
        "Score",
        "SignatureError",
        "Similarity",
        "Slots",
        "Span",
        "Undefined",
        "UndefinedScoreError",
        "accuracy",
        "agreement",
        "audit",
        "balanced_accuracy",
        "by_class",
        "check",
        "compare",
        "counterfactual",
        "endpoint",
        "evaluate",
        "f1",
        "faithfulness",
        "faithfulness_batch",
        "gate",
        "interval",
        "jaccard",
        "judge",
        "kappa",
        "lint",
        "lm_eval_metric",
        "lock",
        "mcc",
        "measure",
        "observing",
        "pairs",
        "parse",
        "pool",
        "precision",
        "prove",
        "recall",
        "review",
        "score",
        "score_function",
        "signature",
    ]
else:
    _HOMES = {
        "Accumulator": "measurand.edges.verbs.adapters",
        "Classes": "measurand.edges.verbs.classes",
        "Comparisons": "measurand.edges.verbs.comparing",
        "Counterfactuals": "measurand.studies.counterfactual.edge.verbs",
        "Defined": "measurand.values.score",
        "Definition": "measurand.metrics.definitions",
        "EvaluateModule": "measurand.edges.verbs.adapters",
        "Finaliser": "measurand.metrics.finalise",
        "InvalidInputError": "measurand.errors",
        "Judgements": "measurand.edges.verbs.judging",
        "MeasurandError": "measurand.errors",
        "LmEvalMetric": "measurand.edges.verbs.lm_eval_metrics",
        "Measured": "measurand.edges.verbs.scoring",
        "Model": "measurand.edges.verbs.endpoints",
        "Number": "measurand.edges.verbs.results",
        "Numbers": "measurand.edges.verbs.results",
        "Observation": "measurand.evidence.observation",
        "Pairs": "measurand.evidence.pairs",
        "Pool": "measurand.evidence.pool",
        "Printed": "measurand.values.printed",
        "Report": "measurand.edges.verbs.reports",
        "Reviews": "measurand.studies.review.edge.verbs",
        "Sample": "measurand.values.sample",
        "Score": "measurand.values.score",
        "SignatureError": "measurand.metrics.grammar",
        "Similarity": "measurand.values.sample",
        "Slots": "measurand.values.items",
        "Span": "measurand.values.items",
        "Undefined": "measurand.values.score",
        "UndefinedScoreError": "measurand.errors",
        "accuracy": "measurand.edges.verbs.labels",
        "agreement": "measurand.edges.verbs.judging",
        "audit": "measurand.edges.verbs.reports",
        "balanced_accuracy": "measurand.edges.verbs.labels",
        "by_class": "measurand.edges.verbs.classes",
        "check": "measurand.edges.verbs.reports",
        "compare": "measurand.edges.verbs.comparing",
        "counterfactual": "measurand.studies.counterfactual.edge.verbs",
        "endpoint": "measurand.edges.verbs.endpoints",
        "evaluate": "measurand.metrics.finalise",
        "f1": "measurand.edges.verbs.labels",
        "faithfulness": "measurand.studies.causal.edge.verbs",
        "faithfulness_batch": "measurand.studies.causal.edge.verbs",
        "gate": "measurand.edges.verbs.reports",
        "interval": "measurand.edges.verbs.scoring",
        "jaccard": "measurand.edges.verbs.labels",
        "judge": "measurand.edges.verbs.judging",
        "kappa": "measurand.edges.verbs.labels",
        "lint": "measurand.edges.verbs.reports",
        "lm_eval_metric": "measurand.edges.verbs.lm_eval_metrics",
        "lock": "measurand.edges.verbs.reports",
        "mcc": "measurand.edges.verbs.labels",
        "measure": "measurand.edges.verbs.scoring",
        "observing": "measurand.metrics.definitions",
        "pairs": "measurand.evidence.pairs",
        "parse": "measurand.metrics.signature",
        "pool": "measurand.evidence.pool",
        "precision": "measurand.edges.verbs.labels",
        "prove": "measurand.edges.verbs.reports",
        "recall": "measurand.edges.verbs.labels",
        "review": "measurand.studies.review.edge.verbs",
        "score": "measurand.edges.verbs.scoring",
        "score_function": "measurand.edges.verbs.adapters",
        "signature": "measurand.metrics.signature",
    }

    _ELSEWHERE = {
        "accuracy_score": ": here it is accuracy(gold, predicted)",
        "auc": ": here it is score(gold, predicted, 'auc')",
        "balanced_accuracy_score": ": here it is balanced_accuracy(gold, predicted)",
        "classification_report": ": here it is by_class(gold, predicted)",
        "cohen_kappa_score": ": here it is kappa(gold, predicted)",
        "f1_score": ": here it is f1(gold, predicted, average=...)",
        "jaccard_score": ": here it is jaccard(gold, predicted, average=...)",
        "load": ": here it is score(gold, predicted, definition)",
        "matthews_corrcoef": ": here it is mcc(gold, predicted)",
        "precision_recall_fscore_support": ": here it is by_class(gold, predicted)",
        "precision_score": ": here it is precision(gold, predicted, average=...)",
        "recall_score": ": here it is recall(gold, predicted, average=...)",
        "roc_auc_score": ": here it is score(gold, predicted, 'auc')",
    }
    """What other libraries call a verb."""

    def __getattr__(name: str) -> object:
        """Load a name from where it is defined; where `__all__` is asked for, every name."""
        # With such a list `help` goes through all that each of its names can do: three thousand
        # lines. Without it `from measurand import *` takes what is loaded.
        if name == "__all__":
            for one in _HOMES:
                __getattr__(one)
        if name == "__version__":
            from importlib.metadata import version

            return version("measurand")
        if name not in _HOMES:
            from measurand.values.suggest import did_you_mean

            near = _ELSEWHERE.get(name) or did_you_mean(name, _HOMES)
            message = f"module 'measurand' has no attribute {name!r}{near}"
            # Names of this kind are asked for by programs, not by people.
            raise AttributeError(message.partition(": ")[0] if name[:1] == "_" else message)
        from importlib import import_module

        globals()[name] = getattr(import_module(_HOMES[name]), name)
        return globals()[name]

    def __dir__() -> list[str]:
        """List the public names, whether they are loaded or not."""
        return sorted({*globals(), *_HOMES})
