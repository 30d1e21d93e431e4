"""A relation without a unit: its number is in that of the numbers which it speaks of."""

import pytest
from returns.pipeline import is_successful

from measurand.auditing.claims.model import Related
from measurand.edges.claims.load import claims_of

FILE = """\
schema = 1

[[table]]
name = "1"
columns.P = {{ role = "precision", unit = "{left}" }}
columns.R = {{ role = "recall", unit = "{right}" }}
rows = [{{ label = "a", cells = {{ P = 87.3, R = 79.6 }} }}]

[[claim]]
id = "it"
left = "1/a/P"
{claim}
"""
BOTH = 'right = "1/a/R"'


def read(claim: str, left: str = "%", right: str = "%") -> Related | str:
    found = claims_of(FILE.format(left=left, right=right, claim=claim).encode(), file="c.toml")
    if not is_successful(found):
        return "; ".join(fault.text() for fault in found.failure())
    [related] = found.unwrap().claims
    assert isinstance(related, Related)
    return related


def value(claim: str, left: str = "%", right: str = "%") -> str:
    found = read(f"{BOTH}\n{claim}", left, right)
    assert isinstance(found, Related), found
    assert found.value is not None
    assert not found.unitless
    return f"{found.value.value} {found.value.unit.value}"


@pytest.mark.parametrize(
    ("claim", "left", "right", "meant"),
    [
        ('is = "difference"\nvalue = 7.7', "%", "%", "77/10 points"),
        ('is = "difference"\nvalue = 7.7', "points", "points", "77/10 points"),
        ('is = "difference"\nvalue = 7.7', "%", "points", "77/10 points"),
        ('is = "difference"\nvalue = 7.7', "$", "$", "77/10 $"),
        ('is = "difference"\nvalue = 7.7', "none", "none", "77/10 none"),
        ('is = "difference"\nvalue = 0.077\nunit = "none"', "%", "%", "77/1000 none"),
        ('is = "difference"\nvalue = "7.7%"', "%", "$", "77/10 %"),
        ('is = "ratio"\nvalue = 1.1', "%", "%", "11/10 none"),
        ('is = "relative"\nvalue = 9.7', "%", "%", "97/10 %"),
        ('is = "relative"\nvalue = 9.7', "$", "$", "97/10 %"),
    ],
)
def test_a_number_without_a_unit_is_in_that_of_the_operands(
    claim: str, left: str, right: str, meant: str
) -> None:
    assert value(claim, left, right) == meant


def test_operands_in_different_units_ask_for_one() -> None:
    assert read(f'{BOTH}\nis = "difference"\nvalue = 7.7', "%", "$") == (
        "c.toml:9: claim[0].unit: expected a unit, got nothing: left is in %, right in $"
    )


@pytest.mark.parametrize("relation", ["greater", "less", "equal"])
def test_a_plain_number_beside_percent_asks_for_a_unit(relation: str) -> None:
    assert read(f'right = 50\nis = "{relation}"') == (
        "c.toml:9: claim[0].unit: expected a unit, got nothing: 50 is compared with a number in %"
    )
    assert isinstance(read(f'right = 50\nis = "{relation}"\nunit = "%"'), Related)
    assert isinstance(read(f'right = 50\nis = "{relation}"', "$"), Related)
    assert isinstance(read(f'right = 0\nis = "{relation}"'), Related)


def test_an_operand_that_nothing_is_is_the_only_fault() -> None:
    found = read('right = "1/a/X"\nis = "difference"\nvalue = 7.7')

    assert isinstance(found, str)
    assert found.count("expected") == 1
