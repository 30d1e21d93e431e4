import json
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from measurand.auditing.proofs.confusion.folds import Filling
from measurand.auditing.proofs.confusion.matrices import COMPLEMENTS
from measurand.auditing.proofs.confusion.problem import (
    Problem,
    Shape,
    decide_problem,
    from_problem,
    stratified,
)
from measurand.metrics.standard import STANDARD
from measurand.values.fault import Fault
from measurand.values.verdict import Verdict

# Made by `python -m tests.benchmarks.peer_tables FILE` with mlscorecheck 1.0.3 on 2026-11-21.
PEER = Path(__file__).parent / "peer_cases.json"


def _problem(tree: dict[str, object]) -> Problem:
    found = from_problem(tree)
    assert isinstance(found, Problem), found.text()
    return found


def _fault(tree: dict[str, object]) -> str:
    found = from_problem(tree)
    assert isinstance(found, Fault)
    return found.text()


def _verdict(tree: dict[str, object]) -> Verdict:
    return decide_problem(_problem(tree)).verdict


@pytest.mark.parametrize("kind", range(5))
def test_verdicts_are_those_of_a_peer_or_it_is_said_why_not(kind: int) -> None:
    cases = json.loads(PEER.read_text(encoding="utf-8"))
    kinds = list(dict.fromkeys(case["kind"] for case in cases))
    mine = [case for case in cases if case["kind"] == kinds[kind]]
    assert len(kinds) == 5
    assert len(mine) == 40
    for case in mine:
        known = {"kind", "ours", "theirs", "why"}
        tree = {name: value for name, value in case.items() if name not in known}
        assert _verdict(tree).value == case["ours"], case
        assert (case["ours"] == case["theirs"]) == ("why" not in case), case


# The examples in the docstrings of mlscorecheck 1.0.3 (check_1_dataset_kfold_som,
# check_1_testset_no_kfold).
def test_problems_of_a_peer_are_read_as_they_are() -> None:
    kfold: dict[str, object] = {
        "dataset": {"p": 10, "n": 20},
        "folding": {"n_folds": 5, "n_repeats": 1},
        "aggregation": "som",
        "scores": {"acc": 0.428, "npv": 0.392, "bacc": 0.442, "f1p": 0.391},
        "eps": 1e-3,
    }
    assert _verdict(kfold) is Verdict.REFUTED
    single: dict[str, object] = {
        "testset": {"p": 530, "n": 902},
        "scores": {"acc": 0.62, "sens": 0.22, "spec": 0.86, "f1p": 0.3, "fm": 0.32},
        "eps": 1e-2,
    }
    assert _verdict(single) is Verdict.HOLDS


def test_how_exact_a_score_is_is_said_in_four_ways() -> None:
    def ends(**tree: object) -> tuple[Fraction, Fraction]:
        [one] = _problem({"testset": {"p": 3, "n": 4}, **tree}).scores
        return one.span.low, one.span.high

    half = Fraction("0.325"), Fraction("0.335")
    assert ends(scores={"acc": "0.33"}) == half
    assert ends(scores={"acc": 0.33}, decimals=2) == half
    assert ends(scores={"acc": Decimal("0.33")}, eps=0.005) == half
    assert ends(scores={"acc": 0.33}, eps={"acc": Decimal("0.005")}) == half
    assert ends(scores={"err": 0.67}, decimals=2) == half


def test_folds_are_cut_as_scikit_learn_cuts_them() -> None:
    tree: dict[str, object] = {
        "dataset": {"p": 5, "n": 7},
        "folding": {"n_folds": 3, "n_repeats": 2, "strategy": "stratified_sklearn"},
        "aggregation": "mos",
        "scores": {"sens": "0.50"},
    }
    problem = _problem(tree)
    assert problem.shape is Shape.MEAN
    assert problem.folds == ((1, 3), (2, 2), (2, 2)) * 2
    assert stratified(4, 4, 2) == ((2, 2), (2, 2))
    with pytest.raises(ValueError, match="a fold or more: got 0"):
        stratified(4, 4, 0)


def test_what_an_undefined_score_counts_may_be_said() -> None:
    tree: dict[str, object] = {
        "folding": {"folds": [{"p": 1, "n": 9}] * 3 + [{"p": 0, "n": 10}] * 3},
        "aggregation": "mos",
        "scores": {"sens": "0.8333", "acc": "0.9667"},
    }
    assert _verdict(tree) is Verdict.HOLDS
    assert _verdict({**tree, "undefined": "0"}) is Verdict.REFUTED
    assert _problem({**tree, "undefined": "left out"}).filling is Filling.LEFT_OUT
    single = {"testset": {"p": 3, "n": 4}, "scores": {"ppv": "1.00", "tp": "0"}}
    assert _verdict({**single, "undefined": "0"}) is Verdict.REFUTED
    assert _verdict({**single, "undefined": "1"}) is Verdict.HOLDS


def test_classes_are_read_by_their_sizes() -> None:
    tree: dict[str, object] = {"testset": {0: 2, 1: 2}, "scores": {"f1": "0.75", "acc": "0.75"}}
    assert _verdict({**tree, "average": "micro"}) is Verdict.HOLDS
    assert _problem({**tree, "average": "macro"}).classes == (2, 2)


SIZES: dict[str, object] = {"testset": {"p": 3, "n": 4}}
ACC: dict[str, object] = {"scores": {"acc": "0.5"}}
FOLDS: dict[str, object] = {**ACC, "aggregation": "mos"}


