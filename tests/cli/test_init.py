"""`measurand init`: from a table to a claims file that loads, says the same, and can be checked."""

import io
from collections.abc import Sequence
from pathlib import Path

import pytest

from measurand.auditing.claims.model import Claims
from measurand.auditing.claims.table_sheet import sheet_of as sheet_of_claims
from measurand.edges.claims.load import claims_of, load_claims
from measurand.edges.cli import fitted
from measurand.edges.cli.claims import gathered
from measurand.edges.engines.run import Run
from measurand.edges.tables.markup.reader import markup_of, tables_of
from measurand.edges.tables.sheet import sheet_of
from measurand.metrics.needs import Gathered, Need
from tests.cli.running import RUNS, Shell

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "tables"
TABLES = sorted(EXAMPLES.iterdir())
SOUND = "| system | P | R | F1 |\n|---|---|---|---|\n| ours | 50.0 | 50.0 | 50.0 |\n"


def test_there_are_examples_in_three_markups() -> None:
    assert len(TABLES) == 7
    assert {markup_of(path) for path in TABLES} == {"csv", "markdown", "latex"}


@pytest.mark.parametrize("path", TABLES, ids=[path.name for path in TABLES])
def test_an_example_becomes_claims_that_say_the_same(shell: Shell, path: Path) -> None:
    markup = markup_of(path)
    assert markup is not None
    [table] = tables_of(path.read_bytes(), markup).unwrap()
    name = table.title or "1"
    wanted = sheet_of(table, name=name, source=f"{path}:{table.line}").unwrap().sure

    ran = shell("init", str(path), "-o", "claims.toml")

    assert (ran.code, ran.out) == (0, "")
    [found] = load_claims(Path("claims.toml")).unwrap().tables
    assert sheet_of_claims(found) == wanted


@pytest.mark.parametrize("path", TABLES, ids=[path.name for path in TABLES])
def test_check_holds_what_init_wrote_to_the_rules_as_lint_does(shell: Shell, path: Path) -> None:
    shell("init", str(path), "-o", "claims.toml")

    checked, linted = shell("check", "claims.toml"), shell("lint", "claims.toml")

    assert checked.err == linted.err == ""
    assert checked.code == linted.code
    assert (linted.code == 1) == (shell("lint", str(path)).code == 1)


def test_a_doubtful_guess_is_a_comment_that_says_it_when_it_is_uncommented(shell: Shell) -> None:
    shell.write("t.md", "On N = 124 menus\n\n| x | ko | ja | Avg |\n|-|-|-|-|\n" + MEANS)
    [table] = tables_of(shell.read("t.md"), "markdown").unwrap()
    read = sheet_of(table, name="1", source="t.md:3").unwrap()

    text = shell("init", "t.md").out

    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(GUESSES):
            lines.append(line.removeprefix("# "))
        elif not (line == 'role = "value"' and lines[-1].startswith("of = ")):
            lines.append(line)
    assert sheet_of_claims(claims_of(text.encode()).unwrap().tables[0]) == read.sure
    said = claims_of("\n".join(lines).encode()).unwrap()
    assert sheet_of_claims(said.tables[0]) == read.sheet
    assert read.sheet != read.sure


GUESSES = ("# facts = ", "# role = ", "# of = ", "# [[", "# label = ", "# kind = ", "# cells = ")
MEANS = "| a | 1.0 | 2.0 | 1.5 |\n| b | 3.0 | 4.0 | 3.5 |\n| Mean | 2.0 | 3.0 | 2.5 |\n"


