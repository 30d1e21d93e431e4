"""`measurand audit` tries the choices that metrics of families leave open, without a space."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

import pytest
from attrs import frozen

from measurand.algebra.functional import Rows
from measurand.algebra.number import Number
from measurand.auditing.claims.default_space import tried_choices, tried_space
from measurand.auditing.claims.model import Author, Column, Row, Table
from measurand.evidence.evidence import Evidence
from measurand.evidence.observation import ColumnOf
from measurand.metrics import families
from measurand.metrics.family import About, Family
from measurand.metrics.grammar import read_value
from measurand.values.printed import Printed
from tests.cli.running import Shell

# Both probabilities share the bin up to 1/2 that is closed above: their mean is .375, that of what
# happened .5. Closed below, each has a bin of its own: (.25 + .5) / 2.
RAIN = "id,p,rain\na,0.25,0\nb,0.5,1\n"
CLAIMS = """
schema = 1

[data.days]
path = "days.csv"
format = "csv"
items = "none"
fields.amounts = { p = "p", rain = "rain" }

[[table]]
name = "days"
data = "days"

[table.columns.ece]
definition = "ece(score=p,label=rain,bins=2)"
decimals = 3

[[table.rows]]
label = "all"
cells = { ece = "%s" }
"""


def audited(shell: Shell, printed: str, claims: str = CLAIMS) -> tuple[int, Mapping[str, object]]:
    shell.write("days.csv", RAIN)
    shell.write("claims.toml", claims % printed)
    ran = shell("audit", "claims.toml", "--format", "json")
    [table] = json.loads(ran.out)["tables"]
    return ran.code, table


def standing(table: Mapping[str, object]) -> dict[str, tuple[str, str]]:
    choices = table["choices"]
    assert isinstance(choices, list)
    return {one["option"]: (one["standing"], one["value"]) for one in choices}


def test_the_bins_that_printed_a_number_are_found_without_a_space(shell: Shell) -> None:
    code, table = audited(shell, "0.125")

    assert (code, table["verdict"], table["space_by"]) == (0, "holds", "metrics")
    assert standing(table) == {
        "score": ("said", "p"),
        "label": ("said", "rain"),
        "bins": ("said", "2"),
        "binning": ("read", "width"),
        "closed": ("read", "upper"),
        "norm": ("default", "l1"),
    }


def test_a_coarse_number_that_some_choice_prints_by_chance_stays_open(shell: Shell) -> None:
    # Bins closed above give .125, those closed below .375: 2 of the 11 numbers from 0 to 1.0.
    code, table = audited(shell, "0.1", CLAIMS.replace("decimals = 3", "decimals = 1"))

    assert (code, table["verdict"]) == (3, "undecided")
    told = shell("audit", "claims.toml").out
    assert "could be" in told
    assert "with a chance of up to 18.2 %" in " ".join(told.split())


def test_what_none_of_the_tried_choices_prints_is_undecided(shell: Shell) -> None:
    code, table = audited(shell, "0.200")

    assert (code, table["verdict"]) == (3, "undecided")
    assert standing(table)["closed"] == ("guessed", "upper")


def test_a_space_that_a_person_declares_is_the_only_one(shell: Shell) -> None:
    declared = '[table.space]\ncolumns = ["ece"]\nnorm = ["l1", "l2"]\n\n[[table.rows]]'
    code, table = audited(shell, "0.200", CLAIMS.replace("[[table.rows]]", declared))

    assert (code, table["verdict"], table["space_by"]) == (1, "refuted", "person")
    assert table["choices"] == []


@pytest.mark.parametrize("options", ["--column=ECE=ece(score=p,label=rain,bins=2)"])
def test_a_table_is_audited_with_the_numbers_of_its_samples(shell: Shell, options: str) -> None:
    shell.write("days.csv", RAIN)
    shell.write("table.md", "| station | ECE |\n|---|---|\n| north | 0.125 |\n")
    numbers = ("--number", "p", "--number", "rain")

    ran = shell("audit", "table.md", "--data", "days.csv", *numbers, options, "-o", "kept.toml")

    assert ran.code == 0
    assert "closed   ECE  upper  read" in ran.out
    assert shell("audit", "kept.toml").code == 0


def test_the_name_of_a_column_settles_its_cutoff(shell: Shell) -> None:
    shell.write("q.jsonl", '{"id":"a","gold":{"x":1,"y":1},"pred":["z","x","y"]}\n')
    shell.write("table.md", "| run | P@2 | MRR |\n|---|---|---|\n| ours | 0.500 | 0.500 |\n")

    ran = shell("audit", "table.md", "--data", "q.jsonl", "--format", "json")

    [table] = json.loads(ran.out)["tables"]
    assert (ran.code, table["verdict"]) == (0, "holds")
    known = [(one["option"], one["columns"], one["standing"]) for one in table["choices"]]
    assert ("k", ["P@2"], "read") in known
    assert ("k", ["MRR"], "default") in known


def test_a_column_without_what_must_be_said_is_in_no_space() -> None:
    unsaid = Column(name="ECE", metric="ece", known=False)
    cells = (("ECE", Printed.parse("0.1")),)
    table = Table(name="1", data="d", columns=(unsaid,), rows=(Row(label="a", cells=cells),))

    assert tried_space(table) is None


def test_what_a_row_says_everywhere_is_not_tried() -> None:
    column = Column(name="a", metric="krippendorff_alpha")
    rows = [
        Row(label=name, cells=(("a", Printed.parse("0.1")),), options=said)
        for name, said in (("x", (("level", read_value("nominal")),)), ("y", ()))
    ]
    some = Table(name="1", data="d", columns=(column,), rows=tuple(rows))
    every = Table(name="1", data="d", columns=(column,), rows=(rows[0],))

    space = tried_space(some)
    assert space is not None
    assert space.author is Author.METRICS
    assert tried_space(every) is None


def test_combinations_are_bounded_by_leaving_later_values_out() -> None:
    metrics = [("ece", frozenset({"score", "label"})), ("expected_cost", frozenset[str]())]

    few = tried_choices(metrics, 10)

    assert [(one.option, len(one.values)) for one in few] == [("bins", 4), ("binning", 2)]


REFERENCE, TEXT = "the cats are sitting", "the cat is sitting"


def test_tokens_of_bleu_are_not_those_of_rouge(shell: Shell) -> None:
    # A full stop is a token of 13a, of rouge never: F is 2 * 2 / (4 + 4) = .5, and .6 with it. BLEU
    # is (3/5 * 1/4 * 1/6 * 1/8) ** (1/4) = .236.
    shell.write("a.jsonl", f'{{"id":"1","gold":["{REFERENCE}."],"pred":"{TEXT}."}}\n')
    shell.write("table.md", "| run | BLEU | ROUGE-L |\n|---|---|---|\n| a | 0.24 | 0.50 |\n")

    ran = shell("audit", "table.md", "--data", "a.jsonl", "--format", "json")

    [table] = json.loads(ran.out)["tables"]
    assert "digit" not in shell("audit", "table.md", "--data", "a.jsonl").out
    [tokens] = [one for one in table["choices"] if one["option"] == "tokens"]
    assert tokens["columns"] == ["BLEU"]


@frozen(kw_only=True, cache_hash=True)
class Longest(Family):
    """The largest number, of a package."""

    about: ClassVar[About] = About(
        name="longest", says="", formula="max(x)", tried=(("column", ("length", "width")),)
    )
    column: str

    @property
    def reading(self) -> ColumnOf:
        return ColumnOf(self.column)

    def value(self, rows: Rows[Evidence]) -> Number:
        return rows.weight


def test_a_metric_of_a_package_lists_its_own_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    finders: list[Callable[[], Mapping[str, type[Family]]]] = [lambda: {"longest": Longest}]
    monkeypatch.setattr(families, "_others", finders)

    [choice] = tried_choices([("longest", frozenset())])

    assert (choice.option, choice.values) == ("column", ("length", "width"))


def test_examples_are_audited_without_a_space(shell: Shell) -> None:
    path = Path(__file__).parents[2] / "docs/examples/ranking/claims.toml"

    ran = shell("audit", str(path))

    assert ran.code == 0
    assert "Identified by the table: ties, gain, unjudged." in ran.out


# One of two generations passes: of both one is right for certain, of two drawn with replacement in
# 3 of 4 draws. No task has fewer than two, so what becomes of such tasks is in no number.
PASSES = """
schema = 1

[data.tries]
path = "tries.csv"
format = "csv"
items = "none"
fields.id = "task"
fields.amounts = { n = "n", c = "c" }

[[table]]
name = "tries"
data = "tries"

[table.columns.pass]
definition = "pass_at_k(k=2,total=n,correct=c)"
decimals = 2

[[table.rows]]
label = "all"
cells = { pass = "0.75" }
"""


def test_a_choice_that_makes_no_difference_is_not_said_to_be_the_number(shell: Shell) -> None:
    shell.write("tries.csv", "task,n,c\na,2,1\n")
    shell.write("claims.toml", PASSES)

    ran = shell("audit", "claims.toml")

    assert ran.code == 0
    assert "1 of 1 cell is the pass at k with drawing=replaced." in ran.out


def test_what_is_tried_in_the_place_of_a_default_is_a_guess(shell: Shell) -> None:
    shell.write("tries.csv", "task,n,c\na,2,1\n")
    shell.write("claims.toml", PASSES)

    [table] = json.loads(shell("audit", "claims.toml", "--format", "json").out)["tables"]

    known = standing(table)
    assert (known["few"], known["drawing"]) == (("guessed", "left_out"), ("read", "replaced"))
