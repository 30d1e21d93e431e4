"""What test files import: assertions about numbers, and laws for functions of one's own.

What needs Hypothesis loads when it is first asked for; it comes with the extra `testing`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from measurand.algebra.law import Algebra, Broken, Holds, Law, Silent
from measurand.edges.testing.assertions import NotReproducedError, assert_reproduces, differ
from measurand.edges.testing.broken import LawBrokenError, NothingJudgedError, UntestedError
from measurand.laws.kinds.judged import Counterexample, ExpectationError, Fate, Judged, Judgement
from measurand.laws.kinds.kind import ClaimError, Kind
from measurand.laws.kinds.subject import Subject

if TYPE_CHECKING:
    from measurand.edges.testing.judging import check_laws
    from measurand.edges.testing.parametrize import LawTest, law_tests, parametrize_with_laws
    from measurand.edges.trials.search import Effort
    from measurand.edges.trials.strategies import public as strategies
    from measurand.edges.trials.suite import Suite, Trying
    from measurand.edges.trials.suites import (
        BOX_IOU,
        BOX_IOU_2026_1,
        BOX_IOU_2026_2,
        CHANGE,
        CHANGE_2026_1,
        CLUSTERED_ERROR,
        CLUSTERED_ERROR_2026_1,
        DECLARED_LABELS,
        DECLARED_LABELS_2026_1,
        GRAPH_DISTANCE,
        GRAPH_DISTANCE_2026_1,
        INTERVAL,
        INTERVAL_2026_1,
        LABEL_SCORE,
        LABEL_SCORE_2026_1,
        NEWEST,
        NUMBER_SCORE,
        NUMBER_SCORE_2026_1,
        P_ADJUST,
        P_ADJUST_2026_1,
        PAIRED_TEST,
        PAIRED_TEST_2026_1,
        PROBABILITY_SCORE,
        PROBABILITY_SCORE_2026_1,
        RANKING,
        RANKING_2026_1,
        RATER_AGREEMENT,
        RATER_AGREEMENT_2026_1,
        SCORE_TABLE,
        SCORE_TABLE_2026_1,
        SET_F1,
        SET_F1_2026_1,
        SET_F1_2026_2,
        SIGNATURE,
        SIGNATURE_2026_1,
        SPAN_COUNTS,
        SPAN_COUNTS_2026_1,
        SPAN_F1,
        SPAN_F1_2026_1,
        SPAN_F1_2026_2,
        SPAN_MODES,
        SPAN_MODES_2026_1,
        SUITES,
        TAGS_F1,
        TAGS_F1_2026_1,
        TAGS_F1_2026_2,
        TEXT_SCORE,
        TEXT_SCORE_2026_1,
        TRANSFORM,
        TRANSFORM_2026_1,
        TUPLE_F1,
        TUPLE_F1_2026_1,
        TUPLE_F1_2026_2,
        WEIGHTED_LABELS,
        WEIGHTED_LABELS_2026_1,
    )

__all__ = [
    "BOX_IOU",
    "BOX_IOU_2026_1",
    "BOX_IOU_2026_2",
    "CHANGE",
    "CHANGE_2026_1",
    "CLUSTERED_ERROR",
    "CLUSTERED_ERROR_2026_1",
    "DECLARED_LABELS",
    "DECLARED_LABELS_2026_1",
    "GRAPH_DISTANCE",
    "GRAPH_DISTANCE_2026_1",
    "INTERVAL",
    "INTERVAL_2026_1",
    "LABEL_SCORE",
    "LABEL_SCORE_2026_1",
    "NEWEST",
    "NUMBER_SCORE",
    "NUMBER_SCORE_2026_1",
    "PAIRED_TEST",
    "PAIRED_TEST_2026_1",
    "PROBABILITY_SCORE",
    "PROBABILITY_SCORE_2026_1",
    "P_ADJUST",
    "P_ADJUST_2026_1",
    "RANKING",
    "RANKING_2026_1",
    "RATER_AGREEMENT",
    "RATER_AGREEMENT_2026_1",
    "SCORE_TABLE",
    "SCORE_TABLE_2026_1",
    "SET_F1",
    "SET_F1_2026_1",
    "SET_F1_2026_2",
    "SIGNATURE",
    "SIGNATURE_2026_1",
    "SPAN_COUNTS",
    "SPAN_COUNTS_2026_1",
    "SPAN_F1",
    "SPAN_F1_2026_1",
    "SPAN_F1_2026_2",
    "SPAN_MODES",
    "SPAN_MODES_2026_1",
    "SUITES",
    "TAGS_F1",
    "TAGS_F1_2026_1",
    "TAGS_F1_2026_2",
    "TEXT_SCORE",
    "TEXT_SCORE_2026_1",
    "TRANSFORM",
    "TRANSFORM_2026_1",
    "TUPLE_F1",
    "TUPLE_F1_2026_1",
    "TUPLE_F1_2026_2",
    "WEIGHTED_LABELS",
    "WEIGHTED_LABELS_2026_1",
    "Algebra",
    "Broken",
    "ClaimError",
    "Counterexample",
    "Effort",
    "ExpectationError",
    "Fate",
    "Holds",
    "Judged",
    "Judgement",
    "Kind",
    "Law",
    "LawBrokenError",
    "LawTest",
    "NotReproducedError",
    "NothingJudgedError",
    "Silent",
    "Subject",
    "Suite",
    "Trying",
    "UntestedError",
    "assert_reproduces",
    "check_laws",
    "differ",
    "law_tests",
    "parametrize_with_laws",
    "strategies",
]

_LATER = {
    "measurand.edges.testing.judging": {"check_laws"},
    "measurand.edges.testing.parametrize": {"LawTest", "law_tests", "parametrize_with_laws"},
    "measurand.edges.trials.search": {"Effort"},
    "measurand.edges.trials.suite": {"Suite", "Trying"},
}
_STRATEGIES = "measurand.edges.trials.strategies.public"
_SUITES = "measurand.edges.trials.suites"


def __dir__() -> list[str]:
    """Name all that is here, what is not loaded yet too."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    """Load what needs Hypothesis.

    Raises ImportError, naming the extra, where it is not installed.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = next((module for module, names in _LATER.items() if name in names), _SUITES)
    try:
        found: object = (
            import_module(_STRATEGIES)
            if name == "strategies"
            else getattr(import_module(home), name)
        )
    except ModuleNotFoundError as missing:
        if missing.name != "hypothesis":
            raise
        raise ImportError(
            f"{name} needs hypothesis: pip install 'measurand[testing]'", name=missing.name
        ) from missing
    return found
