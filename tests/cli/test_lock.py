"""`measurand lock`: what is written, what is kept of samples, what is refused."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from tests.cli.locking import CLAIMS, LOCK, RUNS, Study
from tests.cli.running import Shell

CLASSES = CLAIMS.replace("average=micro", "class=item,average=macro[class]")


def tree(shell: Shell, name: str = LOCK) -> dict[str, dict[str, dict[str, object]]]:
    found = json.loads(shell.read(name))
    assert isinstance(found, dict)
    return found


def rows(shell: Shell) -> list[object]:
    """List the samples that are kept."""
    [held] = tree(shell)["evidence"].values()
    kept = held["samples"]
    return kept if isinstance(kept, list) else []


def test_the_lock_stands_beside_the_claims_file_and_says_what_it_holds(shell: Shell) -> None:
    ran = Study.begin(shell).lock()

    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "claims.lock.json: 2 numbers are locked, on 1 source; samples: 4 kept by their ids. "
        "14 statements of the claims file.\n"
    )
    assert shell.names() == {"claims.toml", "runs.jsonl", LOCK}


def test_every_number_has_its_value_definition_evidence_and_denominators(shell: Shell) -> None:
    Study.begin(shell).locked()

    found = tree(shell)["numbers"]["1/ours/F1"]

    assert found["value"] == "1/2"
    assert found["printed"] == "50.0%"
    assert str(found["definition"]).startswith("f/1(beta=1,unit=whole,")
    assert found["evidence"] in tree(shell)["evidence"]
    assert found["denominators"] == {
        "read": 4,
        "dropped": 0,
        "skipped": 0,
        "scored": 4,
        "excluded": {},
        "units": 1,
        "left_out": 0,
    }
    assert rows(shell) == [["s1", "1,1,2"], ["s2", "1,2,1"], ["s3", "0,1,1"], ["s4", "-"]]


def test_two_locks_of_the_same_are_the_same_bytes_in_any_order_and_any_folder(
    shell: Shell, tmp_path: Path
) -> None:
    Study.begin(shell).locked()
    first = shell.read(LOCK)
    inner = tmp_path / "inner"
    inner.mkdir()
    for name in ("claims.toml", "runs.jsonl"):
        (inner / name).write_bytes(shell.read(name))

    assert shell("lock", str(inner / "claims.toml")).code == 0
    assert (inner / LOCK).read_bytes() == first
    assert str(tmp_path).encode() not in first

    lines = RUNS.splitlines(keepends=True)
    shell.write("runs.jsonl", "".join(reversed(lines)))
    Study(shell).locked("-o", "again.json")
    again = tree(shell, "again.json")
    assert again["evidence"] == tree(shell)["evidence"]
    assert again["numbers"] == tree(shell)["numbers"]


def test_no_text_of_a_sample_is_kept_and_classes_are_digests(shell: Shell) -> None:
    Study.begin(shell, claims=CLASSES).locked()

    kept = shell.read(LOCK)

    assert b"#" in kept
    assert not [word for word in (b"soup", b"rice", b"tea", b"milk", b"cake") if word in kept]


def test_the_classes_that_moved_a_number_are_still_told_apart(shell: Shell) -> None:
    study = Study.begin(shell, claims=CLASSES).locked()
    study.replace("runs.jsonl", '["cake"]', '["bread"]')

    ran = study.check()

    # F1 of soup, rice, tea, milk, bread, cake: 1, 0, 1, 0, 0, 0; then bread is 1 and cake is gone.
    assert ran.code == 1
    assert "moved from 0.333333 to 0.6: data changed: 1 sample changed: s3 (+0.266667)" in ran.err


def test_ids_can_be_hashed_and_the_samples_that_are_still_there_are_named(shell: Shell) -> None:
    study = Study.begin(shell).locked("--hash-ids")
    study.replace("runs.jsonl", '["cake"]', '["bread"]')
    study.replace("runs.jsonl", '{"id": "s1", "gold": ["soup", "rice"], "pred": ["soup"]}\n', "")

    ran = study.check()

    assert b'"s1"' not in shell.read(LOCK)
    assert ran.code == 1
    assert "1 sample changed: s3; 1 sample removed: #" in ran.out


@pytest.mark.parametrize(("most", "kept"), [("none", 0), ("3", 0), ("4", 4), ("all", 4)])
def test_beyond_a_number_of_samples_only_a_digest_is_kept(
    shell: Shell, most: str, kept: int
) -> None:
    study = Study.begin(shell).locked("--samples", most)
    assert len(rows(shell)) == kept
    study.replace("runs.jsonl", '["cake"]', '["bread"]')

    ran = study.check()

    named = "1 sample changed: s3" if kept else "which samples is not known"
    assert ran.code == 1
    assert f"data changed: {named}" in ran.err


def test_the_number_of_samples_is_that_of_all_that_is_observed(shell: Shell) -> None:
    # Two columns that observe the same four samples differently.
    claims = CLAIMS.replace("f(average=micro)", "f(average=micro,match=multiset)")
    study = Study.begin(shell, claims=claims)

    ran = study.lock("--samples", "7")
    kept = [one["samples"] is not None for one in tree(shell)["evidence"].values()]

    assert sorted(kept) == [False, True]
    assert "samples: 4 kept by their ids, 4 as one digest" in ran.out
    assert "samples: 8 kept by their ids." in study.lock("--samples", "8").out


@pytest.mark.parametrize("most", ["some", "-1", "", "1.5", "²"])
def test_another_number_of_samples_is_a_usage_error(shell: Shell, most: str) -> None:
    ran = Study.begin(shell).lock(f"--samples={most}")

    assert ran.code == 2
    assert "all, none or a number" in ran.err


@pytest.mark.parametrize("name", ["claims.toml", "runs.jsonl"])
def test_what_is_read_is_not_written_over(shell: Shell, name: str) -> None:
    ran = Study.begin(shell).lock("-o", name)

    assert ran.code == 2
    assert f"expected another file, got {name}, the file of" in ran.err
    assert shell.read("runs.jsonl").decode() == RUNS


def test_a_file_that_is_no_lock_is_not_written_over(shell: Shell) -> None:
    shell.write("thesis.tex", "years of work")

    ran = Study.begin(shell).lock("-o", "thesis.tex")

    assert ran.code == 2
    assert ran.err == (
        "thesis.tex: expected a lock, or no file, got a file that is no lock: "
        "it would be lost: name another file\n"
    )
    assert shell.read("thesis.tex") == b"years of work"


def test_faulty_data_lock_nothing(shell: Shell) -> None:
    ran = Study.begin(shell, runs=RUNS + "{}\n").lock()

    assert ran.code == 2
    assert "runs.jsonl:5" in ran.err
    assert LOCK not in shell.names()


def test_a_column_of_unknown_definition_is_no_number_but_what_is_said_of_it_is_locked(
    shell: Shell,
) -> None:
    unknown = CLAIMS.replace('"f(average=micro)"', '"unknown", metric = "f"').replace(", n = 4", "")

    ran = Study.begin(shell, claims=unknown).lock()

    assert ran.code == 3
    assert "0 numbers are locked" in ran.out
    assert "no number is frozen: say the definitions that are unknown" in ran.err


def test_a_lock_of_nothing_is_not_green(shell: Shell) -> None:
    study = Study.begin(shell, claims="schema = 1\n")

    ran = study.lock()

    assert ran.code == 3
    assert "0 numbers are locked" in ran.out
    assert study.check().code == 3


def test_a_new_number_is_undecided_until_it_is_locked(shell: Shell) -> None:
    study = Study.begin(shell, claims=CLAIMS.replace(", n = 4", "")).locked()
    shell.write("claims.toml", CLAIMS)

    ran = study.check()

    assert ran.code == 3
    assert "1/ours/n" in ran.out
    assert "it is claimed, and not locked yet" in ran.out


def test_a_number_that_is_claimed_no_more_is_a_finding(shell: Shell) -> None:
    study = Study.begin(shell).locked()
    shell.write("claims.toml", CLAIMS.replace(", n = 4", ""))

    ran = study.check()

    assert ran.code == 1
    assert "it is locked, and not claimed any more" in ran.out
    assert "tables[1].rows[ours].cells[n]: vanished" in ran.err


def test_numbers_of_other_tables_are_passed_over(shell: Shell) -> None:
    second = CLAIMS[CLAIMS.index("[[table]]") :].replace('name = "1"', 'name = "2"')
    study = Study.begin(shell, claims=CLAIMS + second).locked()

    ran = study.check("--table", "2")

    assert ran.code == 0
    assert "2 numbers held against the lock" in ran.out


def test_a_printed_number_that_was_edited_is_found(shell: Shell) -> None:
    study = Study.begin(shell).locked()
    study.replace("claims.toml", "F1 = 50.0", "F1 = 51.0")

    ran = study.check()

    assert ran.code == 1
    assert "still 0.5; printed number changed: 50.0% -> 51.0%" in ran.err.replace("%25", "%")


def test_records_that_are_skipped_leave_a_move_undecided(shell: Shell) -> None:
    study = Study.begin(shell).locked()
    study.replace("runs.jsonl", '{"id": "s3"', '{"di": "s3"')

    ran = study.check("--on-error", "skip")

    assert ran.code == 3
    assert "1 faulty record was skipped" in ran.out


def test_json_says_every_figure_exactly(shell: Shell) -> None:
    study = Study.begin(shell).locked()
    study.replace("runs.jsonl", '["cake"]', '["bread"]')

    lock = study.check("--format", "json").json["lock"]

    assert isinstance(lock, dict)
    [moved] = [one for one in lock["numbers"] if one["verdict"] == "refuted"]
    assert moved["id"] == "1/ours/F1"
    assert moved["by"] == {"value": "1/4", "decimal": "0.25"}
    assert moved["samples"] == [
        {"id": "s3", "change": "changed", "alone": moved["by"], "because": ""}
    ]
    assert moved["samples_together"] == {"value": "0", "decimal": "0"}


def test_a_lock_that_is_not_there_is_bad_input(shell: Shell) -> None:
    ran = Study.begin(shell).check()

    assert ran.code == 2
    assert ran.err == (
        "claims.lock.json: expected a file, got nothing of that name: run `measurand lock` first\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("measurand-lock/2", "measurand-lock/3", "a lock of the schema 'measurand-lock/2', got"),
        ('"value": "1/2"', '"value": "half"', "an exact number such as 19/30, got 'half'"),
        ('"value": "1/2"', '"value": "1/0"', "an exact number such as 19/30, got '1/0'"),
        ('"value": "1/2"', '"value": 0.5', 'numbers."1/ours/F1".value: expected a text, got'),
        ('["s1", "1,1,2"]', '["s1", "1,2,2"]', "got samples that have another digest"),
        ('["s1", "1,1,2"]', '["s1"]', "a sample as a list of its id, what was observed"),
        ('"samples": [', '"samples": 3, "samples": [', "every key once, got twice 'samples'"),
        ('"sample_ids": "plain"', '"sample_ids": "none"', "one of plain, digests, got 'none'"),
        ('"count": 4', '"count": "4"', "a whole number, got '4'"),
        ("}\n", "", "the rest of a JSON value"),
    ],
)
def test_a_lock_that_is_broken_says_where(shell: Shell, old: str, new: str, told: str) -> None:
    study = Study.begin(shell).locked()
    text = shell.read(LOCK).decode()
    at = text.rindex(old)
    shell.write(LOCK, text[:at] + new + text[at + len(old) :])

    ran = study.check()

    assert ran.code == 2
    assert told in ran.err
    assert ran.err.startswith(LOCK)


MORE = """\
[[table]]
name = "2"
computed = false
columns = { P = { role = "precision" }, R = { role = "recall" }, F = { role = "f" } }
rows = [{ label = "q", cells = { P = 0.50, R = 0.50, F = 0.50 } }]
[[claim]]
id = "rel"
left = "1/ours/F1"
is = "greater"
right = 40.0
unit = "%"
[[claim]]
id = "hits"
value = 2
data = "runs"
definition = "total(of=hits)"
tolerance = { value = 1, reason = "seeds" }
[[claim]]
id = "half"
says = "about half"
left = "1/ours/n"
right = 8
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("P = 0.50,", "P = 0.40,", "tables[2].rows[q].cells[P]: changed: 0.50 -> 0.40"),
        ('is = "greater"', 'is = "equal"', "claims[rel].relation: changed: greater -> equal"),
        ("right = 40.0", "right = 30.0", "claims[rel].right: changed: 40.0% -> 30.0%"),
        ("about half", "half", "claims[half].says: changed: about half -> half"),
        ("value = 1,", "value = 2,", "claims[hits].tolerance.value: weakened: 1 -> 2"),
        ('"recall"', '"precision"', "tables[2].columns[R].role: changed: recall -> precision"),
        (", F = 0.50", "", "tables[2].rows[q].cells[F]: vanished"),
        ('name = "2"\n', 'name = "2"\nrules = false\n', "tables[2].rules: weakened"),
        (
            '"total(of=hits)"\n',
            '"total(of=hits)"\nexpect = { mismatch = "v1", review = 2100-01-01 }\n',
            "claims[hits].expect: weakened: not said -> Expectation",
        ),
        (MORE[MORE.index('[[claim]]\nid = "half"') :], "", "claims[half]: vanished"),
        (MORE[: MORE.index("[[claim]]")], "", "tables[2]: vanished"),
        (
            'path = "runs.jsonl"\n',
            'path = "runs.jsonl"\nwhere = { id = ["s1", "s2", "s3", "s4"] }\n',
            "sources[runs].where[id]: changed: not said ->",
        ),
    ],
)
def test_what_the_file_says_otherwise_or_no_more_is_a_finding(
    shell: Shell, old: str, new: str, told: str
) -> None:
    study = Study.begin(shell, claims=CLAIMS + MORE).locked()
    assert study.check().code == 0
    study.replace("claims.toml", old, new)

    ran = study.check("--today", "2027-01-01")

    assert ran.code == 1
    assert told in ran.err.replace("%25", "%")
    assert "The claims file against the lock" in ran.out


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('tolerance = { value = 1, reason = "seeds" }\n', "", "claims[hits].tolerance stricter"),
        ("value = 1,", "value = 0.5,", "claims[hits].tolerance.value stricter, a note"),
        ('"seeds"', '"other seeds"', "claims[hits].tolerance.reason other words, a note"),
        ("schema = 1\n", 'schema = 1\ntitle = "T"\n', "title other words, a note"),
        (", F = 0.50", ', F = 0.50 } }, { label = "s", cells = { P = 0.1', "added, a note"),
    ],
)
def test_what_is_stricter_or_added_is_a_note(shell: Shell, old: str, new: str, told: str) -> None:
    study = Study.begin(shell, claims=CLAIMS + MORE).locked()
    study.replace("claims.toml", old, new)

    ran = study.check()

    assert ran.code == 0
    assert told in " ".join(ran.out.split())


