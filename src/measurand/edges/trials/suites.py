"""The suites that the library ships, by name and by kind; others come through the registry.

A suite is a kind, what draws its cases, and the laws as they stood when the suite was named; a name
without a year is that of the newest suite of a kind. The table below is ours; what a study or an
installed package adds is found by name (`suite_named`), so that nothing of theirs is loaded for one
of ours.
"""

from collections.abc import Callable, Mapping
from typing import ParamSpec, TypeVar

from hypothesis.strategies import SearchStrategy

from measurand.edges.registry import ExtensionPoint, find
from measurand.edges.trials.cases.items import (
    changes_cases,
    declared_cases,
    labels_cases,
    ranking_cases,
    raters_cases,
    sets_cases,
    tuples_cases,
    weighted_cases,
)
from measurand.edges.trials.cases.shapes import boxes_cases, graphs_cases, spans_cases, tags_cases
from measurand.edges.trials.cases.statistics import (
    adjust_cases,
    cluster_cases,
    interval_cases,
    numbers_cases,
    paired_cases,
    probability_cases,
    table_cases,
)
from measurand.edges.trials.cases.texts import signature_cases, texts_cases, transform_cases
from measurand.edges.trials.suite import Suite, Trying
from measurand.laws.kinds.adjust import P_ADJUST as _P_ADJUST
from measurand.laws.kinds.boxes import BOX_KIND
from measurand.laws.kinds.changes import CHANGE_KIND
from measurand.laws.kinds.clusters import CLUSTER_KIND
from measurand.laws.kinds.graphs import GRAPH_KIND
from measurand.laws.kinds.interval import INTERVAL as _INTERVAL
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.labels import DECLARED_LABELS as _DECLARED_LABELS
from measurand.laws.kinds.labels import LABEL_SCORE as _LABEL_SCORE
from measurand.laws.kinds.labels import WEIGHTED_LABELS as _WEIGHTED_LABELS
from measurand.laws.kinds.numbers import NUMBER_SCORE as _NUMBER_SCORE
from measurand.laws.kinds.paired import PAIRED_TEST as _PAIRED_TEST
from measurand.laws.kinds.probabilities import PROBABILITY_SCORE as _PROBABILITY_SCORE
from measurand.laws.kinds.ranking import RANKING as _RANKING
from measurand.laws.kinds.raters import RATER_AGREEMENT as _RATER_AGREEMENT
from measurand.laws.kinds.sets import SET_F1 as _SET_F1
from measurand.laws.kinds.sets import TUPLE_F1 as _TUPLE_F1
from measurand.laws.kinds.signatures import SIGNATURE as _SIGNATURE
from measurand.laws.kinds.spans import SPAN_COUNTS as _SPAN_COUNTS
from measurand.laws.kinds.spans import SPAN_F1 as _SPAN_F1
from measurand.laws.kinds.spans import SPAN_MODES as _SPAN_MODES
from measurand.laws.kinds.tables import TABLE_KIND
from measurand.laws.kinds.tags import TAGS_F1 as _TAGS_F1
from measurand.laws.kinds.texts import TEXT_SCORE as _TEXT_SCORE
from measurand.laws.kinds.transforms import TRANSFORM_KIND

P = ParamSpec("P")
C = TypeVar("C")


def _suite(
    name: str,
    kind: Kind[P, C],
    draw: Callable[[], SearchStrategy[C]],
    *later: str,
    named: bool = False,
) -> Suite[P, C]:
    """Make a suite of the laws of a kind, without those that came later."""
    laws = tuple(law for law in kind.laws if law.id not in later)
    return Suite(name, kind, draw(), laws, named=named)


