"""A metric that an installed package adds is scored, estimated, compared and checked."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

MODULE = '''
from attrs import field, frozen

from measurand.evidence.observation import ColumnOf
from measurand.metrics.empty_rules import named
from measurand.metrics.family import About, Family, numbers


@frozen(kw_only=True, cache_hash=True)
class Spread(Family):
    """How far the largest number is from the mean."""

    about = About(
        name="lead",
        says="how far the largest number is from the mean",
        formula="max(x) - sum(x)/n",
        low=0,
        words=("leads",),
        example="column=cost",
    )
    column: str = field(validator=named)

    @property
    def reading(self):
        return ColumnOf(self.column)

    def value(self, rows):
        weights = rows.weights(lambda row: [(numbers(row)[0], 1)])
        most = rows.zero
        for number, weight in sorted(weights.items()):
            most = weight.if_zero(most, number)
        mean = rows.sum(lambda row: numbers(row)[0]).over(rows.weight, "no sample has a number")
        return most - mean
'''
NUMBERS = "id,cost\na,1\nb,2\nc,6\n"
CLAIMS = """
schema = 1

[data.costs]
path = "a.csv"
format = "csv"
items = "none"

[data.costs.fields]
amounts = { cost = "cost" }

[[table]]
name = "lead"
data = "costs"

[table.columns.lead]
definition = "lead(column=cost)"
decimals = 1

[[table.rows]]
label = "all"
cells = { lead = "3.0" }
"""
Ran = tuple[int, str, str]


@pytest.fixture
def measurand(tmp_path: Path) -> Callable[..., Ran]:
    """Run a command beside an installed package that adds the metric."""
    site = tmp_path / "site"
    about = site / "toy_lead-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "toy_lead.py").write_text(MODULE)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-lead\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[measurand.metrics]\nlead = toy_lead:Spread\n")
    (tmp_path / "a.csv").write_text(NUMBERS)
    (tmp_path / "claims.toml").write_text(CLAIMS)
    (tmp_path / "b.csv").write_text(NUMBERS.replace("6", "3"))
    program = (
        f"import sys; sys.path.append({str(site)!r}); from measurand.edges.cli.main import main; "
        "sys.exit(main(sys.argv[1:]))"
    )

    def run(*words: str) -> Ran:
        done = subprocess.run(  # noqa: PLW1510 # the code is what is looked at
            [sys.executable, "-c", program, *words], cwd=tmp_path, capture_output=True, text=True
        )
        return done.returncode, done.stdout, done.stderr

    return run


SAID = ("--number", "cost=cost", "-d", "lead(column=cost)", "--format", "csv")


def test_it_is_scored_with_an_interval(measurand: Callable[..., Ran]) -> None:
    code, out, err = measurand("score", "a.csv", *SAID, "--interval")

    assert (code, err) == (0, "")
    assert ",3," in out


def test_two_systems_are_compared(measurand: Callable[..., Ran]) -> None:
    code, out, err = measurand("compare", "a.csv", "b.csv", *SAID)

    # One pair in three differs: two of the eight exchanges are as far apart.
    assert (code, err) == (3, "")
    assert "2" in out


@pytest.mark.parametrize(("printed", "expected"), [("3.0", 0), ("3.1", 1)])
def test_a_printed_number_is_checked(
    measurand: Callable[..., Ran], tmp_path: Path, printed: str, expected: int
) -> None:
    (tmp_path / "claims.toml").write_text(CLAIMS.replace("3.0", printed))

    code, out, err = measurand("check", "claims.toml")

    assert (code, err) == (expected, ""), out


def test_another_name_is_suggested(measurand: Callable[..., Ran]) -> None:
    code, _, err = measurand("score", "a.csv", "--number", "cost=cost", "-d", "leat(column=cost)")

    assert code == 2
    assert "did you mean 'lead'?" in err


@pytest.mark.parametrize("more", [(), ("--interval",)])
def test_a_number_outside_the_range_that_it_states_is_none(
    measurand: Callable[..., Ran], tmp_path: Path, more: tuple[str, ...]
) -> None:
    module = tmp_path / "site" / "toy_lead.py"
    module.write_text(MODULE.replace("low=0,", "low=4,"))

    code, out, err = measurand("score", "a.csv", *SAID, *more)

    assert (code, out) == (2, "")
    assert err == (
        "measurand: lead (toy_lead) states a range from 4 to no end: got 3; its formula is to be "
        "mended, or its range (about.low, about.high)\n"
    )


def test_a_comparison_of_numbers_outside_the_range_is_none(
    measurand: Callable[..., Ran], tmp_path: Path
) -> None:
    module = tmp_path / "site" / "toy_lead.py"
    module.write_text(MODULE.replace("low=0,", "low=0,\n        high=2,"))

    code, out, err = measurand("compare", "a.csv", "b.csv", *SAID)

    assert (code, out) == (2, "")
    assert err.startswith("measurand: lead (toy_lead) states a range from 0 to 2: got 3;")


def test_a_claim_of_a_number_outside_the_range_is_no_verdict(
    measurand: Callable[..., Ran], tmp_path: Path
) -> None:
    module = tmp_path / "site" / "toy_lead.py"
    module.write_text(MODULE.replace("low=0,", "low=0,\n        high=2,"))

    code, _, err = measurand("check", "claims.toml")

    assert code == 2
    assert err.startswith("measurand: lead (toy_lead) states a range from 0 to 2: got 3;")


def test_it_is_listed_with_its_range_and_when_it_is_undefined(
    measurand: Callable[..., Ran],
) -> None:
    code, out, err = measurand("metrics", "--format", "csv")

    assert (code, err) == (0, "")
    assert "lead,max(x) - sum(x)/n,0 to inf,no sample was scored,,toy_lead" in out
