"""Laws of certificates: refutations have them, true tables have none, and no change fools them."""

import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from measurand.auditing.proofs.carried import JsonTree, certified
from measurand.auditing.proofs.verify import verify
from measurand.values.verdict import TableVerdict
from properties.premises.asking import quickly, read
from properties.premises.families import seeded, true_table
from properties.premises.layouts import slip
from properties.strategies.effort import part

SEEDS = st.integers(0, 2**40)
few = part(8, least=5)
"""Each example asks all the rules of a table."""


def found_in(seed: int) -> tuple[list[JsonTree], list[str]]:
    """Give the certificates of a true table with a slip in it, and the rules that have none."""
    wrong = slip(seeded(seed), true_table(seed))
    if wrong is None:
        return [], []
    proved = quickly(wrong, wrong.said)
    made = certified(proved)
    rules = {one.name: one.findings[0].rule for one in proved.questions}
    refuted = [one for one in proved.questions if one.outcome is TableVerdict.NOT_REPRODUCIBLE]
    assert len(refuted) == len(made.certificates) + len(made.without)
    return list(made.certificates), [rules[name] for name, _ in made.without]


@few
@given(SEEDS)
def test_every_refutation_has_a_certificate_that_verifies_or_a_reason(seed: int) -> None:
    made, without = found_in(seed)

    assert all(without)
    assert all(verify(json.dumps(one))["answer"] == "holds" for one in made)


def test_of_refutations_most_have_a_certificate_and_none_holds_against_the_truth() -> None:
    carried = left = 0
    for seed in range(40):
        made, without = found_in(seed)
        carried, left = carried + len(made), left + len(without)
        _hold_to_truth(seed, made)
    assert carried > 2 * left


def _hold_to_truth(seed: int, made: list[JsonTree]) -> None:
    true = read(true_table(seed), true_table(seed).said).sheet
    rows = {row.label: row for row in true.rows}

    for one in made:
        cells = one["cells"]
        assert isinstance(cells, list)
        changed = 0
        for cell in cells:
            printed = rows[cell["row"]].cell(cell["column"]) if cell["row"] in rows else None
            if printed is not None and cell["printed"] != printed.text:
                cell["printed"] = printed.text if cell["unit"] == printed.unit.value else "x"
                changed += 1
        assert not changed or verify(one)["answer"] != "holds"


