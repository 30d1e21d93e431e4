"""How many samples a study counts as evaluated, key by key."""

from attrs import evolve

from measurand.studies.counterfactual.evaluate import ScoreRow, Status
from measurand.studies.counterfactual.options import PROFILES, Options, Pooling, with_tests
from measurand.studies.counterfactual.study import study
from measurand.values.share import share

KEYS = ("orig", "omega_perm", "token_perm", "cite_swap", "evidence_drop", "no_cite")
OPTIONS = Options(tested=("hit",))


def rows() -> list[ScoreRow]:
    return [
        ScoreRow(sample=name, group=name, key=key, metrics=(("hit", share(1, 2)),))
        for name in "abc"
        for key in KEYS
    ]


def test_a_sample_without_a_row_under_a_key_is_not_evaluated_there() -> None:
    kept = [row for row in rows() if (row.sample, row.key) != ("b", "no_cite")]

    assert study(rows(), OPTIONS).evaluated == tuple((key, 3, 0) for key in KEYS)
    assert study(kept, OPTIONS).evaluated == (
        *((key, 3, 0) for key in KEYS[:-1]),
        ("no_cite", 2, 1),
    )


def test_a_row_that_says_so_and_a_row_that_is_not_there_count_alike() -> None:
    lost = [
        evolve(row, status=Status.NOT_EVALUATED, metrics=(), note="nobody was asked")
        if (row.sample, row.key) == ("a", "token_perm")
        else row
        for row in rows()
        if (row.sample, row.key) != ("b", "token_perm")
    ]

    assert ("token_perm", 1, 2) in study(lost, OPTIONS).evaluated


def test_tests_are_as_asked_and_the_rest_is_as_measured() -> None:
    measured = PROFILES["as-run"]
    asked = evolve(PROFILES["recommended"], pooling=Pooling.SUMS, tested=("hit",))

    found = with_tests(measured, asked)

    assert (found.plan, found.tested) == (asked.plan, asked.tested)
    assert (found.nulls, found.pooling) == (asked.nulls, asked.pooling)
    assert with_tests(found, measured) == measured
