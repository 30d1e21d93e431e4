"""Every kind that the library ships, as it is listed, with the names of its suites."""

from measurand.laws.kinds.adjust import P_ADJUST
from measurand.laws.kinds.boxes import BOX_KIND
from measurand.laws.kinds.changes import CHANGE_KIND
from measurand.laws.kinds.clusters import CLUSTER_KIND
from measurand.laws.kinds.graphs import GRAPH_KIND
from measurand.laws.kinds.interval import INTERVAL
from measurand.laws.kinds.kind import Described, described
from measurand.laws.kinds.labels import DECLARED_LABELS, LABEL_SCORE, WEIGHTED_LABELS
from measurand.laws.kinds.numbers import NUMBER_SCORE
from measurand.laws.kinds.paired import PAIRED_TEST
from measurand.laws.kinds.probabilities import PROBABILITY_SCORE
from measurand.laws.kinds.ranking import RANKING
from measurand.laws.kinds.raters import RATER_AGREEMENT
from measurand.laws.kinds.sets import SET_F1, TUPLE_F1
from measurand.laws.kinds.signatures import SIGNATURE
from measurand.laws.kinds.spans import SPAN_COUNTS, SPAN_F1, SPAN_MODES
from measurand.laws.kinds.tables import TABLE_KIND
from measurand.laws.kinds.tags import TAGS_F1
from measurand.laws.kinds.texts import TEXT_SCORE
from measurand.laws.kinds.transforms import TRANSFORM_KIND

KINDS: tuple[Described, ...] = (
    described(SET_F1, "SET_F1_2026_1", "SET_F1_2026_2"),
    described(TUPLE_F1, "TUPLE_F1_2026_1", "TUPLE_F1_2026_2"),
    described(BOX_KIND, "BOX_IOU_2026_1", "BOX_IOU_2026_2"),
    described(CHANGE_KIND, "CHANGE_2026_1"),
    described(GRAPH_KIND, "GRAPH_DISTANCE_2026_1"),
    described(TRANSFORM_KIND, "TRANSFORM_2026_1"),
    described(TABLE_KIND, "SCORE_TABLE_2026_1"),
    described(CLUSTER_KIND, "CLUSTERED_ERROR_2026_1"),
    described(P_ADJUST, "P_ADJUST_2026_1"),
    described(PAIRED_TEST, "PAIRED_TEST_2026_1"),
    described(INTERVAL, "INTERVAL_2026_1"),
    described(TEXT_SCORE, "TEXT_SCORE_2026_1"),
    described(RANKING, "RANKING_2026_1"),
    described(SIGNATURE, "SIGNATURE_2026_1"),
    described(LABEL_SCORE, "LABEL_SCORE_2026_1"),
    described(DECLARED_LABELS, "DECLARED_LABELS_2026_1"),
    described(WEIGHTED_LABELS, "WEIGHTED_LABELS_2026_1"),
    described(RATER_AGREEMENT, "RATER_AGREEMENT_2026_1"),
    described(PROBABILITY_SCORE, "PROBABILITY_SCORE_2026_1"),
    described(NUMBER_SCORE, "NUMBER_SCORE_2026_1"),
    described(SPAN_F1, "SPAN_F1_2026_1", "SPAN_F1_2026_2"),
    described(SPAN_MODES, "SPAN_MODES_2026_1"),
    described(SPAN_COUNTS, "SPAN_COUNTS_2026_1"),
    described(TAGS_F1, "TAGS_F1_2026_1", "TAGS_F1_2026_2"),
)
"""Every kind; the suites of a kind from the oldest to the newest."""