def test_comments_and_order_are_no_statement(shell: Shell) -> None:
    study = Study.begin(shell, claims=CLAIMS + MORE).locked()
    tables, half = MORE.index("[[claim]]"), MORE.index('[[claim]]\nid = "half"')
    turned = MORE[half:] + MORE[tables:half] + "# of the second paper\n" + MORE[:tables]
    shell.write("claims.toml", CLAIMS + turned)

    ran = study.check()

    assert ran.code == 0
    assert "all as locked." in ran.out


def test_a_lock_of_an_older_release_is_read_and_says_what_it_does_not_hold(shell: Shell) -> None:
    study = Study.begin(shell).locked()
    text = shell.read(LOCK).decode()
    old = text[: text.index(',\n "claims": {')] + "\n}\n"
    old = old.replace("measurand-lock/2", "measurand-lock/1").replace(
        '"skipped": 0\n', '"skipped": 0,\n   "settings": {}\n'
    )
    shell.write(LOCK, old)

    ran = study.check()
    lenient = study.check("--undecided", "ok")
    shell.write("runs.jsonl", RUNS.replace('["cake"]', '["bread"]'))
    moved = study.check()

    assert (ran.code, lenient.code, moved.code) == (3, 3, 1)
    assert "2 numbers held against the lock: 2 as locked" in ran.out
    assert "does not hold what the claims file said: lock again" in ran.err
    assert "1 sample changed: s3" in moved.out


