"""What commands print as JSON is made of the nouns of docs/json.md, in each of them alike."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from measurand.metrics.signature import parse, signature
from tests.cli.running import Shell

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
RATIO = re.compile(r"-?[0-9]+/[0-9]+")
DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?")
INTERVAL = {"low", "high", "level", "degenerate", "how"}
NUMBERS = {"value", "decimal", "top", "bottom", "how", "least"}
"""The keys of exact numbers: a score, a share, a p-value."""
REVIEWS = ("score", "reviews/reviews.jsonl", "-d", "f(average=micro)")
SCORED = "results/demo__seed1_proposed/scorecards.jsonl"
COMMANDS = (
    REVIEWS,
    (*REVIEWS, "--by", "product"),
    (*REVIEWS, "--interval"),
    ("compare", "reviews/reviews.jsonl", "reviews/reviews.jsonl", "-d", "f(average=micro)"),
    ("check", "paper/claims.toml"),
    ("check", "urgency/claims.toml"),
    ("audit", "paper/claims.toml"),
    ("table", "paper/claims.toml"),
    ("review", "aggregate", f"review/{SCORED}"),
    ("cf", "run", "volumes/samples.jsonl"),
    ("causal", "run", "reasoning/careful.jsonl"),
    ("causal", "compare", "reasoning/careful.jsonl", "reasoning/hasty.jsonl"),
)


def run(shell: Shell, *words: str) -> dict[str, object]:
    """Run a command over examples, in a folder of its own, for what it writes beside."""
    paths = (str(EXAMPLES / word) if "/" in word else word for word in words)
    return shell(*paths, "--format", "json").json


def strays(tree: object, path: str = "$") -> Iterator[str]:
    """Name what is no noun: a float where a number is exact, a ratio that stands alone."""
    if isinstance(tree, float) or (isinstance(tree, str) and RATIO.fullmatch(tree)):
        yield f"{path}: {tree}"
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from strays(value, f"{path}[{index}]")
    elif isinstance(tree, dict):
        inside = noun(tree)
        if inside is None:
            yield f"{path}: {tree}"
        for key, value in (inside or {}).items():
            yield from strays(value, f"{path}.{key}")


def noun(tree: dict[str, object]) -> dict[str, object] | None:
    """Give what is to be looked at inside an object; None where it is a noun at fault."""
    match tree:
        case {"low": float() | int(), "high": float() | int(), "level": level}:
            return {"level": level} if set(tree) == INTERVAL else None
        case {"value": float(), "interval": interval, **rest} if not rest:
            return {"interval": interval}
        case {"value": str() as value, "decimal": str() as decimal, **rest}:
            right = agree(value, decimal) and NUMBERS.issuperset(rest)
            return {"least": rest.get("least")} if right else None
        case {"undefined": str() | None as reason, **rest}:
            return None if rest or reason is None else {}
        case _:
            return tree


def agree(value: str, decimal: str) -> bool:
    if not DECIMAL.fullmatch(decimal):
        return False
    if not RATIO.fullmatch(value):
        return value == decimal or "sqrt" in value
    above, _, below = value.partition("/")
    near = int(above) / int(below)
    return abs(near - float(decimal)) <= 1e-14 * max(1, abs(near))


def definitions(tree: object) -> Iterator[str]:
    match tree:
        case {"definition": str() as text, **rest} if text:
            yield text
            yield from definitions(rest)
        case dict():
            for value in tree.values():
                yield from definitions(value)
        case list():
            for value in tree:
                yield from definitions(value)
        case _:
            return


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_document_says_its_schema_and_has_only_nouns(
    shell: Shell, words: tuple[str, ...]
) -> None:
    tree = run(shell, *words)

    assert tree["schema"] == 2
    assert tree["command"] in {" ".join(words[:1]), " ".join(words[:2])}
    assert list(strays(tree)) == []
    assert [text for text in definitions(tree) if signature(parse(text)) != text] == []


def test_proofs_write_their_constants_as_exact_texts(shell: Shell) -> None:
    tree = run(shell, "prove", "paper/paper.md")

    alone = [stray.rpartition(": ")[2] for stray in strays(tree)]

    assert tree["schema"] == 2
    assert alone
    assert [text for text in alone if not RATIO.fullmatch(text)] == []


def test_metrics_are_said_in_texts_and_whole_numbers(shell: Shell) -> None:
    assert list(strays(run(shell, "metrics"))) == []


@pytest.mark.parametrize(
    "tree",
    [
        {"p_value": 0.5},
        {"level": "19/20"},
        {"value": "1/3", "decimal": "0.5"},
        {"value": "1/3", "decimal": "0.333333333333333", "exact": "1/3"},
        {"low": 0.5, "high": 0.7, "level": 0.95, "degenerate": None, "how": None},
        {"undefined": "no sample", "value": None},
    ],
)
def test_what_is_no_noun_is_seen(tree: object) -> None:
    assert list(strays({"scores": [tree]}))