def test_without_a_file_the_claims_are_printed_with_comments_of_every_guess(shell: Shell) -> None:
    shell.write("t.md", SOUND.replace("| 50.0 |\n", "| < 5 |\n") + "| b | 1 | 2 | 3 |\n")

    ran = shell("init", "t.md")

    assert ran.code == 0
    assert (
        ran.out
        == """\
# Written by `measurand init` from t.md.
# Numbers stand as they are printed there. Comments say what was guessed and left out.
# Correct it, then run `measurand check` on this file.
schema = 1
title = "t.md"

# Nobody has confirmed what was guessed below: `measurand check` asks what `lint` asks
# of the tables as they are printed, and leaves open what that does. Once what stands
# below is right, delete this part: then it counts.
[unconfirmed]
file = "t.md"

[[table]]
# line 3, row 'ours', column 'F1': '< 5' is not read: a bound is no number
name = "1"
source = "t.md:1"
at = "t.md:1-4"
left = {}

[table.columns.P]
# read as precision
# numbers above 1: read as percent
role = "precision"
unit = "%"

[table.columns.R]
# read as recall
# numbers above 1: read as percent
role = "recall"
unit = "%"

[table.columns.F1]
# read as f
# numbers above 1: read as percent
role = "f"
unit = "%"

[[table.rows]]
label = "ours"
cells = { P = 50.0, R = 50.0 }

[[table.rows]]
label = "b"
cells = { P = 1, R = 2, F1 = 3 }
"""
    )


def test_a_file_that_is_there_is_kept_unless_forced(shell: Shell) -> None:
    shell.write("t.md", SOUND)
    shell.write("claims.toml", "mine")

    assert shell("init", "t.md", "-o", "claims.toml").err == (
        "claims.toml: expected a file that is not there yet, got one that is: --force overwrites"
        " it\n"
    )
    assert shell.read("claims.toml") == b"mine"
    assert shell("init", "t.md", "-o", "claims.toml", "--force").code == 0
    assert shell.read("claims.toml") != b"mine"


def test_with_data_a_check_and_an_audit_run(shell: Shell) -> None:
    shell.write("t.md", SOUND)
    shell.write("runs.jsonl", RUNS.replace(b'"id"', b'"run": "ours", "id"'))

    ran = shell("init", "t.md", "--data", "runs.jsonl", "--where", "run=run", "-o", "claims.toml")

    assert ran.code == 0
    assert ran.err.endswith("next: measurand audit claims.toml\n")
    text = shell.read("claims.toml").decode()
    assert 'where = { run = "ours" }' in text
    assert "sha256 = " in text
    assert shell("check", "claims.toml").code == 3
    audited = shell("audit", "claims.toml")
    assert audited.code == 0
    assert "fit all 3 cells" in audited.out
    assert audited.out.splitlines()[3] == "3 of 3 cells are scikit-learn's micro average."


def test_what_was_said_stands_in_the_file(shell: Shell) -> None:
    shell.write("t.csv", "system,acc,x\nours,0.5,7\nall,0.6,8\n")

    shell(
        "init",
        "t.csv",
        "-o",
        "c.toml",
        "--column",
        "acc=rate:unit=none,group=dev",
        "--row",
        "all=total",
        "--fact",
        "samples=8",
        "--fact",
        "ours:gold=2",
        "--rounding",
        "half_even",
    )

    [table] = load_claims(Path("c.toml")).unwrap().tables
    sheet = sheet_of_claims(table)
    assert sheet.columns[0].group == "dev"
    assert [row.kind.value for row in sheet.rows] == ["body", "total"]
    assert [(fact.value, number) for fact, number in sheet.facts] == [("samples", 8)]
    assert [(fact.value, number) for fact, number in sheet.rows[0].facts] == [("gold", 2)]
    assert sheet.rows[0].cells[0][1].rounding.value == "half_even"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("c.toml",),
            "c.toml: expected a table in CSV, Markdown, LaTeX or HTML, got a claims file\n",
        ),
        (
            ("t.md", "--where", "run"),
            (
                "--where: expected --data FILE, or --gold FILE with --pred ROW=FILE for each row, "
                "got no --data\n"
            ),
        ),
        (
            ("t.md", "-o", "no/c.toml"),
            "--output: expected a file in a folder that is there, got no/c.toml\n",
        ),
        (
            ("t.md", "-o", "t.md", "--force"),
            "--output: expected another file, got t.md, the file of TABLE\n",
        ),
    ],
)
def test_bad_arguments_are_told(shell: Shell, words: tuple[str, ...], said: str) -> None:
    shell.write("t.md", SOUND)
    shell.write("c.toml", "schema = 1\n")

    ran = shell("init", *words)

    assert (ran.code, ran.out, ran.err) == (2, "", said)


