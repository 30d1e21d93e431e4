"""Numbers that are absurdly long or large: every door refuses them, and none breaks."""

import json
from collections.abc import Callable, Iterator

import pytest

from measurand.edges.cli.main import COMMANDS, command_entry, load
from measurand.edges.cli.parser import spellings
from measurand.edges.cli.request import Command
from measurand.edges.registry import ExtensionPoint, ours
from tests.cli.locking import CLAIMS, LOCK, RUNS, Study
from tests.cli.running import Shell

LONG = "9" * 20_000
TEXTS = (
    *(
        LONG,
        f"-{LONG}",
        f"0.{LONG}",
        f"1/{LONG}",
        f"{LONG}/{LONG}",
        "1e999",
        "1e99999999",
        "1e-999",
    ),
    *("nan", "inf", "-inf", "²", "٣", "0x10", "1_0", "1/0", "0/0", "-0", "", " ", "=", ",", "\x00"),
)


def readers(name: str) -> Iterator[tuple[str, Callable[[str], object]]]:
    """List what reads the arguments of a command, and of the stages in it."""
    entry = command_entry(name)
    assert entry is not None
    found = load(entry)
    stages = [("", found)] if isinstance(found, Command) else [one[::2] for one in found.stages]
    for stage, command in stages:
        for path, spelling in spellings(command.request):
            yield f"{name} {stage} {path}", spelling.read


DOORS = [
    pytest.param(read, id=name)
    for command in (*COMMANDS, *(entry.name for entry in ours(ExtensionPoint.COMMANDS)))
    for name, read in readers(command)
]


@pytest.mark.parametrize("read", DOORS)
def test_an_argument_is_read_or_is_bad_usage(read: Callable[[str], object]) -> None:
    for text in TEXTS:
        try:
            read(text)
        except (KeyError, TypeError, ValueError):
            continue


RECORD = '{"id": "1", "gold": ["a"], "pred": ["a"], "cost": %s, "sample_weight": 1}\n'
PLACES = ("cost", "sample_weight")


@pytest.mark.parametrize("number", [LONG, "9" * 301, "-" + "9" * 4000, "1e301", "1e999"])
@pytest.mark.parametrize("place", PLACES)
def test_a_number_of_data_that_no_float_holds_is_a_fault(
    shell: Shell, number: str, place: str
) -> None:
    shell.write(
        "runs.jsonl", RECORD.replace("%s", "1").replace(f'"{place}": 1', f'"{place}": {number}')
    )
    column = ("-d", "column(name=cost,reduce=mean)", "--number", "cost")

    ran = shell("score", "runs.jsonl", *column)

    assert ran.code == 2
    assert ran.err.startswith("runs.jsonl:1: ")
    assert "expected" in ran.err


@pytest.mark.parametrize("number", ["9" * 300, "1e299", "1e-300", "0." + "3" * 390])
def test_a_number_that_a_float_holds_is_scored(shell: Shell, number: str) -> None:
    shell.write("runs.jsonl", RECORD % number)
    column = ("-d", "column(name=cost,reduce=mean)", "--number", "cost")

    assert shell("score", "runs.jsonl", *column).code == 0


@pytest.mark.parametrize("number", [LONG, f"1{'0' * 5000}/3", f"sqrt({LONG})", f"-sqrt({LONG})"])
def test_a_number_of_a_lock_is_bounded(shell: Shell, number: str) -> None:
    study = Study.begin(shell).locked()
    study.replace(LOCK, '"value": "1/2"', f'"value": "{number}"')

    ran = study.check()

    assert ran.code == 2
    assert ran.err.startswith(f"{LOCK}: expected a number that is not absurdly large, got '")


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ("-sqrt(4/9)", "expected an irrational root of a positive number, got the root of 4/9"),
        ("sqrt(-2)", "expected an irrational root of a positive number, got the root of -2"),
        ("--sqrt(2)", "expected an exact number such as 19/30, got '--sqrt(2)'"),
        ("-sqrt(2", "expected an exact number such as 19/30, got '-sqrt(2'"),
    ],
)
def test_a_root_of_a_lock_is_one(shell: Shell, number: str, told: str) -> None:
    study = Study.begin(shell).locked()
    study.replace(LOCK, '"value": "1/2"', f'"value": "{number}"')

    ran = study.check()

    assert ran.code == 2
    assert told in ran.err


def test_a_lock_may_hold_a_negative_root(shell: Shell) -> None:
    # -sqrt(2/9) = -0.4714045...
    study = Study.begin(shell).locked()
    study.replace(LOCK, '"value": "1/2"', '"value": "-sqrt(2/9)"')

    ran = study.check()

    assert ran.code == 1
    assert "moved from -0.471405 to 0.5" in ran.out + ran.err


@pytest.mark.parametrize("number", [f"1/{LONG}", f"{LONG}1/{LONG}2"])
def test_one_that_only_has_many_digits_is_compared(shell: Shell, number: str) -> None:
    study = Study.begin(shell).locked()
    study.replace(LOCK, '"value": "1/2"', f'"value": "{number}"')

    assert study.check().code == 1


WRITTEN = {
    "cells = { F1 = 50.0,": "cells = {{ F1 = {},",
    "n = 4 }": "n = {} }}",
    'unit = "%" }': 'unit = "%", decimals = {} }}',
    "[[table]]": "[[table]]\nfacts = {{ samples = {} }}",
    '"f(average=micro)"': '"f(average=micro,beta={})"',
    'rows = [{ label = "ours",': (
        'rows = [{{ label = "ours", tolerances = {{ n = {{ value = {}, reason = "x" }} }},'
    ),
}


@pytest.mark.parametrize("number", [LONG, f"-{LONG}", f"0.{LONG}", "1e999", f"0x{LONG}"])
@pytest.mark.parametrize("place", WRITTEN)
@pytest.mark.parametrize("command", ["check", "lock", "audit", "lint"])
def test_a_number_of_a_claims_file_is_bounded(
    shell: Shell, command: str, place: str, number: str
) -> None:
    assert CLAIMS.count(place) == 1
    shell.write("runs.jsonl", RUNS)
    shell.write("claims.toml", CLAIMS.replace(place, WRITTEN[place].format(number)))

    ran = shell(command, "claims.toml")

    assert ran.code == 2
    assert ran.err.startswith("claims.toml:")
    assert len(ran.err) < 2000


@pytest.mark.parametrize("name", ["hits", "predicted", "gold_count"])
def test_counts_that_a_lock_keeps_are_read_again(shell: Shell, name: str) -> None:
    record = {"id": "1", "hits": 10**20, "predicted": 10**20, "gold_count": 10**20}
    claims = CLAIMS.replace(
        'path = "runs.jsonl"',
        'path = "runs.jsonl"\nfields = '
        '{ hits = "hits", predicted = "predicted", gold_count = "gold_count" }',
    )
    claims = claims.replace("average=micro", "average=micro,match=given").replace(", n = 4", "")
    study = Study.begin(shell, claims=claims, runs=json.dumps(record | {name: 1}) + "\n")
    ran = study.lock()

    if ran.code == 0:
        assert study.check().code == 1
