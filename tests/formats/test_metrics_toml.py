"""Metrics in TOML: what is read, and what is refused with its line."""

from fractions import Fraction
from pathlib import Path

import pytest

from measurand.algebra.formula_text import read
from measurand.edges.claims.metrics import (
    MOST_BYTES,
    MOST_METRICS,
    load_metrics,
    read_metrics,
)
from measurand.metrics.metric import ITSELF, Metric

NAME = "a name of small letters, digits and _, at most 60"
TVERSKY = """\
[metrics.tversky]
formula = "hits / (hits + alpha*(predicted - hits) + b*(gold - hits))"
params = { alpha = "1/2", b = 0.25 }
range = ["0", 1]
rises = ["tp"]
falls = ["fp", "fn"]
words = ["tversky_index"]
says = "hits, against weighted false positives and negatives"
source = "Tversky 1977"
"""


def faults(text: str | bytes) -> list[str]:
    raw = text.encode() if isinstance(text, str) else text
    return [fault.text() for fault in read_metrics(raw, file="own.toml").failure()]


def one(key: str = "", *, formula: str = "hits / gold", name: str = "own") -> str:
    return f"[metrics.{name}]\nformula = '{formula}'\nsays = 'a metric'\n{key}\n"


def test_a_metric_is_read_with_all_that_it_says() -> None:
    assert read_metrics(TVERSKY.encode()).unwrap() == {
        "tversky": Metric(
            name="tversky",
            formula=read("hits / (hits + alpha*(predicted - hits) + b*(gold - hits))"),
            says="hits, against weighted false positives and negatives",
            source="Tversky 1977",
            low=0,
            high=1,
            words=("tversky_index",),
            params=(("alpha", Fraction(1, 2)), ("b", Fraction(1, 4))),
            rises=("tp",),
            falls=("fp", "fn"),
        )
    }


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("", None, None),
        ('range = ["0", "inf"]', 0, None),
        ("range = [-inf, 3]", None, 3),
        ('range = ["-1", "+1"]', -1, 1),
    ],
)
def test_a_range_may_have_open_ends(key: str, low: int | None, high: int | None) -> None:
    metric = read_metrics(one(key).encode()).unwrap()["own"]

    assert (metric.low, metric.high) == (low, high)


def test_mirrors_of_a_file_may_name_each_other() -> None:
    text = (
        one("mirror = 'other'")
        + one("mirror = 'own'", name="other")
        + one("mirror = 'third'", name="third")
    )

    found = read_metrics(text.encode()).unwrap()

    assert [metric.mirror for metric in found.values()] == ["other", "own", ITSELF]


@pytest.mark.parametrize(
    ("key", "path", "told"),
    [
        ("rnage = [0, 1]", "rnage", "a known key, got 'rnage': did you mean 'range'?"),
        ("range = ['0']", "range", 'two ends, as in ["0", "inf"], got 1 value'),
        ("range = ['1/2', '1']", "range[0]", "a whole number, or -inf, got '1/2'"),
        ("range = ['inf', '1']", "range[0]", "a whole number, or -inf, got 'inf'"),
        ("range = [1, 0]", "range", "the lower end first, got 1 to 0"),
        ("params.a = '1'", "params.a", "a parameter that the formula has, got 'a'"),
        ("params.a = 'x'", "params.a", "a number such as 1, 0.5 or 1/3, got 'x'"),
        ("params.a = nan", "params.a", "a number such as 1, 0.5 or 1/3, got nan"),
        ("mirror = 'recal'", "mirror", "a metric, got 'recal': did you mean 'recall'?"),
        ("words = ['A B']", "words[0]", f"{NAME}, got 'A B'"),
        ('source = "a\\nb"', "source", "a line of at most 1000 characters, got 'a\\nb'"),
        ("source = 3", "source", "a text, got 3"),
    ],
)
def test_a_key_that_does_not_fit_is_told_with_its_line(key: str, path: str, told: str) -> None:
    assert faults(one(key)) == [f"own.toml:4: metrics.own.{path}: expected {told}"]


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("words = ['f1']", "names and words that no metric has, got 'f1', which is of f"),
        ("rises = ['hits']", "tp, fp, fn, tn, each rising or falling, got 'hits'"),
        ("rises = ['tp']\nfalls = ['tp']", "tp, fp, fn, tn, each rising or falling, got 'tp'"),
    ],
)
def test_a_metric_that_is_none_as_a_whole_is_told(key: str, told: str) -> None:
    assert faults(one(key)) == [f"own.toml:1: metrics.own: expected {told}"]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("tp / gold", "got 'tp': tp is hits, fp predicted - hits, fn gold - hits, tn judged"),
        ("hits / golt", "got 'golt': did you mean 'gold'?"),
        ("hits / cost", "got 'cost': give it one: params = { cost = \"1\" }"),
        ("hits /", "expected a number, a name or '(', got 'the end'"),
        ("abs(hits)", "expected a formula without log, abs and each_class, got abs(hits)"),
        ("hits / (gold - gold)", "expected a formula with a normal form, got a quotient by a"),
        ("(" * 200, "expected at most 100 levels of brackets"),
        ("+".join(["hits"] * 500), "expected a formula of at most 1000 parts, 150 levels deep"),
        ("hits" * 9_999, "expected a formula of at most 10000 characters, got 39996"),
        ("__import__", "expected hits, predicted, gold, judged or a parameter with a value"),
    ],
)
def test_a_formula_that_does_not_fit_is_told(formula: str, expected: str) -> None:
    [fault] = faults(one(formula=formula))

    assert fault.startswith("own.toml:2: metrics.own.formula: ")
    assert expected in fault