def test_data_that_is_not_understood_is_told(shell: Shell) -> None:
    shell.write("t.md", SOUND)
    shell.write("runs.jsonl", b'{"id": 1, "a": 1}\n' * 2)

    ran = shell("init", "t.md", "--data", "runs.jsonl")

    assert ran.code == 2
    assert "see `measurand sniff`: no key is named as gold are" in ran.err


def test_data_of_several_files_is_named_by_its_pattern_and_has_no_digest(shell: Shell) -> None:
    shell.write("t.md", SOUND)
    shell.write("a.jsonl", RUNS)

    assert shell("init", "t.md", "--data", "*.jsonl", "-o", "c.toml").code == 0
    text = shell.read("c.toml").decode()
    assert 'path = "*.jsonl"' in text
    assert "sha256" not in text


def test_data_that_is_read_once_is_refused(shell: Shell) -> None:
    shell.write("t.md", SOUND)

    ran = shell("init", "t.md", "--data", "-")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "--data: expected a file that can be read again, for the claims file names it, got -\n"
    )


def test_hostile_texts_stay_inside_their_strings_and_comments(shell: Shell) -> None:
    shell.write("t.csv", 'system,"F1\n[x]\ny = 1","a""b\\"\n"]]\x7f\x1b\n#",63.3,5\n')

    ran = shell("init", "t.csv", "-o", "c.toml")

    assert ran.code == 0
    [table] = load_claims(Path("c.toml")).unwrap().tables
    assert table.rows[0].label == "]]\x7f\x1b #"
    assert [column.name for column in table.columns] == ["F1 [x] y = 1", 'a"b\\']


RANKED = "System,Spearman,nDCG@10,F1\nfirst,0.985,0.411,0.5\nsecond,0.921,0.422,0.6\n"


def test_heads_of_metrics_of_families_name_them_in_claims(shell: Shell) -> None:
    Path("t.csv").write_text(RANKED)
    [table] = tables_of(RANKED.encode(), "csv").unwrap()

    ran = shell("init", "t.csv", "-o", "claims.toml")

    assert (ran.code, ran.out) == (0, "")
    [found] = load_claims(Path("claims.toml")).unwrap().tables
    assert sheet_of_claims(found) == sheet_of(table, name="1", source="t.csv:1").unwrap().sure
    assert 'metric = "ndcg(k=10)"' in Path("claims.toml").read_text()


def test_what_a_metric_of_a_family_leaves_open_is_tried_beside_what_is_usual(
    shell: Shell,
) -> None:
    Path("t.csv").write_text(RANKED)
    Path("first.jsonl").write_text('{"id":"1","gold":["a"],"pred":["a"]}\n')

    ran = shell("init", "t.csv", "--data", "first.jsonl", "-o", "claims.toml")

    assert (ran.code, ran.out) == (0, "")
    [found] = load_claims(Path("claims.toml")).unwrap().tables
    assert found.space is not None
    assert found.space.columns == ("F1", "nDCG@10")
    assert {choice.option for choice in found.space.products[0]} >= {"average", "gain", "ties"}
    assert "k" not in {choice.option for choice in found.space.products[0]}


TICKETS = "id,gold,system,pred\n" + "".join(
    f"{at},{gold},{name},{said}\n"
    for name, answers in (("north", "aabb"), ("east", "abbb"))
    for at, (gold, said) in enumerate(zip("aaab", answers, strict=True))
)
TABLE = "| system | Accuracy | Macro F1 |\n|---|---|---|\n"


