"""Every command that sniff prints for the example files can be pasted and runs."""

import shlex
from pathlib import Path

import pytest

from measurand.edges.cli.sniff import recognised
from measurand.edges.engines.counting import Notes
from measurand.edges.report import render
from measurand.edges.report.document import Prose
from tests.cli.running import RUNS, Shell

ROOT = Path(__file__).resolve().parents[2]
PLACE = Path("docs/examples")
KEPT = {".jsonl", ".json", ".csv", ".md", ".tex", ".toml", ".conll", ".txt", ".xml", ".ann"}
FILES = sorted(
    str(path.relative_to(ROOT))
    for path in (ROOT / PLACE).rglob("*")
    if path.is_file() and path.suffix in {*KEPT, ".parquet", ".arrow"}
)


@pytest.fixture
def beside_docs(shell: Shell) -> Shell:
    """Stand in a folder from which the examples have the paths that they have in the docs."""
    (shell.folder / "docs").symlink_to(ROOT / "docs")
    return shell


SHORT = {
    "prove": ("--steps", "500", "--nodes", "20"),
    "lock": ("-o", "out.lock.json"),
    "judge": ("--replicates", "200"),
}


@pytest.mark.parametrize("file", FILES)
def test_every_command_that_is_printed_runs(beside_docs: Shell, file: str) -> None:
    for step in recognised(Path(file)).supports:
        tool, *words = shlex.split(step.command)
        more = ("--replicates", "200") if "--interval" in words else SHORT.get(words[0], ())

        ran = beside_docs(*words, *more)

        assert tool == "measurand"
        assert ran.code in {0, 1, 3}, (step.command, ran.err)


def commands(file: str) -> list[str]:
    return [step.command for step in recognised(Path(file)).supports]


def test_a_second_list_of_answers_is_compared(beside_docs: Shell) -> None:
    file = "docs/examples/tickets/both.jsonl"

    assert (
        f"measurand compare {file} --answer pred --answer pred_a -d 'f(average=micro)' "
        "-d exact_match"
    ) in commands(file)
    assert beside_docs("sniff", file).code == 0


def test_a_judge_and_a_human_are_told_by_their_columns(shell: Shell) -> None:
    shell.write("a.csv", "id,my_judge,human\n1,1,\n2,0,1\n")

    assert commands("a.csv") == ["measurand judge a.csv --judge my_judge --human human"]


def test_a_judge_that_speaks_in_words_is_offered_with_their_meaning(shell: Shell) -> None:
    shell.write("a.csv", "Nr.;LLM verdict;Human ok?\nq1;yes;\nq2;no;No\nq3;yes;Yes\n")

    [offered] = commands("a.csv")
    assert offered == (
        "measurand judge a.csv --judge 'LLM verdict' --human 'Human ok?' --field 'id=[\"Nr.\"]' "
        "--word yes=1 --word no=0 --word No=0 --word Yes=1"
    )
    assert shell(*shlex.split(offered)[1:]).code == 0


def test_a_judge_without_ids_is_not_offered(shell: Shell) -> None:
    shell.write("a.csv", "judge,human\n1,1\n1,\n0,0\n")

    assert commands("a.csv") == []


def test_columns_of_the_same_labels_are_raters(shell: Shell) -> None:
    shell.write("a.csv", "id,ann,bob\n1,x,y\n2,y,y\n3,x,x\n")

    assert commands("a.csv") == [
        "measurand score a.csv --items ratings --field gold=ann+bob -d krippendorff_alpha"
    ]


@pytest.mark.parametrize(
    "heads",
    [
        ("label", "prediction"),
        ("y_true", "y_pred"),
        ("gold_label", "model_response"),
        ("Gold Label", "Predicted Label"),
        ("GOLD", "predicted-label"),
    ],
)
@pytest.mark.parametrize("parted", [",", ";"])
def test_columns_that_are_called_as_sides_often_are_are_scored_if_they_are(
    shell: Shell, heads: tuple[str, str], parted: str
) -> None:
    gold, said = heads
    text = f"id,{gold},{said}\n1,spam,spam\n2,ham,spam\n3,ham,ham\n"
    shell.write("a.csv", text.replace(",", parted))

    [command] = commands("a.csv")
    _, *words = shlex.split(command)

    assert {f"gold={gold}", f"pred={said}"} <= set(words)
    assert "Looked at 3 records (all of it)." in shell("sniff", "a.csv").out
    assert "0.666667" in shell(*words).out


