"""The tests that `measurand review report` prints, and the intervals of its page."""

import pytest

from tests.cli.reviewing import PAGE, RESULT, RESULTS, RUN, card, lines, said
from tests.cli.running import Shell

# Of two samples the first is fixed by the review, the second was right and stays so.
CARDS = lines([card(1), card(2, {f"{RESULT}.stage1_tuples": [said("soup", "positive")]})])


@pytest.fixture
def run(shell: Shell) -> Shell:
    """Put a run where the stages look for it."""
    folder = shell.folder / RESULTS
    folder.mkdir(parents=True)
    (folder / "scorecards.jsonl").write_bytes(CARDS)
    return shell


def test_report_prints_what_it_tested(run: Shell) -> None:
    ran = run("review", "report", RESULTS, "--format", "json")

    # One sample moved: a single coin, p = 2 / 2.
    found = ran.json["tests"]
    assert isinstance(found, list)
    assert [(one["run"], one["metric"], one["score"]["value"]) for one in found] == [
        (RUN, "delta_f1", "1/2"),
        (RUN, "net_gain", "1/2"),
    ]
    assert [(one["p_value"]["value"], one["p_value"]["how"]) for one in found] == [
        ("1", "sign-flip, exact"),
        ("1", "McNemar, exact"),
    ]
    assert [(one["interval"]["low"], one["interval"]["high"]) for one in found] == [(0, 1)] * 2
    shown = " ".join(run("review", "report", RESULTS).out.split())
    assert f"{RUN} delta_f1 0.5000 [0.0000, 1.0000] 1 sign-flip, exact" in shown


def test_the_page_has_the_intervals_and_the_same_bytes_again(run: Shell) -> None:
    run("review", "report", RESULTS)
    before = run.read(PAGE)

    run("review", "report", RESULTS)

    assert run.read(PAGE) == before
    assert b"<small>p = 1</small>" in before
    assert b"95% intervals: percentiles of 10,000 resamples" in before
