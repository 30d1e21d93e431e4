"""`measurand metrics`: those that there are, and those of a file with their laws."""

import json

import pytest

from measurand.metrics.standard import STANDARD
from tests.cli.running import Shell

OWN = """\
[metrics.dice]
formula = "2*hits / (gold + predicted)"
range = ["0", "1"]
falls = ["fp"]
mirror = "self"
says = "hits on both sides"
"""


@pytest.mark.parametrize("fmt", ["text", "json", "md", "csv", "latex"])
def test_all_metrics_are_listed_in_every_form(shell: Shell, fmt: str) -> None:
    ran = shell("metrics", "--format", fmt)

    assert (ran.code, ran.err) == (0, "")
    assert all(name.replace("_", "\\_" if fmt == "latex" else "_") in ran.out for name in STANDARD)


def test_our_metrics_are_shown_as_latex(shell: Shell) -> None:
    assert r"\frac{\mathrm{hits}}{\mathrm{gold}}" in shell("metrics", "--latex").out


def test_a_metric_that_keeps_its_laws_exits_with_0(shell: Shell) -> None:
    shell.write("own.toml", OWN)

    ran = shell("metrics", "own.toml")

    assert (ran.code, ran.err) == (0, "")
    assert "normal form: 2*hits / (gold + predicted)" in ran.out
    assert "refuted" not in ran.out


def test_a_refuted_law_exits_with_1_and_its_counterexample(shell: Shell) -> None:
    shell.write("own.toml", OWN.replace('"1"]', '"0"]'))

    ran = shell("metrics", "own.toml", "--format", "json")

    [metric] = json.loads(ran.out)["metrics"]
    laws = {(law["law"], law["says"]): (law["outcome"], law["of"]) for law in metric["laws"]}
    assert ran.code == 1
    assert metric["range"] == ["0", "0"]
    assert metric["latex"] == r"\frac{2\,\mathrm{hits}}{\mathrm{gold} + \mathrm{predicted}}"
    assert laws["range", "at most 0"] == ("refuted", "tp 1 fp 0 fn 0 tn 0 gives 1, above 0")
    assert laws["direction", "never rises with fp"] == ("proved", "all counts")
    assert laws["floats", "floats give the value within 1e-12"] == ("tested", "120 small units")


def test_latex_is_shown_beside_the_laws(shell: Shell) -> None:
    shell.write("own.toml", OWN)

    assert r"\frac{2\,\mathrm{hits}}" in shell("metrics", "own.toml", "--latex").out
    assert r"\frac" not in shell("metrics", "own.toml").out


def test_bad_input_exits_with_2(shell: Shell) -> None:
    shell.write("own.toml", OWN.replace("says", "sayz"))

    ran = shell("metrics", "own.toml")

    assert (ran.code, ran.out) == (2, "")
    assert "own.toml:6: metrics.dice.sayz: expected a known key" in ran.err
    assert shell("metrics", "none.toml").code == 2


def test_a_file_is_not_written_over(shell: Shell) -> None:
    shell.write("own.toml", OWN)

    assert shell("metrics", "own.toml", "--output", "own.toml").code == 2
    assert shell.read("own.toml") == OWN.encode()