@pytest.mark.parametrize(
    "name", ["precision", "auc", "exact_match", "hits", "tp", "self", "unknown"]
)
def test_a_name_that_is_taken_is_refused(name: str) -> None:
    got = f"expected another name, got '{name}', which is taken"
    assert faults(one(name=name)) == [f"own.toml:1: metrics.{name}: {got}"]


def test_a_word_of_another_metric_of_the_file_is_refused() -> None:
    [fault] = faults(one("words = ['both']") + one("words = ['both']", name="second"))

    assert fault.startswith("own.toml:5: metrics.second: ")
    assert fault.endswith("got 'both', which is of own")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "own.toml: metrics: expected tables [metrics.NAME], got null"),
        ("metrics = 3", "own.toml:1: metrics: expected tables [metrics.NAME], got 3"),
        ("[metrics]\nown = 3", "own.toml:2: metrics.own: expected a table, got 3"),
        (
            "[metrics.own]\nformula = 1",
            "own.toml:1: metrics.own.says: expected a value, got nothing: this key is required",
        ),
        ("[metrics.own", "own.toml:1: expected valid TOML, got an error at the end"),
        (b"\xef\xbb\xbf", "own.toml:1: expected TOML from the start, got a byte order mark"),
        (b"\xff", "own.toml: expected UTF-8, got the byte 0xff"),
    ],
)
def test_a_file_that_is_none_of_metrics_is_told(text: str | bytes, expected: str) -> None:
    assert any(fault.startswith(expected) for fault in faults(text))


def test_unknown_tables_are_told_beside_other_faults() -> None:
    assert faults("[metric.own]\n" + one("range = [1, 0]")) == [
        "own.toml:1: metric: expected a known key, got 'metric': did you mean 'metrics'?",
        "own.toml:5: metrics.own.range: expected the lower end first, got 1 to 0",
    ]


def test_a_file_of_metrics_may_be_a_claims_file_too() -> None:
    assert read_metrics(f"schema = 1\n{one()}".encode()).unwrap()["own"].name == "own"
    assert "schema: expected 1, got 2" in faults(f"schema = 2\n{one()}")[0]


def test_files_and_numbers_of_metrics_are_bounded(tmp_path: Path) -> None:
    many = "".join(one(name=f"own_{at}") for at in range(MOST_METRICS + 1))
    assert faults(many)[0].endswith(f"expected at most {MOST_METRICS} metrics, got 101")

    long = tmp_path / "long.toml"
    long.write_bytes(b"#" * (MOST_BYTES + 1))
    assert "at most 256 KiB" in load_metrics(long).failure()[0].text()


def test_a_file_is_loaded_where_every_law_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(TVERSKY, encoding="utf-8")

    assert list(load_metrics(path).unwrap()) == ["tversky"]


def test_a_broken_law_is_a_fault_with_its_counterexample(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = TVERSKY.replace('["0", 1]', '["0", "0"]')
    path.write_text(f"# ours\n{text}", encoding="utf-8")

    [fault] = load_metrics(path).failure()
    assert (fault.line, fault.path) == (2, "metrics.tversky")
    assert fault.expected == "range: at most 0"
    assert fault.got == "tp 1 fp 0 fn 0 tn 0 gives 1, above 0"
