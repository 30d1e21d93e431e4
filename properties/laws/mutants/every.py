"""The right and the wrong functions of every kind, by its name."""

from collections.abc import Mapping

from properties.laws.adequacy import Mutants
from properties.laws.mutants.adjust import P_ADJUST_MUTANTS
from properties.laws.mutants.boxes import BOX_KIND_MUTANTS
from properties.laws.mutants.changes import CHANGE_KIND_MUTANTS
from properties.laws.mutants.clusters import CLUSTER_KIND_MUTANTS
from properties.laws.mutants.graphs import GRAPH_KIND_MUTANTS
from properties.laws.mutants.interval import INTERVAL_MUTANTS
from properties.laws.mutants.labels import (
    DECLARED_LABELS_MUTANTS,
    LABEL_SCORE_MUTANTS,
    WEIGHTED_LABELS_MUTANTS,
)
from properties.laws.mutants.numbers import NUMBER_SCORE_MUTANTS
from properties.laws.mutants.paired import PAIRED_TEST_MUTANTS
from properties.laws.mutants.probabilities import PROBABILITY_SCORE_MUTANTS
from properties.laws.mutants.ranking import RANKING_MUTANTS
from properties.laws.mutants.raters import RATER_AGREEMENT_MUTANTS
from properties.laws.mutants.sets import SET_F1_MUTANTS
from properties.laws.mutants.signatures import SIGNATURE_MUTANTS
from properties.laws.mutants.span_modes import (
    SPAN_COUNTS_MUTANTS,
    SPAN_MODES_MUTANTS,
    TAGS_F1_MUTANTS,
)
from properties.laws.mutants.spans import SPAN_F1_MUTANTS
from properties.laws.mutants.tables import TABLE_KIND_MUTANTS
from properties.laws.mutants.texts import TEXT_SCORE_MUTANTS
from properties.laws.mutants.transforms import TRANSFORM_KIND_MUTANTS
from properties.laws.mutants.tuples import TUPLE_F1_MUTANTS

MUTANTS: Mapping[str, Mutants] = {
    mutants.kind: mutants
    for mutants in (
        SET_F1_MUTANTS,
        TUPLE_F1_MUTANTS,
        BOX_KIND_MUTANTS,
        CHANGE_KIND_MUTANTS,
        GRAPH_KIND_MUTANTS,
        TRANSFORM_KIND_MUTANTS,
        TABLE_KIND_MUTANTS,
        CLUSTER_KIND_MUTANTS,
        P_ADJUST_MUTANTS,
        PAIRED_TEST_MUTANTS,
        INTERVAL_MUTANTS,
        TEXT_SCORE_MUTANTS,
        RANKING_MUTANTS,
        SIGNATURE_MUTANTS,
        LABEL_SCORE_MUTANTS,
        DECLARED_LABELS_MUTANTS,
        WEIGHTED_LABELS_MUTANTS,
        RATER_AGREEMENT_MUTANTS,
        PROBABILITY_SCORE_MUTANTS,
        NUMBER_SCORE_MUTANTS,
        SPAN_F1_MUTANTS,
        SPAN_MODES_MUTANTS,
        SPAN_COUNTS_MUTANTS,
        TAGS_F1_MUTANTS,
    )
}
