"""A pull request makes a claim stale: the check names the sample and the option that did it."""

from tests.cli.locking import Study
from tests.cli.running import Shell

# s3 answered "bread" after all: hits, predictions, gold items are then (1, 1, 1): F1 = 6 / 8.
BETTER = '"pred": ["bread"]'
WORSE = '"pred": ["cake"]'
MICRO, MACRO = "f(average=micro)", "f(average=macro[sample])"


def test_what_was_locked_is_green(shell: Shell) -> None:
    study = Study.begin(shell).locked()

    ran = study.check()

    assert (ran.code, ran.err) == (0, "")
    assert "2 numbers held against the lock: 2 as locked, 0 not as locked, 0 undecided." in ran.out
    assert "::error" not in ran.out


def test_a_changed_prediction_is_named_with_its_effect(shell: Shell) -> None:
    study = Study.begin(shell).locked()
    study.replace("runs.jsonl", WORSE, BETTER)

    ran = study.check()

    assert ran.code == 1
    assert "ours  50.0% != 75.0%" in ran.out
    assert (
        "::error file=claims.toml,line=9,title=1/ours/F1 (locked)%3A not reproduced::"
        "printed: 50.0%25%0Acomputed: 0.75"
        "%0Abecause: moved from 0.5 to 0.75: data changed: 1 sample changed: s3 (+0.25)%0A"
    ) in ran.err
    assert "1/ours/n: the data changed, and the number did not (1 sample changed: s3)" in ran.out


def test_a_changed_option_is_named_with_its_effect(shell: Shell) -> None:
    study = Study.begin(shell).locked()
    study.replace("claims.toml", MICRO, MACRO)

    ran = study.check()

    # F1 of each sample: 2/3, 2/3, 0, and 1 for nothing on either side: their mean is 7/12.
    assert ran.code == 1
    assert (
        "moved from 0.5 to 0.583333: definition changed: "
        "average micro -> macro[sample] (+0.083333)" in ran.err
    )
    assert "options: average: micro -> macro[sample]\n" in ran.err.replace("%0A", "\n")


def test_both_at_once_are_told_apart(shell: Shell) -> None:
    study = Study.begin(shell).locked()
    study.replace("runs.jsonl", WORSE, BETTER)
    study.replace("claims.toml", MICRO, MACRO)

    ran = study.check()

    # The mean of 2/3, 2/3, 1 and 1 is 5/6.
    assert ran.code == 1
    assert (
        "moved from 0.5 to 0.833333: data changed: 1 sample changed: s3 (+0.25); "
        "definition changed: average micro -> macro[sample] (+0.083333)" in ran.err
    )
    apart = ran.out[ran.out.index("Data and definition apart") :]
    assert ["1/ours/F1", "+0.25", "+0.083333", "0", "+0.333333"] in [
        line.split() for line in apart.splitlines()
    ]


def test_a_new_lock_alone_does_not_make_a_stale_claim_true(shell: Shell) -> None:
    study = Study.begin(shell).locked()
    study.replace("runs.jsonl", WORSE, BETTER)
    before = shell.read("claims.toml")

    assert study.check().code == 1
    study.locked()
    ran = study.check()

    assert shell.read("claims.toml") == before
    assert ran.code == 1
    assert "title=1/ours/F1%3A not reproduced" in ran.err
    assert "(locked)" not in ran.err


def test_with_the_claim_corrected_and_another_lock_it_is_green(shell: Shell) -> None:
    study = Study.begin(shell).locked()
    study.replace("runs.jsonl", WORSE, BETTER)
    study.replace("claims.toml", "F1 = 50.0", "F1 = 75.0")

    # The claim holds; that it moved is still to be looked at, and locked.
    assert study.check().code == 1
    study.locked()

    ran = study.check()
    assert (ran.code, ran.err) == (0, "")