@pytest.mark.parametrize(
    ("tree", "says"),
    [
        ({}, "$.scores: expected a value, got nothing"),
        ({"score": 1}, "$: expected a known name: did you mean 'scores'?, got 'score': known: "),
        ({**SIZES, "scores": {}}, "$.scores: expected a score or more, got none"),
        ({**SIZES, "scores": [1]}, "$.scores: expected an object, got a list of 1"),
        ({**SIZES, "scores": {"acc": 0.5}}, "$.eps: expected a value, got nothing"),
        ({**SIZES, "scores": {"acc": True}, "eps": 0.1}, "digits, got true"),
        ({**SIZES, "scores": {"acc": float("nan")}, "eps": 0.1}, "digits, got nan"),
        ({**SIZES, "scores": {"acc": 1e300}, "eps": 0.1}, "digits, got 1e+300"),
        ({**SIZES, "scores": {"acc": 0.5}, "eps": 0}, "$.eps: expected a number above 0, got 0"),
        ({**SIZES, "scores": {"acc": 0.5}, "eps": {"f1": 0.1}}, "$.eps.acc: expected a value"),
        ({**SIZES, "scores": {"acc": 0.5}, "eps": 0.1, "decimals": 2}, "$.eps: expected nothing"),
        ({**SIZES, "scores": {"acc": "half"}}, "$.scores.acc: expected a number, got 'half'"),
        ({**SIZES, "scores": {"auc": "0.5"}}, "$.scores.auc: expected a score"),
        ({**SIZES, "scores": {"fbp": "0.5"}}, "$.scores.beta_positive: expected a value"),
        ({**ACC, "testset": {"p": 3}}, "$.testset.n: expected a value, got nothing"),
        ({**ACC, "testset": {"p": 3.0, "n": 4}}, "$.testset.p: expected a whole number"),
        ({**ACC, "testset": {"p": 10**99, "n": 4}}, "got a number of 329 bits"),
        ({**ACC, "testset": {"p": 3, "n": 4, "m": 5}}, "$.testset: expected a known name"),
        ({**ACC, **SIZES, "folding": {}}, "$.folding: expected nothing here beside the rest"),
        ({**ACC, **SIZES, "undefined": "2"}, "$.undefined: expected one of left out, 0, 1"),
        ({**ACC, **SIZES, "average": "micro"}, ""),
        ({**ACC, "testset": {"a": 3}, "average": "micro"}, "expected two classes or more"),
        ({**ACC, **SIZES, "average": "mean"}, "$.average: expected one of micro, macro"),
        ({**ACC}, "$.aggregation: expected a value, got nothing"),
        ({**FOLDS, "folding": {"folds": []}}, "$.folding.folds: expected a list of 1 to 10000"),
        ({**FOLDS, "folding": {"folds": [3]}}, "$.folding.folds[0]: expected an object, got 3"),
        (
            {**FOLDS, "dataset": {"p": 3, "n": 4}, "folding": {"folds": [{"p": 2, "n": 4}]}},
            "$.dataset: expected folds of 3 positives and 4 negatives, or of repeats of them, got",
        ),
        (
            {**FOLDS, "dataset": {"p": 3, "n": 4}, "folding": {"n_folds": 0}},
            "$.folding.n_folds: expected a whole number from 1 to 10000, got 0",
        ),
        (
            {**FOLDS, "dataset": {"p": 3, "n": 4}, "folding": {"n_folds": 9000, "n_repeats": 2}},
            "$.folding.n_repeats: expected a whole number from 1 to 1, got 2",
        ),
        ({**FOLDS, "folding": {"folds": [{"p": 1, "n": 1}], "n_folds": 2}}, "$.folding.n_folds"),
    ],
)
def test_what_cannot_be_read_is_a_fault_that_says_where(tree: dict[str, object], says: str) -> None:
    if says:
        assert says in _fault(tree)
    else:
        assert _problem(tree).classes == (3, 4)


def test_very_many_names_are_refused() -> None:
    many: dict[str, object] = {f"c{at}": 1 for at in range(301)}
    fault = _fault({**ACC, "testset": many, "average": "micro"})
    assert fault == "$.testset: expected at most 300 names, got an object with 301 keys"


@pytest.mark.parametrize("undefined", ["0", "1"])
@pytest.mark.parametrize("name", COMPLEMENTS)
def test_what_a_score_lacks_to_1_counts_as_is_said_where_it_is_undefined(
    name: str, undefined: str
) -> None:
    metric = STANDARD[name]
    for p, n in [(0, 2), (2, 0), (1, 2), (2, 1)]:
        for tp, tn in product(range(p + 1), range(n + 1)):
            fp, fn = n - tn, p - tp
            counts = {"hits": tp, "predicted": tp + fp, "gold": p, "judged": p + n}
            value = metric.at().value({key: Fraction(count) for key, count in counts.items()})
            score = f"{float(Fraction(undefined) if value is None else value):.4f}"
            tree = {"testset": {"p": p, "n": n}, "undefined": undefined}
            assert _verdict({**tree, "scores": {name: score}}) is Verdict.HOLDS, (counts, score)
            folds = {"folds": [{"p": p, "n": n}, {"p": p, "n": n}]}
            folded = {"dataset": {"p": 2 * p, "n": 2 * n}, "folding": folds, "aggregation": "mos"}
            again = {**folded, "undefined": undefined, "scores": {name: score}}
            assert _verdict(again) is Verdict.HOLDS, (fp, fn, score)


def test_a_mean_over_classes_counts_an_undefined_complement_as_0() -> None:
    # Of [a, b] all called a: fdr of a is 1/2, and that of b does not exist.
    tree: dict[str, object] = {"testset": {"a": 1, "b": 1}, "average": "macro"}

    assert _verdict({**tree, "scores": {"fdr": "0.25"}}) is Verdict.HOLDS
    assert _verdict({**tree, "scores": {"fdr": "0.75"}}) is Verdict.REFUTED
