"""`measurand audit TABLE` with its samples: no claims file is needed, and it ends in words."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.cli.running import Shell

GOLD = ["bug", "bug", "bug", "bug", "bill", "bill", "praise", "praise", "praise", "praise"]
RULES = ["bug", "bug", "bill", "bug", "bill", "bug", "praise", "praise", "bug", "praise"]
BERT = ["bug", "bug", "bug", "bug", "bill", "praise", "praise", "praise", "praise", "bill"]
# bug, bill, praise. rules: hits 3 1 3, predicted 5 2 3, gold 4 2 4: P .6 .5 1, R .75 .5 .75,
# F 2/3 .5 6/7. bert: hits 4 1 3, predicted 4 2 4: P 1 .5 .75, R 1 .5 .75, F the same.
HEAD = "| System | Acc | P | R | F1 |\n|---|---|---|---|---|\n"
RIGHT = (
    f"{HEAD}| rules | 70.0 | 70.0 | 66.7 | 67.5 |\n| BERT (ours) | 80.0 | 75.0 | 75.0 | 75.0 |\n"
)
MACRO = "scikit-learn's macro mean (P, R, F1) and scikit-learn's accuracy (Acc)."


def table(ids: Sequence[int], labels: Sequence[str]) -> str:
    rows = (f"T{at},{label}" for at, label in zip(ids, labels, strict=True))
    return "\n".join(("ticket,category", *rows)) + "\n"


@pytest.fixture
def three(shell: Shell) -> Shell:
    ids = range(len(GOLD))
    shell.write("table.md", RIGHT)
    for name, labels in (("gold", GOLD), ("rules", RULES), ("bert", BERT)):
        shell.write(f"{name}.csv", table(ids, labels))
    merged = [
        f"{name}{at},{name},{right},{answer}"
        for name, labels in (("rules", RULES), ("bert", BERT))
        for at, right, answer in zip(ids, GOLD, labels, strict=True)
    ]
    shell.write("merged.csv", "\n".join(("id,system,gold,pred", *merged)) + "\n")
    return shell


BESIDE = ("--gold", "gold.csv", "--pred", "rules=rules.csv", "--pred", "bert=bert.csv")


def test_files_of_gold_and_of_each_row_are_joined_by_id_and_matched_by_name(three: Shell) -> None:
    ran = three("audit", "table.md", *BESIDE)

    assert ran.code == 0
    assert "Verdict: holds." in ran.out
    assert ran.out.splitlines()[3] == f"8 of 8 cells are {MACRO}"


def test_one_file_whose_records_name_their_system_needs_no_word_on_it(three: Shell) -> None:
    told = three("audit", "table.md", "--data", "merged.csv", "--where", "system=system")
    guessed = three("audit", "table.md", "--data", "merged.csv")

    assert told.out == guessed.out
    assert told.out.splitlines()[3] == f"8 of 8 cells are {MACRO}"


def test_the_claims_file_that_is_kept_says_the_same(three: Shell) -> None:
    (three.folder / "kept").mkdir()
    first = three("audit", "table.md", *BESIDE, "-o", "kept/claims.toml")

    kept = three("audit", "kept/claims.toml")
    made = three("init", "table.md", *BESIDE, "-o", "kept/made.toml")

    assert kept.out == first.out
    assert made.code == 0
    assert three.read("kept/made.toml") == three.read("kept/claims.toml")


def test_a_cell_that_does_not_fit_is_told_with_what_the_definition_gives(three: Shell) -> None:
    three.write("table.md", RIGHT.replace("| 67.5 |", "| 76.5 |"))

    ran = three("audit", "table.md", *BESIDE)

    assert ran.code == 3
    assert "refuted" not in ran.out
    words = " ".join(ran.out.split())
    assert f"7 of 8 cells are {MACRO}" in words
    assert "rules / F1 prints 76.5, this gives 67.5 (two digits exchanged?)." in words
    assert (
        "definitions tried prints every cell; not tried: other values of unit, normalise" in words
    )


def test_ten_faults_are_told_and_the_others_counted(three: Shell) -> None:
    three.write("gold.csv", table(range(100, 130), ["bug"] * 30))

    ran = three("audit", "table.md", *BESIDE)

    lines = ran.err.splitlines()
    assert (ran.code, len(lines)) == (2, 21)
    assert "expected one for every id, got no answer to 'T100' in rules.csv" in lines[0]
    assert lines[-1] == "gold.csv: $.ticket: and 20 more of the kind"


def test_a_row_without_samples_is_left_out(three: Shell) -> None:
    three.write("table.md", f"{RIGHT}| GPT [12] | 99.9 | 99.9 | 99.9 | 99.9 |\n")

    ran = three("audit", "table.md", *BESIDE)

    assert ran.code == 0
    assert "No data given: GPT [12]." in ran.out
    assert "GPT" not in ran.out.replace("No data given: GPT [12].", "")


def test_rows_may_be_classes(three: Shell) -> None:
    rows = "".join(
        line for line in three.read("merged.csv").decode().splitlines(keepends=True)[:11]
    )
    three.write("one.csv", rows)
    three.write(
        "table.md",
        "| class | precision | recall | f1-score | support |\n|---|---|---|---|---|\n"
        "| bug | 0.600 | 0.750 | 0.667 | 4 |\n| bill | 0.500 | 0.500 | 0.500 | 2 |\n"
        "| praise | 1.000 | 0.750 | 0.857 | 4 |\n| macro avg | 0.700 | 0.667 | 0.675 | 10 |\n",
    )

    ran = three("audit", "table.md", "--data", "one.csv")

    assert ran.code == 0
    assert "12 of 12 cells are scikit-learn's score of the class of each row" in ran.out


def test_a_column_may_have_an_average_of_its_own(three: Shell) -> None:
    three.write(
        "table.md",
        "| System | Macro-F1 | Micro-F1 | Weighted F1 |\n|---|---|---|---|\n"
        "| rules | 67.5 | 70.0 | 71.0 |\n| bert | 75.0 | 80.0 | 80.0 |\n",
    )

    out = " ".join(three("audit", "table.md", "--data", "merged.csv").out.split())

    assert (
        "6 of 6 cells are scikit-learn's macro mean (Macro-F1) and scikit-learn's micro average "
        "(Micro-F1) and scikit-learn's weighted mean (Weighted F1)."
    ) in out


def test_a_persons_space_is_refuted_and_the_tool_that_fits_is_named(three: Shell) -> None:
    three("init", "table.md", *BESIDE, "-o", "claims.toml")
    text = three.read("claims.toml").decode()
    head, _, rest = text.partition("[[table.space.any]]")
    rows = rest[rest.index("[[table.rows]]") :]
    own = f'{head.replace(MADE, "")}average = ["micro", "macro[sample]"]\n\n{rows}'
    three.write("claims.toml", own)

    ran = three("audit", "claims.toml")

    assert ran.code == 1
    words = " ".join(ran.out.split())
    assert (
        "scikit-learn's macro mean prints every cell of P, R, F1; it is not in this space." in words
    )
    assert "fits Acc, P, R, F1: refuted." in words


MADE = 'author = "measurand"\n'


def test_a_class_mean_without_a_class_is_a_fault_with_what_to_write(three: Shell) -> None:
    three("init", "table.md", *BESIDE, "-o", "claims.toml")
    text = three.read("claims.toml").decode().replace('class = ["item"]\n', "")
    three.write("claims.toml", text)

    ran = three("audit", "claims.toml")

    assert ran.code == 2
    assert "space.any[1].average[0]: expected a value of average that some cell can have" in ran.err
    assert "write class=item" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("table.md",),
            (
                "table.md: expected its samples beside it, got a table alone: say --data FILE, or "
                "--gold FILE with --pred ROW=FILE; `measurand lint` asks the numbers alone\n"
            ),
        ),
        (
            ("table.md", "--gold", "gold.csv", "--pred", "ruls=rules.csv"),
            (
                "rows: expected a row whose label is named by --pred, got rows rules, BERT (ours); "
                "names ruls\n"
            ),
        ),
        (
            (*("table.md", "--gold", "gold.csv", "--pred", "rules=rules.csv"), "--pred", "gpt=x"),
            "--pred: expected the label of a row, got 'gpt': rows are rules, BERT (ours)\n",
        ),
        (
            ("table.md", "--gold", "gold.csv"),
            (
                "--pred: expected --data FILE, or --gold FILE with --pred ROW=FILE for each row, "
                "got --gold alone\n"
            ),
        ),
        (
            ("table.md", "--gold", "gold.csv", "--pred", "rules=no.csv"),
            "no.csv: expected a file, got nothing of that name\n",
        ),
    ],
)
def test_bad_arguments_are_told(three: Shell, words: tuple[str, ...], said: str) -> None:
    ran = three("audit", *words)

    assert (ran.code, ran.out, ran.err) == (2, "", said)


def test_beside_a_claims_file_nothing_more_is_said(three: Shell) -> None:
    three("init", "table.md", *BESIDE, "-o", "claims.toml")

    ran = three("audit", "claims.toml", "--data", "merged.csv")

    assert ran.code == 2
    assert ran.err.startswith("--data: expected a claims file alone")


JUDGED = Path(__file__).parents[2] / "docs" / "examples" / "judged"


@pytest.mark.parametrize(
    ("file", "head", "printed", "definition"),
    [
        ("north.csv", "corrected", "64.8", "corrected_score(judge=judge,human=human)"),
        ("north.csv", "corrected", "0.648", "corrected_score(judge=judge,human=human)"),
        ("north.csv", "x", "66.5", "rogan_gladen(judge=judge,human=human)"),
        ("north.csv", "x", "12.8", "judge_bias(judge=judge,human=human)"),
        # Grades are no shares, whatever their column is called.
        ("summaries.csv", "corrected", "2.878", "ppi(judge=judge,human=human,verdicts=scale[1,5])"),
        ("summaries.csv", "x", "2.878", "ppi(judge=judge,human=human,verdicts=scale[1,5])"),
    ],
)
def test_corrected_columns_are_read_in_the_unit_of_their_definition(
    shell: Shell, file: str, head: str, printed: str, definition: str
) -> None:
    shell.write("table.md", f"| system | {head} |\n| --- | --- |\n| ours | {printed} |\n")
    numbers = ("--items", "none", "--number", "judge=judge", "--number", "human=human")

    ran = shell(
        "audit",
        "table.md",
        "--data",
        str(JUDGED / file),
        *numbers,
        "--column",
        f"{head}={definition}",
    )

    assert ran.code == 0
    assert "\n1 of 1 cell is the" in ran.out


# Two systems over ten samples: base 6 of 10 right, ours 8 of 10.
TWO = "| System | Acc |\n|---|---|\n| Base | 60.0 |\n| Ours | 80.0 |\n"
TRUTH = "aabbababab"
SAID = {"Base": "aabbabbaba", "Ours": "aabbababba"}


def two(names: Mapping[str, str]) -> str:
    """Write ids, gold, and the predictions of systems under names of columns."""
    head = ",".join(("id", "gold", *names.values()))
    rows = (
        ",".join((str(at), TRUTH[at], *(SAID[name][at] for name in names)))
        for at in range(len(TRUTH))
    )
    return "\n".join((head, *rows)) + "\n"


@pytest.mark.parametrize("order", [("Base", "Ours"), ("Ours", "Base")])
@pytest.mark.parametrize("said", [(), ("--field", "pred=Ours"), ("--field", "pred=Base")])
def test_each_row_takes_the_column_of_its_name(
    shell: Shell, order: tuple[str, ...], said: tuple[str, ...]
) -> None:
    shell.write("t.md", TWO)
    shell.write("d.csv", two({name: name for name in order}))

    ran = shell("audit", "t.md", "--data", "d.csv", *said)

    assert "\n2 of 2 cells " in ran.out
    assert ran.code == 0


@pytest.mark.parametrize(
    ("file", "column", "said"),
    [
        ("d.csv", "Ours", ("--field", "pred=Ours")),
        ("d.csv", "Ours", ()),
        ("d.csv", "o u r s", ("--field", "pred=o u r s")),
        ("ours.csv", "pred", ()),
    ],
)
def test_a_row_is_never_held_to_predictions_that_are_not_its_own(
    shell: Shell, file: str, column: str, said: tuple[str, ...]
) -> None:
    shell.write("t.md", TWO)
    shell.write(file, two({"Ours": column}))

    ran = shell("audit", "t.md", "--data", file, *said)

    assert "\n1 of 1 cell " in ran.out
    assert "No data given: Base." in ran.out
    assert "Base / " not in ran.out


def test_whose_predictions_are_is_asked_where_no_row_has_their_name(shell: Shell) -> None:
    shell.write("t.md", TWO)
    shell.write("d.csv", two({"Ours": "pred"}))

    asked = shell("audit", "t.md", "--data", "d.csv")
    named = shell("audit", "t.md", "--gold", "d.csv", "--pred", "Ours=d.csv")
    left = shell("audit", "t.md", "--data", "d.csv", "--row", "Base=skip")

    assert (asked.code, asked.out) == (2, "")
    assert "expected whose the predictions are, of the rows Base, Ours" in asked.err
    assert "\n1 of 1 cell " in named.out
    assert "\n1 of 1 cell " in left.out


def test_a_number_that_many_definitions_could_print_by_chance_is_told(shell: Shell) -> None:
    shell.write("t.md", "| System | F1 |\n|---|---|\n| Ours | 69 |\n")
    rows = zip("aaabbbccca", "aabbbbccab", strict=True)
    shell.write(
        "d.csv", "id,gold,pred\n" + "".join(f"{n},{g},{p}\n" for n, (g, p) in enumerate(rows))
    )

    ran = shell("audit", "t.md", "--data", "d.csv")

    assert "\n1 of 1 cell could be scikit-learn's weighted mean.\n" in ran.out
    assert "\n52 definitions were tried: numbers made up in their range fit one as well " in ran.out


def test_a_definition_that_init_proposes_can_be_written_in_its_place(shell: Shell) -> None:
    shell.write("t.md", TWO)
    shell.write("d.csv", two({name: name for name in SAID}))
    shell("init", "t.md", "--data", "d.csv", "-o", "claims.toml")
    text = shell.read("claims.toml").decode()
    asked = shell("check", "claims.toml")
    nothing = shell("lock", "claims.toml")

    meant = next(line for line in text.splitlines() if line.startswith("# definition = "))
    lines = [line for line in text.splitlines() if not line.startswith("metric = ")]
    said = "\n".join(lines).replace('definition = "unknown"', meant.removeprefix("# "))
    shell.write("claims.toml", said)

    assert asked.code == 3
    assert nothing.code == 3
    assert "no number is frozen" in nothing.err
    assert shell("check", "claims.toml").code == 0
    assert shell("lock", "claims.toml").out.startswith("claims.lock.json: 2 numbers are locked")


def test_of_two_files_of_samples_none_is_left_out_unseen(three: Shell) -> None:
    ran = three("audit", "table.md", "--data", "gold.csv", "--data", "rules.csv")

    assert (ran.code, ran.out) == (2, "")
    assert "--data: expected one file, got gold.csv and rules.csv" in ran.err


@pytest.mark.parametrize("labels", [("Ours (small)", "Ours (large)"), ("Ours [a]", "Ours [b]")])
def test_predictions_that_may_be_of_two_rows_are_of_neither(
    shell: Shell, labels: tuple[str, str]
) -> None:
    shell.write("t.md", f"| | Accuracy |\n|-|-|\n| {labels[0]} | 70.0 |\n| {labels[1]} | 80.0 |\n")
    shell.write("d.csv", two({"Ours": "Ours"}))

    ran = shell("audit", "t.md", "--data", "d.csv", "--field", "pred=Ours")

    assert (ran.code, ran.out) == (2, "")
    assert "expected whose the predictions are, of the rows" in ran.err


@pytest.mark.parametrize(("head", "printed"), [("κ", "0.50"), ("MCC", "0.577")])
def test_agreement_of_labels_is_tried_as_it_is_understood(
    shell: Shell, head: str, printed: str
) -> None:
    # By hand: 3 of 4 agree and 1/2 would by chance, so kappa is 1/2; of the counts 1, 0, 1 and 2
    # Matthews' correlation is 2 / sqrt(12).
    shell.write("runs.csv", "id,gold,pred\n1,a,a\n2,a,b\n3,b,b\n4,b,b\n")
    shell.write("table.md", f"| System | {head} |\n|---|---|\n| ours | {printed} |\n")

    ran = shell("audit", "table.md", "--data", "runs.csv")

    assert "Nothing was audited" not in ran.out
    assert f"scikit-learn's {'kappa' if head == 'κ' else 'mcc'}" in ran.out
    assert ran.code == 0


def test_a_share_of_edits_above_2_is_read_as_percent(shell: Shell) -> None:
    # By hand: one word of four is another.
    shell.write("runs.jsonl", '{"id": 1, "gold": "w b c d", "pred": "w b x d"}\n')
    shell.write("table.md", "| System | TER |\n|---|---|\n| ours | 25.0 |\n")
    shell.write("shares.md", "| System | TER |\n|---|---|\n| ours | 0.25 |\n")

    ran, shares = (
        shell("audit", name, "--data", "runs.jsonl") for name in ("table.md", "shares.md")
    )

    assert "1 of 1 cell is sacrebleu's ter" in ran.out
    assert "1 of 1 cell is" in shares.out