@pytest.mark.parametrize(
    "text",
    [
        "id,label,label_b,prediction\n1,a,a,a\n2,b,b,a\n",
        "id,label,prediction\n1,a,\n2,b,a\n",
        "label,prediction\na,a\nb,a\n",
    ],
)
def test_columns_of_which_it_is_not_clear_are_not_called_sides(shell: Shell, text: str) -> None:
    shell.write("a.csv", text)

    assert [one for one in commands("a.csv") if "--field gold=label " in one] == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n\n",
        b"\xff\xfe\x00",
        b"{" * 5000,
        b'{"id": "1", "gold": ' + b"[" * 5000,
        b"id,label,prediction\n" + b"1," * 400 + b"\n",
        b"| a | b |\n|---|---|\n" + b"| x | 1e99999 |\n" * 40,
        b"judge,human\n" + b"1e99999999,1\n" * 40,
        b'{"id": "1", "gold": ["$(touch x)"], "pred": ["`touch x`"]}\n',
        b"id,`touch x`,$(touch x)\n1,a,b\n2,b,a\n",
        b"label,\x1b[31mprediction\n1,2\n",
    ],
    ids=str,
)
@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.md", "a.toml", "a.tex", "a.json"])
def test_hostile_files_end_in_an_answer_or_in_faults(
    shell: Shell, name: str, content: bytes
) -> None:
    shell.write(name, content)

    ran = shell("sniff", name)

    assert ran.code in {0, 2}
    assert "unforeseen" not in ran.err
    assert "\x1b" not in ran.out
    for command in commands(name):
        words = shlex.split(command)
        assert words[0] == "measurand"
        again = shell(*words[1:], *SHORT.get(words[1], ()))
        assert again.code in {0, 1, 3}, (command, again.err)
    assert not (shell.folder / "x").exists()


def test_a_format_of_its_own_says_what_it_needs(beside_docs: Shell) -> None:
    ran = beside_docs("sniff", "docs/examples/formats/trec/run.txt")

    assert "name the file of judgements, and this one by --predictions" in ran.out.partition(
        "What would unlock more"
    )[2].replace("\n", " ")


def test_a_name_with_a_space_is_quoted(shell: Shell) -> None:
    shell.write("my runs.jsonl", RUNS)

    assert all("'my runs.jsonl'" in command for command in commands("my runs.jsonl"))


def test_a_key_that_is_called_otherwise_is_in_the_command(shell: Shell) -> None:
    shell.write("a.jsonl", b'{"id": 1, "target": ["a"], "output": []}\n')

    assert "--field gold=target --field pred=output" in commands("a.jsonl")[0]


def test_a_table_is_recognised_by_a_head_that_names_a_metric(shell: Shell) -> None:
    shell.write("a.csv", "system,P,R,F1\nours,50.0,50.0,50.0\n")

    assert commands("a.csv")[0] == "measurand lint a.csv"
    assert shell("sniff", "a.csv").code == 0


def test_one_side_alone_supports_nothing_and_the_other_side_is_asked_for(shell: Shell) -> None:
    shell.write("a.jsonl", b'{"id": 1, "gold": ["a"]}\n{"id": 2, "gold": ["a"]}\n')

    ran = shell("sniff", "a.jsonl")

    assert (ran.code, commands("a.jsonl")) == (2, [])
    assert "--predictions FILE" in ran.out


def test_a_claims_file_with_faults_exits_with_2_and_names_them(shell: Shell) -> None:
    shell.write("claims.toml", "schema = 1\ntabel = 3\n")

    ran = shell("sniff", "claims.toml")

    assert ran.code == 2
    assert "tabel" in ran.out


def test_a_file_without_groups_is_asked_for_them(shell: Shell) -> None:
    shell.write("runs.jsonl", RUNS)

    assert "--by, --cluster" in [one.what for one in recognised(Path("runs.jsonl")).unlocks]


def code_of(*lines: str) -> tuple[Prose]:
    return (Prose(lines, code=True),)


def test_a_command_is_never_folded() -> None:
    line = "measurand score " + "x " * 200

    assert render(code_of(line), "text").splitlines() == [line]


def test_a_fence_is_longer_than_the_backticks_in_a_command() -> None:
    text = render(code_of("a ``` b"), "md")

    assert text == "````\na ``` b\n````\n"


def test_a_command_in_latex_is_escaped() -> None:
    assert "\\texttt{a\\_b \\textbackslash{}x}" in render(code_of("a_b \\x"), "latex")


def test_a_first_look_at_many_records_does_not_say_that_it_saw_all(shell: Shell) -> None:
    shell.write("a.csv", "id,label,prediction\n" + "".join(f"{n},a,a\n" for n in range(1500)))

    said = shell("sniff", "a.csv").out

    assert "(its start)" in said
    assert "(all of it)" not in said


def test_ids_that_come_again_behind_the_look_are_joined_with_what_sets_them_apart(
    shell: Shell,
) -> None:
    rows = [(run, at) for run in "ab" for at in range(1500)]
    shell.write("a.csv", "id,run,gold,pred\n" + "".join(f"{at},{run},x,x\n" for run, at in rows))

    first = commands("a.csv")[0]

    assert "--field id=run+id" in first
    assert shell(*shlex.split(first)[1:]).code == 0
    assert "id comes again further on" in shell("sniff", "a.csv").out


def test_what_a_late_record_is_wrong_with_is_said(shell: Shell) -> None:
    rows = "".join(f"{at},1,1\n" for at in range(1100))
    shell.write("a.csv", f"id,judge,human\n{rows}1100,maybe,1\n")

    assert commands("a.csv") == []
    assert "a.csv:1102" in shell("sniff", "a.csv").out


