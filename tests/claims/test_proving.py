"""Tables of claims as proofs see them: roles of definitions, readings of spaces."""

import pytest

from measurand.auditing.claims.model import Table
from measurand.auditing.claims.table_sheet import readings_of, sheet_of
from measurand.auditing.proofs.feasible.reading import default_readings
from measurand.auditing.proofs.sheet import Fact, Kind, Role
from measurand.edges.claims.load import claims_of


def table(text: str) -> Table:
    """Read a claims file of one table, none of which is computed."""
    whole = f'schema = 1\n[[table]]\nname = "2"\ncomputed = false\n{text}'
    [found] = claims_of(whole.encode()).unwrap().tables
    return found


def column(text: str) -> Role:
    return sheet_of(table(f"columns.x = {{ {text} }}")).columns[0].role


@pytest.mark.parametrize(
    ("definition", "role"),
    [
        ("precision", Role.PRECISION),
        ("recall(average=micro)", Role.RECALL),
        ("f(beta=2)", Role.F),
        ("f(statistic=sample_stdev)", Role.VALUE),
        ("jaccard", Role.JACCARD),
        ("exact_match", Role.EXACT_MATCH),
        ("accuracy", Role.RATE),
        ("total", Role.HITS),
        ("total(of=predicted)", Role.PREDICTED),
        ("total(of=gold)", Role.GOLD),
        ("total(of=samples)", Role.SAMPLES),
        ("total(of=fn)", Role.FN),
        ("column(name=cost)", Role.VALUE),
    ],
)
def test_a_definition_says_the_role(definition: str, role: Role) -> None:
    assert column(f'definition = "{definition}"') is role


def test_a_role_that_is_declared_wins() -> None:
    assert column('definition = "accuracy", role = "accuracy"') is Role.ACCURACY


def test_all_that_is_known_of_a_table_is_on_its_sheet() -> None:
    found = sheet_of(
        table("""\
source = "paper 3"
facts = { samples = 6 }
options = { both_empty = "0+0" }
columns.F = { definition = "unknown", metric = "f(beta=0.5)", group = "dev", unit = "%" }
columns.A = { role = "average", of = ["F"] }
[[table.rows]]
label = "a"
cells = { F = 50 }
facts = { gold = 3 }
[[table.rows]]
label = "a"
options = { both_empty = "1+1" }
[[table.rows]]
label = "mean"
kind = "average"
of = ["a"]
weights = { a = 2 }
""")
    )

    assert (found.name, found.source, found.facts) == ("2", "paper 3", ((Fact.SAMPLES, 6),))
    assert (str(found.columns[0].beta), found.columns[0].group) == ("1/2", "dev")
    # One row says otherwise, so it is not known of the column.
    assert found.columns[0].options == ()
    assert [row.label for row in found.rows] == ["a", "a (2)", "mean"]
    assert found.rows[0].facts == ((Fact.GOLD, 3),)
    assert found.rows[0].cells[0][1].text == "50%"
    assert found.rows[2].kind is Kind.AVERAGE
    assert (found.rows[2].of, found.rows[2].weights) == (("a",), (("a", 2),))


def test_a_table_that_says_nothing_is_asked_under_all_readings() -> None:
    assert readings_of(table('columns.F = { role = "f" }')) is None
    assert readings_of(table('columns.F = { definition = "unknown", metric = "f" }')) is None


def test_a_space_says_which_readings_are_asked() -> None:
    found = readings_of(
        table("""\
columns.F = { definition = "unknown", metric = "f" }
[table.space]
columns = ["F"]
credit = ["binary"]
[[table.space.any]]
average = ["micro"]
[[table.space.any]]
average = ["macro[sample]"]
aggregate = ["mean", "harmonic"]
""")
    )

    assert found is not None
    assert [one.text.partition(",both_empty")[0] for one in found] == [
        "average=micro,credit=binary",
        "average=macro[sample]",
        "average=macro[sample]",
    ]
    assert [one.aggregate.value for one in found[1:]] == ["mean", "harmonic"]


def test_a_definition_that_is_known_is_the_only_reading() -> None:
    found = readings_of(
        table("""\
columns.P = { definition = "precision(average=micro)" }
columns.F = { definition = "f(average=micro)" }
""")
    )

    assert found is not None
    assert [one.text for one in found] == ["average=micro,credit=binary"]


def test_options_that_are_known_narrow_what_is_asked() -> None:
    found = readings_of(
        table('columns.F = { definition = "unknown", metric = "f(average=micro)" }')
    )

    assert found is not None
    assert 0 < len(found) < len(default_readings())
    assert all(one.pooled for one in found)


def test_a_mean_over_classes_is_asked_of_no_table() -> None:
    found = readings_of(table('columns.F = { definition = "f(class=label,average=macro[class])" }'))

    assert found == ()