@pytest.mark.parametrize("where", [(), ("--where", "system"), ("--where", "system=system")])
def test_what_fits_the_samples_alone_is_written_and_is_green(
    shell: Shell, where: tuple[str, ...]
) -> None:
    # north: 3/4; F1 of a is 4/5, of b 2/3. east: 2/4; a 1/2, b 1/2.
    shell.write("a.csv", TICKETS)
    shell.write("a.md", f"{TABLE}| north | 75.0% | 73.3% |\n| east | 50.0% | 50.0% |\n")

    ran = shell("init", "a.md", "--data", "a.csv", *where, "--fit", "-o", "a.toml")

    assert ran.err.splitlines()[1:] == [
        "found, not known: the definitions of Accuracy, Macro F1",
        "next: measurand check a.toml",
    ]
    assert "it is found, not known" in (shell.folder / "a.toml").read_text()
    assert shell("check", "a.toml").code == 0


def test_what_no_usual_definition_prints_stays_unknown(shell: Shell) -> None:
    shell.write("a.csv", TICKETS)
    shell.write("a.md", f"{TABLE}| north | 75.0% | 73.4% |\n| east | 50.0% | 50.0% |\n")

    ran = shell("init", "a.md", "--data", "a.csv", "--fit", "-o", "a.toml")

    near = "Macro F1: f(average=macro[class],class=item) prints 1 of 2 cells, not that of north"
    told = "found, not known: the definitions of Accuracy\nof 1 column none was found"
    assert f"{told}\n{near}\n" in ran.err
    assert ran.err.endswith("next: measurand audit a.toml\n")
    assert shell("check", "a.toml").code == 3


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("73.3% \U0001f3c6", []),
        ("73.3% (best)", ["line 3, row 'north', column 'Macro F1': '73.3% (best)' is not read: "]),
    ],
)
def test_cells_that_are_not_read_are_named_where_it_ends(
    shell: Shell, cell: str, told: list[str]
) -> None:
    shell.write("a.csv", TICKETS)
    shell.write("a.md", f"{TABLE}| north | 75.0% | {cell} |\n| east | 50.0% | 50.0% |\n")

    ran = shell("init", "a.md", "--data", "a.csv", "--fit", "-o", "a.toml")

    _, *lines, last = ran.err.splitlines()
    found = [f"{one.partition(': its')[0]}: " for one in lines if "not read" in one]
    assert found == told
    assert last.endswith("a.toml (3 of 4 cells)" if told else "a.toml")


def test_a_definition_that_was_said_is_tried_and_proposed(shell: Shell) -> None:
    shell.write("a.csv", TICKETS)
    shell.write("a.md", f"{TABLE}| north | 75.0% | 73.3% |\n| east | 50.0% | 50.0% |\n")
    said = ("--column", "Macro F1=f(average=macro[class],class=item)")
    definition = '"f(average=macro[class],class=item)"\n'

    asked = shell("init", "a.md", "--data", "a.csv", *said).out
    fitted = shell("init", "a.md", "--data", "a.csv", *said, "--fit").out

    # What was not said of it may be otherwise: it stays a proposal until the samples print it.
    assert f'# definition = {definition}definition = "unknown"\n' in asked
    assert (
        f"# As it is said it prints all the cells that have samples.\ndefinition = {definition}"
        in fitted
    )


def test_a_group_that_no_record_has_is_asked_for(shell: Shell) -> None:
    shell.write("a.csv", TICKETS)
    shell.write("a.md", f"{TABLE}| north | 75.0% | 73.3% |\n| east | 50.0% | 50.0% |\n")

    ran = shell("init", "a.md", "--data", "a.csv", "--where", "model")

    assert ran.code == 2
    assert "say where it stands in a record: --where GROUP=PATH" in ran.err


SYSTEMS = ("Alpha", "Delta v2", "Best (ours)", "Range", "Average", "Ratio")
BOARD = "| System | Accuracy |\n|---|---|\n" + "".join(f"| {name} | 50.0 |\n" for name in SYSTEMS)


def board(shell: Shell, printed: str = BOARD) -> None:
    records = (
        f'{{"id": "q{at}", "model": "{name}", "gold": "{gold}", "pred": "a"}}\n'
        for name in SYSTEMS
        for at, gold in enumerate("ab")
    )
    shell.write("board.md", printed)
    shell.write("runs.jsonl", "".join(records))


