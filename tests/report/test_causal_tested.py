"""What is said of tested measures: for all names that there are."""

from measurand.studies.causal.edge.page.comparisons import LESS, less_note
from measurand.studies.causal.options import MEASURES


def test_less_is_better_of_what_counts_faults() -> None:
    assert set(MEASURES) >= LESS
    assert {name for name in MEASURES if name.startswith("shd") or "_aid" in name} < LESS
    assert {name for name in MEASURES if name.startswith("un")} < LESS


def test_of_scores_more_is_better() -> None:
    assert not [name for name in LESS if name.startswith(("cf", "graph", "edge_", "plan_"))]
    assert not list(less_note(["cf", "graph", "plan_order"]))
