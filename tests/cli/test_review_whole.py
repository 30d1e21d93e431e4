"""What a reader of the results must not be led to believe: parts taken for the whole."""

import json
from pathlib import Path

import pytest

from tests.cli.reviewing import PAGE, RESULT, RESULTS, RUN, TABLE, card, lines, output, said
from tests.cli.running import Shell

FILE = f"{RUN}.jsonl"
CLAIMS = """\
schema = 1

[data.cards]
path = "{file}"
format = "scorecards"
{where}

[[table]]
name = "1"
data = "cards"

[table.columns.f1]
definition = "f(unit=term+polarity,gold=gold_tuples,answer=final_tuples,missing=empty)"

[[table.rows]]
label = "a"
cells = {{ f1 = 0.5 }}
"""


@pytest.mark.parametrize("where", ["", f'where = {{ run_id = "{RUN}" }}'])
def test_a_missing_answer_is_empty_on_every_road(shell: Shell, where: str) -> None:
    silent = card(2, {RESULT: {}})
    shell.write(FILE, lines([card(1), silent]))
    shell.write("claims.toml", CLAIMS.format(file=FILE, where=where))

    ran = shell("check", "claims.toml", "--format", "json")

    [cell] = ran.cells()
    assert ran.code == 0
    assert "'scored': 2" in str(cell["denominators"])


def test_a_plain_definition_names_no_list_of_a_scorecard(shell: Shell) -> None:
    shell.write(FILE, lines([card(1)]))
    claims = CLAIMS.format(file=FILE, where="")
    shell.write("claims.toml", claims.replace("gold=gold_tuples,answer=final_tuples,", ""))

    ran = shell("check", "claims.toml")

    assert ran.code == 2
    assert "a scorecard has no 'gold': known are gold_tuples" in ran.err


@pytest.mark.parametrize("turned", [False, True])
def test_a_number_too_long_is_a_fault_wherever_it_stands(shell: Shell, *, turned: bool) -> None:
    good = json.dumps({**card(1), "zz": 1}).encode()
    long = json.dumps(card(2)).encode().replace(b'{"run_id"', b'{"zz": %s, "run_id"', 1)
    rows = [good, long % (b"1" * 5000)]
    shell.write(FILE, b"\n".join(reversed(rows) if turned else rows) + b"\n")

    ran = shell("review", "aggregate", FILE)

    assert ran.code == 2


@pytest.mark.parametrize("turned", [False, True])
def test_a_line_nested_too_deep_is_a_fault_wherever_it_stands(
    shell: Shell, *, turned: bool
) -> None:
    good = json.dumps({**card(1), "zz": 1}).encode()
    deep = json.dumps(card(2)).encode().replace(b'{"run_id"', b'{"zz": %s1%s, "run_id"', 1)
    rows = [good, deep % (b"[" * 250, b"]" * 250)]
    shell.write(FILE, b"\n".join(reversed(rows) if turned else rows) + b"\n")

    ran = shell("review", "aggregate", FILE)

    assert ran.code == 2


def test_score_does_not_write_over_what_it_reads(shell: Shell) -> None:
    content = lines([output(1)])
    (shell.folder / RESULTS).mkdir(parents=True)
    shell.write(f"{RESULTS}/scorecards.jsonl", content)

    ran = shell("review", "score", f"{RESULTS}/scorecards.jsonl")

    assert ran.code == 2
    assert ran.err == (
        f"--out: expected another file, got {RESULTS}/scorecards.jsonl, the file of FILE\n"
    )
    assert (shell.folder / RESULTS / "scorecards.jsonl").read_bytes() == content


def test_a_scorecard_is_not_scored_again(shell: Shell) -> None:
    shell.write(FILE, lines([card(1)]))

    ran = shell("review", "score", FILE)

    assert ran.code == 2
    assert "expected an output, got a scorecard" in ran.err


def test_every_bad_file_is_told_and_no_good_one_written(shell: Shell) -> None:
    shell.write("a__seed1_proposed.jsonl", lines([output(1)]))
    shell.write("b__seed1_proposed.jsonl", b"{\n")
    shell.write("c__seed1_proposed.jsonl", b"[\n")

    ran = shell("review", "score", *(f"{name}__seed1_proposed.jsonl" for name in "abc"))

    assert ran.code == 2
    assert [line[:1] for line in ran.err.splitlines()] == ["b", "c"]
    assert not (shell.folder / "results").exists()


def test_a_filter_is_told_on_the_page_and_in_the_table(shell: Shell) -> None:
    shell.write(FILE, lines([card(1), card(2)]))
    where = ("--where", "meta.text_id=d1")

    shell("review", "report", FILE, *where)
    shell("review", "aggregate", FILE, *where)

    for path in (PAGE, TABLE):
        text = (shell.folder / path).read_text(encoding="utf-8").replace("\\", "")
        assert "rows with meta.text_id=d1 alone" in text, path


def test_skipped_lines_are_told_on_the_page(shell: Shell) -> None:
    shell.write(FILE, lines([card(1)]) + b"{\n")

    shell("review", "report", FILE, "--on-error", "skip")

    assert "1 bad line was skipped" in (shell.folder / PAGE).read_text(encoding="utf-8")


def test_without_gold_no_change_is_shared_out(shell: Shell) -> None:
    shell.write(FILE, lines([card(1, {"inputs": {}})]))

    shell("review", "report", FILE)

    page = (shell.folder / PAGE).read_text(encoding="utf-8")
    assert "Not shared out: no sample has both stages and gold, or one has too many edits." in page
    assert "+0.0000" not in page


def test_a_change_of_very_many_edits_is_not_shared_out(shell: Shell) -> None:
    many = {
        f"{RESULT}.stage1_tuples": [said(f"a{n}", "positive") for n in range(80)],
        f"{RESULT}.final_tuples": [said(f"b{n}", "positive") for n in range(80)],
        "inputs.gold_tuples": [said(f"{x}{n}", "positive") for x in "ab" for n in range(40)],
    }
    shell.write(FILE, lines([card(1, many)]))

    assert shell("review", "report", FILE).code == 0


def test_the_samples_of_the_docs_are_all_listed(shell: Shell, tmp_path: Path) -> None:
    shell.write(FILE, lines(card(number) for number in range(1, 9)))

    shell("review", "report", FILE, "--out", str(tmp_path))

    page = (tmp_path / PAGE).read_text(encoding="utf-8")
    assert all(f">d{number}<" in page for number in range(1, 9))