def test_a_row_with_the_name_of_a_system_is_that_system_s(shell: Shell) -> None:
    board(shell)

    ran = shell("init", "board.md", "--data", "runs.jsonl", "--fit", "-o", "c.toml")
    checked = shell("check", "c.toml")

    assert "not checked" not in ran.err
    assert checked.code == 0
    assert "6 cells: 6 reproduced." in checked.out


def test_the_samples_are_read_once_for_all_that_is_tried(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    board(shell, BOARD.replace("Accuracy", "F1"))
    read: list[int] = []

    def counting(
        run: Run, claims: Claims, needs: Sequence[Need], tried: Sequence[Need]
    ) -> Gathered:
        read.append(len(tried))
        return gathered(run, claims, needs, tried)

    monkeypatch.setattr(fitted, "gathered", counting)

    ran = shell("init", "board.md", "--data", "runs.jsonl", "--fit", "-o", "c.toml")

    assert ran.code == 0
    assert len(read) == 1
    assert read[0] > len(SYSTEMS)


def test_rows_that_are_left_out_are_counted_wherever_the_rest_is_told(shell: Shell) -> None:
    board(shell, f"{BOARD}| Median | 99.0 |\n")
    told = "1 cell of 1 row is not checked: Median."

    ran = shell("init", "board.md", "--data", "runs.jsonl", "--fit", "-o", "c.toml")

    assert told in ran.err
    assert told in shell("check", "c.toml").out
    assert told in shell("audit", "board.md", "--data", "runs.jsonl").out


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("| Alpha | 50.0 |", "| Alpha | 51.0 |", "line 3: 'Alpha' / 'Accuracy' is 51.0, not 50.0"),
        ("| Alpha | 50.0 |", "| Alpha | -50.0 |", "line 3: 'Alpha' / 'Accuracy' is -50.0, not 50"),
        ("| Alpha |", "| Alfa |", "no row 'Alpha'"),
        ("| Ratio |", "| New | 50.0 |\n| Ratio |", "line 8: row 'New' is not in the claims"),
        ("| Ratio |", "| Median | 9.0 |\n| Ratio |", "line 8: row 'Median' is not in the claims"),
    ],
)
def test_a_check_sees_that_the_printed_table_was_changed(
    shell: Shell, before: str, after: str, why: str
) -> None:
    board(shell)
    shell("init", "board.md", "--data", "runs.jsonl", "--fit", "-o", "c.toml")
    shell.write("board.md", BOARD.replace(before, after))

    ran = shell("check", "c.toml")

    assert ran.code == 1
    assert why in " ".join(ran.out.split("why", 1)[1].replace("board.md:1-8", "").split())


def test_prose_above_the_table_moves_it_and_changes_nothing(shell: Shell) -> None:
    board(shell)
    shell("init", "board.md", "--data", "runs.jsonl", "--fit", "-o", "c.toml")
    shell.write("board.md", f"Hello.\n\n{BOARD}")

    assert shell("check", "c.toml").code == 0


def test_what_was_typed_in_is_asked_again_with_what_was_said_of_it(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = "| m | P | R | F1 |\n|---|---|---|---|\n| a | 80.0 | 70.0 | 91.0 |\n"
    said = ("--column", "F1=f:average=micro", "--row", "a=body", "--fact", "samples=100")

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(table.encode())))
    made = shell("init", "-", *said, "-o", "claims.toml")
    shell.write("t.md", table)
    asked = shell("lint", "t.md", *said)

    assert (made.code, asked.code, shell("check", "claims.toml").code) == (0, 1, 1)
    assert shell("lint", "claims.toml").code == 1


def test_a_table_that_is_gone_is_named(shell: Shell) -> None:
    shell.write("t.md", "| m | P |\n|---|---|\n| a | 80.0 |\n")
    shell("init", "t.md", "-o", "claims.toml")
    (shell.folder / "t.md").unlink()

    ran = shell("check", "claims.toml")

    assert ran.code == 2
    assert "t.md: expected a file, got nothing of that name" in ran.err