def numbers(tree: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Walk the places of what is a number, or text that is one."""
    if isinstance(tree, dict | list):
        pairs = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for key, part in pairs:
            yield from numbers(part, (*path, key))
    elif type(tree) is int or (path and path[-1] in _TEXTS and tree is not None):
        yield path


_TEXTS = {"printed", "low", "high", "most"}


def changed_at(tree: object, path: tuple[str | int, ...], value: object) -> object:
    """Put another value at a place of a tree."""
    if not path:
        return value
    key, *rest = path
    if isinstance(tree, dict):
        return {**tree, key: changed_at(tree[key], tuple(rest), value)}
    assert isinstance(tree, list)
    assert isinstance(key, int)
    return [*tree[:key], changed_at(tree[key], tuple(rest), value), *tree[key + 1 :]]


def meets(tree: object, point: dict[str, Fraction]) -> Fraction:
    """Evaluate a tree at a point, in another way than the checker: one number after another."""
    if isinstance(tree, str) and tree in point:
        return point[tree]
    if not isinstance(tree, list):
        return Fraction(str(tree))
    first, *rest = (meets(one, point) for one in tree[1:])
    match tree[0]:
        case "abs":
            return abs(first)
        case "+" | "-" | "*" | "/":
            [other] = rest
            made = {"+": first + other, "-": first - other, "*": first * other}
            return first / other if tree[0] == "/" else made[tree[0]]
        case _:
            return min(first, *rest) if tree[0] == "min" else max(first, *rest)


def solved(tree: JsonTree, rng: Random) -> bool:
    """Look at points for one that prints as the cells do and meets all: there must be none."""
    return any(
        _solved(case, tree["cells"], rng)
        for case in tree["cases"]  # type: ignore[attr-defined]  # a list, as the checker saw
        if "never" in case and not any(f'"{one}"' in json.dumps(case["never"]) for one in _OTHERS)
        for _ in range(20)
    )


_OTHERS = ("sqrt", "beta", "gamma", "holm")


def _solved(case: JsonTree, cells: object, rng: Random) -> bool:
    point = {}
    for one in case["unknowns"]:  # type: ignore[attr-defined]  # as above
        low, high = _ends(one, cells)
        if low is None or high is None or low > high:
            return False
        value = low + (high - low) * Fraction(rng.randint(0, 16), 16)
        point[one["name"]] = Fraction(round(value)) if one["whole"] else value
        if not low <= point[one["name"]] <= high:
            return False
    try:
        sides = [
            (relation, meets(left, point), meets(right, point))
            for relation, left, right in case["never"]  # type: ignore[attr-defined]  # as above
        ]
    except ZeroDivisionError:
        return False
    return all(a == b if relation == "==" else a <= b for relation, a, b in sides)


def _ends(one: dict[str, str | int | None], cells: object) -> tuple[Fraction | None, ...]:
    """Give where a number surely prints as its cell does, well inside."""
    ends = [None if one[key] is None else Fraction(str(one[key])) for key in ("low", "high")]
    if one["cell"] is None:
        return tuple(ends)
    cell = cells[one["cell"]]  # type: ignore[index]  # as the checker saw
    digits = cell["printed"].rstrip("%").lstrip("$€£¥")
    scale = Fraction(1, 100) if cell["unit"] in {"%", "points"} else Fraction(1)
    quarter = scale / 10 ** len(digits.partition(".")[2]) / 4
    if cell["rounding"] == "exact":
        quarter = Fraction(0)
    value = Fraction(digits) * scale
    low, high = ends
    return (
        value - quarter if low is None else max(low, value - quarter),
        value + quarter if high is None else min(high, value + quarter),
    )


@few
@given(SEEDS, st.data())
def test_a_number_that_was_changed_is_refused_or_leaves_a_true_proof(
    seed: int, data: st.DataObject
) -> None:
    made, _ = found_in(seed)
    for one in made:
        path = data.draw(st.sampled_from([*numbers(one)]))
        other = data.draw(
            st.integers(-2, 200)
            if path[-1] in {"cell", "certificate"}
            else st.sampled_from((0, 1, -1, "7", "0.5", "99.9%", "50", "1/3", "1" * 500, None))
        )
        changed = changed_at(json.loads(json.dumps(one)), path, other)
        assert isinstance(changed, dict)

        if verify(json.dumps(changed))["answer"] == "holds":
            assert not solved(changed, data.draw(st.randoms(use_true_random=False)))


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(),
    lambda part: (
        st.lists(part, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ("certificate", "cells", "cases", "unknowns", "never", "bounds", "proof")
            ),
            part,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(junk)
def test_junk_is_no_certificate_and_never_an_error(tree: object) -> None:
    assert verify(tree)["answer"] != "holds"
    assert verify(json.dumps(tree))["answer"] != "holds"


SMALL: JsonTree = {
    "certificate": 1,
    "cells": [{"row": "a", "column": "P", "printed": "8.1%", "unit": "%", "rounding": "decimal"}],
    "cases": [
        {
            "unknowns": [{"name": "P", "cell": 0, "low": None, "high": "1", "whole": False}],
            "never": [["==", "P", ["/", 7, 8]]],
        },
        {
            "unknowns": [{"name": "k", "cell": None, "low": "0", "high": None, "whole": True}],
            "bounds": [{"form": [[0, 1]], "most": "-1"}],
            "proof": [{"leaf": [[0, "1"]]}],
        },
    ],
}


def places(tree: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """List all parts of a tree, but the whole."""
    inside = tree.items() if isinstance(tree, dict) else enumerate(tree)  # type: ignore[arg-type]
    for key, below in inside:
        yield (*path, key)
        if isinstance(below, dict | list):
            yield from places(below, (*path, key))


@given(st.sampled_from([*places(SMALL)]), junk)
def test_a_certificate_with_junk_in_some_place_is_answered(
    path: tuple[str | int, ...], other: object
) -> None:
    assert verify(SMALL)["answer"] == "holds"

    changed = changed_at(json.loads(json.dumps(SMALL)), path, other)

    assert verify(changed)["answer"] in {"holds", "does not hold", "no certificate"}


@given(st.text(max_size=50))
def test_any_text_is_answered(text: str) -> None:
    assert verify(text)["answer"] == "no certificate"