OTHERS = RUNS.replace('"s3"', '"s9"')
SWAPPED = RUNS.replace('"gold"', '"x"').replace('"pred"', '"gold"').replace('"x"', '"pred"')
TEXTS = RUNS.replace("bread", "oats")


@pytest.mark.parametrize(
    ("runs", "told"),
    [
        (OTHERS, "other samples give the same number: 1 sample added: s9; 1 sample removed: s3"),
        (SWAPPED, "other samples give the same number: 2 samples changed: s1, s2"),
        (TEXTS, "source runs: its files are not those that were locked; the numbers are"),
    ],
)
def test_equal_numbers_from_other_data_are_noted(shell: Shell, runs: str, told: str) -> None:
    study = Study.begin(shell).locked()
    assert "other samples" not in study.check().out
    shell.write("runs.jsonl", runs)

    ran = study.check()

    assert ran.code == 0
    assert told in " ".join(ran.out.split())


def test_sides_that_the_claims_file_swaps_are_a_finding_though_the_number_is_the_same(
    shell: Shell,
) -> None:
    study = Study.begin(shell).locked()
    swap = 'path = "runs.jsonl"\nfields = { gold = "pred", pred = "gold" }\n'
    study.replace("claims.toml", 'path = "runs.jsonl"\n', swap)

    ran = study.check()

    assert ran.code == 1
    assert "sources[runs].fields.gold: changed: not said -> pred" in ran.err
    assert "2 samples changed: s1, s2" in ran.out


