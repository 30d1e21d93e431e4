"""A metric that an installed package adds is scored, estimated, compared and checked.

All commands on one writing of the package run in one process, started when one is asked for.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.cli.running import SEVERAL, Ran

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
WRITTEN, HIGHER, LOWER = "low=0,", "low=4,", "low=0, high=2,"
"""Ranges that the metric states: its own, and two that its number is outside of."""
SAID = ("--number", "cost=cost", "-d", "lead(column=cost)", "--format", "csv")
SCORE = ("score", "a.csv", *SAID)
INTERVAL = (*SCORE, "--interval")
COMPARE = ("compare", "a.csv", "b.csv", *SAID)
CHECK = ("check", "claims.toml")
CHECK_WRONG = ("check", "wrong.toml")
MISSPELT = ("score", "a.csv", "--number", "cost=cost", "-d", "leat(column=cost)")
METRICS = ("metrics", "--format", "csv")
COMMANDS = {
    WRITTEN: (INTERVAL, COMPARE, CHECK, CHECK_WRONG, MISSPELT, METRICS),
    HIGHER: (SCORE, INTERVAL),
    LOWER: (COMPARE, CHECK),
}
"""The commands that are run, by the range that the metric states."""
Measurand = Callable[..., Ran]


def write(folder: Path, bounds: str) -> Path:
    """Write the package and the files that are read; give the folder that it is installed in."""
    site = folder / "site"
    about = site / "toy_lead-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "toy_lead.py").write_text(MODULE.replace(WRITTEN, bounds))
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-lead\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[measurand.metrics]\nlead = toy_lead:Spread\n")
    (folder / "a.csv").write_text(NUMBERS)
    (folder / "b.csv").write_text(NUMBERS.replace("6", "3"))
    (folder / "claims.toml").write_text(CLAIMS)
    (folder / "wrong.toml").write_text(CLAIMS.replace("3.0", "3.1"))
    return site


@pytest.fixture(scope="module")
def measurand(tmp_path_factory: pytest.TempPathFactory) -> Measurand:
    """Run a command beside an installed package that adds the metric, with the range it states."""

    @cache
    def every(bounds: str) -> Mapping[tuple[str, ...], Ran]:
        folder = tmp_path_factory.mktemp("others")
        program = f"import sys; sys.path.append({str(write(folder, bounds))!r})\n{SEVERAL}"
        done = subprocess.run(
            [sys.executable, "-c", program, json.dumps(COMMANDS[bounds])],
            cwd=folder, capture_output=True, text=True, check=True,
        )  # fmt: skip
        out, err = (stream.split("\0")[:-1] for stream in (done.stdout, done.stderr))
        ran = [Ran(int(out[at + 1]), out[at], err[at]) for at in range(0, len(out), 2)]
        return dict(zip(COMMANDS[bounds], ran, strict=True))

    def run(*words: str, bounds: str = WRITTEN) -> Ran:
        return every(bounds)[words]

    return run


def test_it_is_scored_with_an_interval(measurand: Measurand) -> None:
    ran = measurand(*INTERVAL)

    assert (ran.code, ran.err) == (0, "")
    assert ",3," in ran.out


def test_two_systems_are_compared(measurand: Measurand) -> None:
    ran = measurand(*COMPARE)

    # One pair in three differs: two of the eight exchanges are as far apart.
    assert (ran.code, ran.err) == (3, "")
    assert "2" in ran.out


@pytest.mark.parametrize(("words", "expected"), [(CHECK, 0), (CHECK_WRONG, 1)])
def test_a_printed_number_is_checked(
    measurand: Measurand, words: tuple[str, ...], expected: int
) -> None:
    ran = measurand(*words)

    assert (ran.code, ran.err) == (expected, ""), ran.out


def test_another_name_is_suggested(measurand: Measurand) -> None:
    ran = measurand(*MISSPELT)

    assert ran.code == 2
    assert "did you mean 'lead'?" in ran.err


@pytest.mark.parametrize("words", [SCORE, INTERVAL])
def test_a_number_outside_the_range_that_it_states_is_none(
    measurand: Measurand, words: tuple[str, ...]
) -> None:
    ran = measurand(*words, bounds=HIGHER)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "measurand: lead (toy_lead) states a range from 4 to no end: got 3; its formula is to be "
        "mended, or its range (about.low, about.high)\n"
    )


def test_a_comparison_of_numbers_outside_the_range_is_none(measurand: Measurand) -> None:
    ran = measurand(*COMPARE, bounds=LOWER)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("measurand: lead (toy_lead) states a range from 0 to 2: got 3;")


def test_a_claim_of_a_number_outside_the_range_is_no_verdict(measurand: Measurand) -> None:
    ran = measurand(*CHECK, bounds=LOWER)

    assert ran.code == 2
    assert ran.err.startswith("measurand: lead (toy_lead) states a range from 0 to 2: got 3;")


def test_it_is_listed_with_its_range_and_when_it_is_undefined(measurand: Measurand) -> None:
    ran = measurand(*METRICS)

    assert (ran.code, ran.err) == (0, "")
    assert "lead,max(x) - sum(x)/n,0 to inf,no sample was scored,,toy_lead" in ran.out


def test_what_it_raises_names_its_package(tmp_path: Path) -> None:
    site = write(tmp_path, WRITTEN)
    raises = MODULE.replace("return most - mean", "raise KeyError('boom')")
    (site / "toy_lead.py").write_text(raises)
    program = (
        f"import sys; sys.path.append({str(site)!r}); from measurand.edges.cli.main import main; "
        f"sys.exit(main({[*SCORE]!r}))"
    )

    done = subprocess.run(  # noqa: PLW1510 # the code is what is looked at
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True
    )

    line = raises.splitlines().index("        raise KeyError('boom')") + 1
    told = "lead: expected what toy_lead:Spread of the package toy-lead 1.0 gives, got KeyError: "
    assert done.returncode == 2
    assert f"{told}'boom': raised at toy_lead.py:{line}\n" in done.stderr
    assert "defect" not in done.stderr