@pytest.mark.parametrize("key", ["question_id", "ticket_id"])
def test_a_key_that_ends_as_ids_do_and_differs_is_the_id(shell: Shell, key: str) -> None:
    shell.write("a.jsonl", f'{{"{key}": 1, "run_id": 7, "gold": ["a"], "pred": ["a"]}}\n' * 1)

    assert f"--field id={key}" not in " ".join(commands("a.jsonl"))  # both differ in one record

    lines = (f'{{"{key}": {at}, "run_id": 7, "gold": ["a"], "pred": []}}\n' for at in range(3))
    shell.write("a.jsonl", "".join(lines))
    assert f"--field id={key}" in commands("a.jsonl")[0]


def test_a_first_line_that_is_too_long_is_said_to_be_so(shell: Shell) -> None:
    text = "y" * (8 * 2**20)
    shell.write("a.jsonl", f'{{"id": "a", "gold": "{text}", "pred": "y"}}\n{{"id": "b"}}\n')

    looked, scored = shell("sniff", "a.jsonl"), shell("score", "a.jsonl", "-d", "accuracy")

    assert "expected a first line of at most 8388608 bytes" in looked.out
    assert "a.jsonl:1: expected a line of at most 8388608 bytes" in scored.err


def test_a_long_line_that_is_a_document_is_none_of_many(shell: Shell) -> None:
    more = "x" * 2**21
    rows = (
        f'[{{"id": 1, "gold": ["a"], "pred": ["a"]}}, {{"id": 2, "gold": ["{more}"], "pred": []}}]'
    )
    shell.write("a.json", f'{{"id": "run", "data": {rows}}}\n')

    ran = shell("score", "a.json", "--records", "data", "-d", "f(average=micro)")

    assert (ran.code, ran.err) == (0, "")


def test_gold_and_predictions_of_two_files_are_looked_at_together(shell: Shell) -> None:
    shell.write("gold.csv", "ticket,kind\n1,bug\n2,bill\n")
    shell.write("said.csv", "ticket,answer\n2,bill\n1,bill\n")

    ran = shell("sniff", "gold.csv", "--predictions", "said.csv")
    [scored, _] = [line for line in ran.out.splitlines() if line.startswith("measurand score")]

    assert "1: gold bug | predicted bill" in ran.out
    assert "--predictions said.csv" in scored
    written = shell(*shlex.split(scored)[1:], "--format", "csv")
    assert ",0.5,1/2," in written.out


def test_two_files_that_share_no_id_are_said_to_share_none(shell: Shell) -> None:
    shell.write("gold.csv", "ticket,kind\n1,bug\n2,bill\n")
    shell.write("said.csv", "n,answer\n2,bill\n1,bill\n")

    ran = shell("sniff", "gold.csv", "--predictions", "said.csv")

    assert ran.code == 2
    assert "none is an id of both" in ran.out


def test_answers_of_several_systems_are_scored_each_by_itself(shell: Shell) -> None:
    rows = [(one, at) for one in ("alpha", "beta") for at in range(3)]
    shell.write("a.csv", "id,gold,system,pred\n" + "".join(f"{at},x,{s},x\n" for s, at in rows))

    by_system, compared, alone, *_ = commands("a.csv")

    assert "--field groups.system=system" in by_system
    assert by_system.endswith("--by system")
    assert "compare a.csv --system system=alpha --system system=beta" in compared
    assert "--where system=alpha" in alone
    assert "id=system+id" not in alone


def test_columns_behind_which_more_systems_may_come_are_not_pooled(shell: Shell) -> None:
    rows = "".join(f"{at},x,{at // 1500},x\n" for at in range(3000))
    shell.write("a.csv", "id,gold,model,pred\n" + rows)

    assert all("--by model" in one for one in commands("a.csv"))


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (200, "Looked at 200 records (all of it)."),
        (999, "Looked at 999 records (all of it)."),
        (1000, "Looked at 999 records (its start)."),
    ],
)
def test_how_far_a_table_without_predictions_was_looked_at_is_said(
    shell: Shell, rows: int, said: str
) -> None:
    shell.write("a.csv", "id,gold\n" + "".join(f"{at},x\n" for at in range(rows)))

    assert said in shell("sniff", "a.csv").out


def test_a_trial_ends_at_the_first_fault(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    # 30,000 rows with ids that come again were read to their end for each way to join them.
    rows = "".join(f"{at % 997},{at % 2},{at % 3},x,y\n" for at in range(30_000))
    shell.write("a.csv", "id,lang,kind,gold,pred\n" + rows)
    read: list[int] = []
    plain = Notes.note

    def counted(notes: Notes, event: object) -> None:
        read.append(1)
        plain(notes, event)

    monkeypatch.setattr(Notes, "note", counted)
    recognised(Path("a.csv"))

    assert len(read) < 20_000