PINNED = 'path = "runs.jsonl"\n'
CHANGED = (
    "; as it is now, 1 of 2 numbers is not as locked: 1/ours/F1 (0.5 -> 0.75; "
    "1 sample changed: s3)\n"
)


def pinned(shell: Shell, *words: str) -> Study:
    """Begin a study whose claims say the digest of its data, and lock it."""
    digest = sha256(RUNS.encode()).hexdigest()
    claims = CLAIMS.replace(PINNED, f'{PINNED}sha256 = "{digest}"\n')
    return Study.begin(shell, claims=claims).locked(*words)


def test_data_of_another_digest_says_which_samples_are_others(shell: Shell) -> None:
    study = pinned(shell)
    study.replace("runs.jsonl", "cake", "bread")

    ran = study.check()
    bare = shell("check", "claims.toml")

    assert (ran.code, bare.code) == (2, 2)
    assert ran.err.startswith("runs.jsonl: expected sha256 ")
    assert ran.err.endswith(CHANGED)
    assert bare.err.endswith("or correct the digest; --locked says what moved\n")


def test_data_of_another_digest_that_move_nothing_say_so(shell: Shell) -> None:
    study = pinned(shell)
    study.replace("runs.jsonl", '"s4", "gold"', '"s4",  "gold"')

    ran = study.check()

    assert ran.code == 2
    assert ran.err.endswith("; as it is now, all 2 numbers are as locked\n")


def test_without_samples_in_the_lock_the_numbers_are_named(shell: Shell) -> None:
    study = pinned(shell, "--samples", "none")
    study.replace("runs.jsonl", "cake", "bread")

    ran = study.check()

    assert ran.code == 2
    assert "1/ours/F1 (0.5 -> 0.75; which samples is not known" in ran.err


def test_data_that_cannot_be_read_say_no_more_than_that(shell: Shell) -> None:
    study = pinned(shell)
    study.replace("runs.jsonl", '"pred": []}', "")

    ran = study.check()

    assert ran.code == 2
    assert ran.err.endswith("get that one, or correct the digest\n")
