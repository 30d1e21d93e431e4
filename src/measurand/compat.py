"""What one imports to move from another tool: its numbers as definitions, its input as samples."""

from measurand.metrics.compat.attempts import as_attempts
from measurand.metrics.compat.coco import (
    as_coco_iou,
    run_lengths,
    sample_of_boxes,
    sample_of_masks,
)
from measurand.metrics.compat.count_arithmetic import Sorting
from measurand.metrics.compat.equivalents import known_as, known_tools
from measurand.metrics.compat.generated import as_jiwer, as_rouge_score, as_sacrebleu
from measurand.metrics.compat.nervaluate import as_nervaluate, samples_of_entities
from measurand.metrics.compat.rankings import as_ir_measures, as_pytrec_eval, as_ranx
from measurand.metrics.compat.scores import (
    as_krippendorff,
    as_sklearn_ndcg,
    as_sklearn_scores,
    as_sklearn_top_k,
    as_statsmodels,
)
from measurand.metrics.compat.seqeval import as_seqeval, samples_of_tags
from measurand.metrics.compat.sklearn import as_sklearn
from measurand.metrics.compat.sklearn_errors import as_scipy, as_sklearn_numbers
from measurand.metrics.compat.sklearn_labels import (
    samples_of_indicators,
    samples_of_label_sets,
    samples_of_labels,
)
from measurand.metrics.compat.squad import as_squad, samples_of_squad
from measurand.metrics.compat.tool import Compatible
from measurand.values.regions import Order, Runs
from measurand.values.tagging import Scheme, read_tags, tags_of

__all__ = [
    "Compatible",
    "Order",
    "Runs",
    "Scheme",
    "Sorting",
    "as_attempts",
    "as_coco_iou",
    "as_ir_measures",
    "as_jiwer",
    "as_krippendorff",
    "as_nervaluate",
    "as_pytrec_eval",
    "as_ranx",
    "as_rouge_score",
    "as_sacrebleu",
    "as_scipy",
    "as_seqeval",
    "as_sklearn",
    "as_sklearn_ndcg",
    "as_sklearn_numbers",
    "as_sklearn_scores",
    "as_sklearn_top_k",
    "as_squad",
    "as_statsmodels",
    "known_as",
    "known_tools",
    "read_tags",
    "run_lengths",
    "sample_of_boxes",
    "sample_of_masks",
    "samples_of_entities",
    "samples_of_indicators",
    "samples_of_label_sets",
    "samples_of_labels",
    "samples_of_squad",
    "samples_of_tags",
    "tags_of",
]
