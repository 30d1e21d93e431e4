"""The grown claims file: roles, claims, declarations, named definitions and pins."""

from fractions import Fraction

from attrs import evolve

from measurand.auditing.claims.model import (
    Expectation,
    Reference,
    Related,
    Relation,
    Said,
    Scalar,
    Tolerance,
)
from measurand.auditing.claims.table_check import lint_table
from measurand.auditing.proofs.sheet import Fact
from measurand.metrics.grammar import read_value
from measurand.metrics.signature import parse, signature
from measurand.values.printed import Printed, Unit
from measurand.values.verdict import Verdict
from tests.formats.whole_claims import GROWN, faults, loaded

FULL = signature(parse("f(average=micro)"))
DIGEST = "0" * 64


def test_a_named_definition_is_what_it_stands_for() -> None:
    column = loaded(GROWN).tables[0].column("f1")

    assert (column.metric, column.options) == ("f", (("average", read_value("micro")),))


def test_a_column_may_have_a_role_alone() -> None:
    table = loaded(GROWN).tables[0]

    acc, mean, other = (table.column(name) for name in ("acc", "mean", "f2"))

    assert (acc.metric, acc.role, acc.unit) == ("", "accuracy", Unit.PERCENT)
    assert (mean.role, mean.of) == ("average", ("f1", "acc"))
    assert (other.role, other.beta) == ("f", Fraction(2))
    assert table.column("f1").group == "test"


def test_facts_are_known_of_a_table_and_of_a_row() -> None:
    table = loaded(GROWN).tables[0]

    assert table.facts == ((Fact.SAMPLES, 8),)
    assert table.rows[2].facts == ((Fact.GOLD, 13),)


def test_an_average_says_what_it_is_made_of_and_is_not_computed() -> None:
    row = loaded(GROWN).tables[0].rows[2]

    assert (row.kind, row.of, row.weights) == ("average", ("a", "b"), (("a", 3), ("b", 5)))
    assert not row.computed


def test_only_what_has_a_definition_and_is_to_be_computed_is() -> None:
    table = loaded(GROWN).tables[0]

    computed = [
        (row.label, column.name)
        for row in table.rows
        for column in table.columns
        if table.computes(row, column)
    ]

    assert computed == [("a", "f1"), ("b", "f1")]


def test_rules_are_asked_where_there_is_no_data_or_where_it_is_said() -> None:
    one, two = loaded(GROWN).tables
    [silent, _] = loaded(GROWN.replace("rules = true\n", "")).tables

    assert (one.rules, two.rules, silent.rules) == (True, True, False)


def test_what_is_declared_is_kept_with_its_reason() -> None:
    table = loaded(GROWN).tables[0]

    assert table.column("f1").tolerance == Tolerance(value=Fraction(1, 20), reason="seeds")
    assert table.rows[0].tolerances == (("f1", Tolerance(value=Fraction(1, 10), reason="by hand")),)
    assert table.rows[1].expected == (
        ("f1", Expectation(mismatch="micro in v1", review="2027-03-01")),
    )
    assert (table.at, table.rows[1].at) == ("main.tex:10-20", "main.tex:12")


def test_claims_are_numbers_relations_and_phrases() -> None:
    number, twice, more, phrase = loaded(GROWN).claims
    left, right = Reference("1/a/f1"), Reference("1/b/f1")

    assert number == Scalar(
        id="n",
        printed=Printed.parse("13"),
        data="runs",
        where=(("run", "a"),),
        metric="total",
        options=(("of", read_value("gold")),),
        at="main.tex:3",
    )
    assert twice == Related(
        id="twice",
        left=left,
        right=right,
        relation=Relation.RATIO,
        value=Printed.parse("1.5"),
        tolerance=Tolerance(value=Fraction(1, 10), reason="about"),
    )
    fifty = Printed.parse("50", unit=Unit.PERCENT)
    assert more == Related(id="more", left=left, right=fifty, relation=Relation.GREATER)
    assert phrase == Said(
        id="phrase",
        says="about 1.5x",
        left=left,
        right=right,
        expect=Expectation(mismatch="erratum 3", review="2027-03-01"),
    )


def test_a_number_without_data_is_there_to_be_compared() -> None:
    text = GROWN + '\n[[claim]]\nid = "old"\nvalue = 41.2\nunit = "%"\n'

    [*_, old] = loaded(text).claims

    assert old == Scalar(id="old", printed=Printed.parse("41.2%"))


def test_a_pinned_file_is_read_where_everything_is_complete() -> None:
    text = (
        GROWN.replace("pin = false", "pin = true")
        .replace("f(average=micro)", FULL)
        .replace("total(of=gold)", signature(parse("total(of=gold)")))
        .replace('path = "runs.jsonl"', f'path = "runs.jsonl"\nsha256 = "{DIGEST}"')
    )

    pinned, plain = loaded(text), loaded(GROWN)

    columns = (pinned.tables[0].column("f1"), plain.tables[0].column("f1"))
    full, short = (evolve(column, options=()) for column in columns)
    assert full == short
    assert pinned.source("runs").sha256 == DIGEST


PINNED = GROWN.replace("pin = false", "pin = true")
PIN_FAULTS = [
    (
        "c.toml:6: definitions.f: expected a complete definition, got 'f(average=micro)': write "
        f"{FULL}"
    ),
    (
        "c.toml:8: data.runs.sha256: expected 64 hexadecimal digits, got nothing: pin = true asks "
        "for the digest of every file of data"
    ),
]


def test_a_pin_names_what_is_to_be_written() -> None:
    found = faults(PINNED)

    assert found[:2] == PIN_FAULTS
    assert [one.split(":")[1] for one in found[2:]] == ["74"]


def test_a_pin_asks_for_the_digest_of_the_predictions_too() -> None:
    second = 'path = "runs.jsonl"\npredictions = "p.jsonl"\nsha256 = "' + DIGEST + '"'

    found = faults(PINNED.replace('path = "runs.jsonl"', second))

    assert [one for one in found if "predictions_sha256: expected 64" in one]


def test_a_column_with_a_role_alone_has_options_of_its_own() -> None:
    table = loaded(
        """
        schema = 1
        [[table]]
        name = "1"
        columns.a = { role = "value" }
        columns.b = { role = "value" }
        columns.avg = { role = "average", of = ["a", "b"], options = { weights = "equal" } }
        rows = [{ label = "x", cells = { a = 1.0, b = 2.0, avg = 1.7 } }]
        """
    ).tables[0]

    assert table.column("avg").said == (("weights", "equal"),)
    # 1.7 is between 1.0 and 2.0, and not in the middle.
    assert lint_table(table).verdict is Verdict.REFUTED
    assert (
        lint_table(
            evolve(table, columns=(*table.columns[:2], evolve(table.column("avg"), said=())))
        ).verdict
        is Verdict.HOLDS
    )


def test_options_do_not_stand_beside_a_definition() -> None:
    found = faults(
        """
        schema = 1
        [[table]]
        name = "1"
        columns.f = { definition = "unknown", metric = "f", options = { average = "micro" } }
        rows = [{ label = "x", cells = { f = 1.0 } }]
        """
    )

    assert any(
        "table[0].columns.f.options: expected nothing, got options" in line for line in found
    )