SET_F1_2026_1 = _suite("SET_F1_2026_1", _SET_F1, sets_cases)
SET_F1 = SET_F1_2026_2 = _suite("SET_F1_2026_2", _SET_F1, sets_cases, named=True)
TUPLE_F1_2026_1 = _suite("TUPLE_F1_2026_1", _TUPLE_F1, tuples_cases)
TUPLE_F1 = TUPLE_F1_2026_2 = _suite("TUPLE_F1_2026_2", _TUPLE_F1, tuples_cases, named=True)
BOX_IOU_2026_1 = _suite("BOX_IOU_2026_1", BOX_KIND, boxes_cases)
BOX_IOU = BOX_IOU_2026_2 = _suite("BOX_IOU_2026_2", BOX_KIND, boxes_cases, named=True)
CHANGE = CHANGE_2026_1 = _suite("CHANGE_2026_1", CHANGE_KIND, changes_cases)
GRAPH_DISTANCE = GRAPH_DISTANCE_2026_1 = _suite("GRAPH_DISTANCE_2026_1", GRAPH_KIND, graphs_cases)
TRANSFORM = TRANSFORM_2026_1 = _suite("TRANSFORM_2026_1", TRANSFORM_KIND, transform_cases)
P_ADJUST = P_ADJUST_2026_1 = _suite("P_ADJUST_2026_1", _P_ADJUST, adjust_cases)
PAIRED_TEST = PAIRED_TEST_2026_1 = _suite("PAIRED_TEST_2026_1", _PAIRED_TEST, paired_cases)
INTERVAL = INTERVAL_2026_1 = _suite("INTERVAL_2026_1", _INTERVAL, interval_cases)
TEXT_SCORE = TEXT_SCORE_2026_1 = _suite("TEXT_SCORE_2026_1", _TEXT_SCORE, texts_cases)
RANKING = RANKING_2026_1 = _suite("RANKING_2026_1", _RANKING, ranking_cases)
SIGNATURE = SIGNATURE_2026_1 = _suite("SIGNATURE_2026_1", _SIGNATURE, signature_cases)
LABEL_SCORE = LABEL_SCORE_2026_1 = _suite("LABEL_SCORE_2026_1", _LABEL_SCORE, labels_cases)
DECLARED_LABELS = DECLARED_LABELS_2026_1 = _suite(
    "DECLARED_LABELS_2026_1", _DECLARED_LABELS, declared_cases
)
WEIGHTED_LABELS = WEIGHTED_LABELS_2026_1 = _suite(
    "WEIGHTED_LABELS_2026_1", _WEIGHTED_LABELS, weighted_cases
)
RATER_AGREEMENT = RATER_AGREEMENT_2026_1 = _suite(
    "RATER_AGREEMENT_2026_1", _RATER_AGREEMENT, raters_cases
)
PROBABILITY_SCORE = PROBABILITY_SCORE_2026_1 = _suite(
    "PROBABILITY_SCORE_2026_1", _PROBABILITY_SCORE, probability_cases
)
NUMBER_SCORE = NUMBER_SCORE_2026_1 = _suite("NUMBER_SCORE_2026_1", _NUMBER_SCORE, numbers_cases)
SPAN_F1_2026_1 = _suite("SPAN_F1_2026_1", _SPAN_F1, spans_cases, "counts-of-f1")
SPAN_F1 = SPAN_F1_2026_2 = _suite("SPAN_F1_2026_2", _SPAN_F1, spans_cases, named=True)
SPAN_MODES = SPAN_MODES_2026_1 = _suite("SPAN_MODES_2026_1", _SPAN_MODES, spans_cases)
SPAN_COUNTS = SPAN_COUNTS_2026_1 = _suite("SPAN_COUNTS_2026_1", _SPAN_COUNTS, spans_cases)
TAGS_F1_2026_1 = _suite("TAGS_F1_2026_1", _TAGS_F1, tags_cases, "counts-of-f1")
TAGS_F1 = TAGS_F1_2026_2 = _suite("TAGS_F1_2026_2", _TAGS_F1, tags_cases, named=True)
SCORE_TABLE = SCORE_TABLE_2026_1 = _suite("SCORE_TABLE_2026_1", TABLE_KIND, table_cases)
CLUSTERED_ERROR = CLUSTERED_ERROR_2026_1 = _suite(
    "CLUSTERED_ERROR_2026_1", CLUSTER_KIND, cluster_cases
)
_EVERY: tuple[Trying, ...] = (
    SET_F1_2026_1,
    SET_F1_2026_2,
    TUPLE_F1_2026_1,
    TUPLE_F1_2026_2,
    BOX_IOU_2026_1,
    BOX_IOU_2026_2,
    CHANGE_2026_1,
    GRAPH_DISTANCE_2026_1,
    TRANSFORM_2026_1,
    SCORE_TABLE_2026_1,
    CLUSTERED_ERROR_2026_1,
    P_ADJUST_2026_1,
    PAIRED_TEST_2026_1,
    INTERVAL_2026_1,
    TEXT_SCORE_2026_1,
    RANKING_2026_1,
    SIGNATURE_2026_1,
    LABEL_SCORE_2026_1,
    DECLARED_LABELS_2026_1,
    WEIGHTED_LABELS_2026_1,
    RATER_AGREEMENT_2026_1,
    PROBABILITY_SCORE_2026_1,
    NUMBER_SCORE_2026_1,
    SPAN_F1_2026_1,
    SPAN_F1_2026_2,
    SPAN_MODES_2026_1,
    SPAN_COUNTS_2026_1,
    TAGS_F1_2026_1,
    TAGS_F1_2026_2,
)
DRAWN_BY: Mapping[str, Callable[[], SearchStrategy[object]]] = {
    _SET_F1.name: sets_cases,
    _TUPLE_F1.name: tuples_cases,
    BOX_KIND.name: boxes_cases,
    CHANGE_KIND.name: changes_cases,
    GRAPH_KIND.name: graphs_cases,
    TRANSFORM_KIND.name: transform_cases,
    TABLE_KIND.name: table_cases,
    CLUSTER_KIND.name: cluster_cases,
    _P_ADJUST.name: adjust_cases,
    _PAIRED_TEST.name: paired_cases,
    _INTERVAL.name: interval_cases,
    _TEXT_SCORE.name: texts_cases,
    _RANKING.name: ranking_cases,
    _SIGNATURE.name: signature_cases,
    _LABEL_SCORE.name: labels_cases,
    _DECLARED_LABELS.name: declared_cases,
    _WEIGHTED_LABELS.name: weighted_cases,
    _RATER_AGREEMENT.name: raters_cases,
    _PROBABILITY_SCORE.name: probability_cases,
    _NUMBER_SCORE.name: numbers_cases,
    _SPAN_F1.name: spans_cases,
    _SPAN_MODES.name: spans_cases,
    _SPAN_COUNTS.name: spans_cases,
    _TAGS_F1.name: tags_cases,
}
"""What draws the cases of a kind: the file that is written calls it by its name."""

SUITES: Mapping[str, Trying] = {suite.name: suite for suite in _EVERY}
"""Every suite by its name."""

NEWEST: Mapping[str, Trying] = {suite.kind_name: suite for suite in _EVERY}
"""The newest suite of each kind."""


def suite_named(name: str) -> Trying | None:
    """Find a suite by its own name, or the newest of a kind: ours, or one that a package adds.

    A package adds a kind by an entry point of the group `measurand.suites`, a study by an `Entry`
    of `suites`: under the name of the kind, and of each suite that is to be found by its own name.

    >>> getattr(suite_named("set-f1"), "name"), suite_named("sat-f1")
    ('SET_F1_2026_2', None)

    Raises ExtensionError where what a package adds cannot be loaded, or is no suite.
    """
    known = {**SUITES, **NEWEST}
    if name in known:
        return known[name]
    entry = find(ExtensionPoint.SUITES, name)
    return None if entry is None else entry.load(Trying)  # type: ignore[type-abstract]  # only asked about, never made
