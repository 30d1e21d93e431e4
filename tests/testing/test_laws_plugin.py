"""`pytest --measurand-laws module:function`: laws as tests, without a test file."""

from pathlib import Path

import pytest

from tests.testing import nested

METRICS = """\
def recall(gold, predicted):
    hits = sum(len(a & b) for a, b in zip(gold, predicted))
    return hits / max(1, sum(map(len, gold)))
"""
RECALL = ("--measurand-laws", "my_metrics:recall", "--measurand-laws-kind", "SET_F1_2026_1")
CLAIMS = ("--measurand-laws-claims", "symmetric,", "--measurand-laws-claims", "mergeable")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my_metrics.py").write_text(METRICS, encoding="utf-8")
    return tmp_path


def run(folder: Path, *words: str) -> tuple[int, str]:
    return nested.run(folder, "-v", "-rsx", *words)


def test_each_law_is_a_test_and_a_broken_one_shows_its_counterexample(folder: Path) -> None:
    code, said = run(folder, *RECALL, *CLAIMS, "-k", "range or swap or merge or claim")

    assert "my_metrics:recall::range PASSED" in said
    assert "my_metrics:recall::swap FAILED" in said
    assert "recall breaks a law of SET_F1_2026_1\n\nswap: Exchanging gold" in said
    assert "    from my_metrics import recall\n    recall([" in said
    assert "Where it is meant: --measurand-laws-expect 'swap=the reason'" in said
    assert "Traceback" not in said
    assert "my_metrics:recall::merge SKIPPED (untested: no case spoke: " in said
    assert " deselected" in said
    assert code == 1


def test_an_expected_failure_must_fail(folder: Path) -> None:
    expect = ("--measurand-laws-expect", "swap=recall, by design")

    code, said = run(folder, *RECALL, *CLAIMS, *expect, "-k", "swap")
    assert "my_metrics:recall::swap XFAIL (recall, by design)" in said
    assert code == 0

    code, said = run(folder, *RECALL, "--measurand-laws-expect", "range=why", "-k", "range")
    assert "and was expected to break: why" in said
    assert code == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (RECALL[:2], "--measurand-laws needs --measurand-laws-kind: one of set-f1, "),
        ((*RECALL, "--measurand-laws-claims", "macr"), "did you mean 'macro'?"),
        (("--measurand-laws", "my_metric:f", *RECALL[2:]), "did you mean 'my_metrics'?"),
        ((*RECALL, "--measurand-laws-expect", "swap"), "is LAW=REASON: got 'swap'"),
    ],
)
def test_what_is_not_there_is_a_usage_error(
    folder: Path, words: tuple[str, ...], told: str
) -> None:
    code, said = run(folder, *words)

    assert told in said
    assert code == pytest.ExitCode.USAGE_ERROR
