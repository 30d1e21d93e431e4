"""Every kind of table that is refuted has a certificate, and none is forged of true numbers."""

import copy
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from random import Random
from unittest.mock import patch

from hypothesis import assume, event, example, given
from hypothesis import strategies as st

from measurand.algebra.enclosure import point
from measurand.algebra.rounding import hull, rounded
from measurand.algebra.tails import upper_gamma
from measurand.auditing.proofs import verify as checker
from measurand.auditing.proofs.carried import JsonTree, certified
from measurand.auditing.proofs.prove import Proved
from measurand.auditing.proofs.verify import verify
from measurand.inference.adjustment import adjust
from measurand.values.printed import Printed, Rounding
from measurand.values.verdict import TableVerdict
from properties.proofs.refuted_tables import KINDS
from properties.strategies.effort import part

Values = Mapping[str, Fraction]
Kind = Callable[[Random], Proved]
kinds = st.sampled_from(KINDS)
seeds = st.integers(0, 10**6)
fewer = part(3, least=10)
"""Each example halves boxes until they are too many."""


@given(kinds, seeds)
def test_what_is_refuted_has_a_certificate_that_holds_or_a_reason(kind: Kind, seed: int) -> None:
    proved = kind(Random(seed))  # noqa: S311  # tables, not secrets

    made = certified(proved)

    refuted = [one.name for one in proved.questions if one.outcome is TableVerdict.NOT_REPRODUCIBLE]
    named = [one["question"] for one in made.certificates] + [name for name, _ in made.without]
    event(f"{len(made.certificates)} of {len(refuted)}")
    assert sorted(map(str, named)) == sorted(refuted)
    for one in made.certificates:
        assert verify(json.dumps(one))["answer"] == "holds"


# A certificate whose formulas are true of some numbers, whose cells are those numbers printed, and
# whose ends hold them, is of a table that can be: whatever else stands in it, it must not hold.


def value(tree: object, values: Values) -> Fraction | None:
    """Compute a tree exactly; None where it is undefined, or a root is not rational."""
    if not isinstance(tree, list):
        return values[tree] if isinstance(tree, str) and tree in values else Fraction(str(tree))
    parts = [value(one, values) for one in tree[1:]]
    known = [one for one in parts if one is not None]
    return None if len(known) < len(parts) else _applied(str(tree[0]), known)


def _applied(operator: str, parts: list[Fraction]) -> Fraction | None:
    one, other = (*parts, Fraction(0))[:2]
    match operator:
        case "+":
            return one + other
        case "-":
            return one - other
        case "*":
            return one * other
        case "/":
            return one / other if other else None
        case "min" | "max":
            return min(parts) if operator == "min" else max(parts)
        case "abs":
            return abs(one)
        case "beta":
            return _binomial(*parts)
        case "holm":
            return adjust(parts)[0] if all(0 <= part <= 1 for part in parts) else None
        case _:
            return None


def _binomial(x: Fraction, a: Fraction, b: Fraction) -> Fraction | None:
    """Give the beta law of whole parameters: so many or more hits of a + b - 1 trials."""
    whole = a.denominator == b.denominator == 1 and min(a, b) >= 1 and a + b <= 40
    if not whole or not 0 <= x <= 1:
        return None
    n = int(a + b) - 1
    return sum((comb(n, k) * x**k * (1 - x) ** (n - k) for k in range(int(a), n + 1)), Fraction(0))


@st.composite
def trees(draw: st.DrawFn, names: tuple[str, ...], depth: int = 3) -> object:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from(names) | st.integers(-3, 9))
    part = trees(names, depth - 1)
    operator = draw(st.sampled_from(("+", "-", "*", "/", "min", "max", "abs", "beta", "holm")))
    if operator == "abs":
        return [operator, draw(part)]
    if operator == "beta":
        return [operator, draw(part), draw(st.integers(1, 6)), draw(st.integers(1, 6))]
    parts = draw(st.lists(part, min_size=2, max_size=4 if operator == "holm" else 2))
    return [operator, *parts]


def written(number: Fraction) -> object:
    return ["/", number.numerator, number.denominator]


@st.composite
def true_certificates(draw: st.DrawFn) -> JsonTree:
    """Draw numbers, print them, and state relations that they meet."""
    names = ("a", "b", "k")
    rate = st.fractions(0, 1, max_denominator=60)
    values = {"a": draw(rate), "b": draw(rate), "k": Fraction(draw(st.integers(0, 40)))}
    decimals = draw(st.integers(0, 4))
    cells: list[object] = []
    unknowns: list[object] = []
    for name, number in values.items():
        mode = draw(st.sampled_from((Rounding.DECIMAL, Rounding.TRUNCATE, Rounding.PRINTF)))
        text = Printed(rounded(number, decimals, mode), decimals).text
        cells.append(
            {"row": "r", "column": name, "printed": text, "unit": "none", "rounding": mode.value}
        )
        whole = name == "k"
        slack = draw(st.fractions(0, 2, max_denominator=9))
        ends = {"low": str(number - slack), "high": str(number + slack)}
        free = draw(st.sampled_from(("cell", "ends", "both")))
        unknowns.append(
            {
                "name": name,
                "cell": None if free == "ends" else len(cells) - 1,
                **({"low": None, "high": None} if free == "cell" else ends),
                "whole": whole,
            }
        )
    never: list[object] = []
    for _ in range(draw(st.integers(1, 4))):
        tree = draw(trees(names))
        exact = value(tree, values)
        if exact is not None:
            never.append(draw(st.sampled_from(_true_relations(tree, exact, values))))
    assume(never)
    case = {"unknowns": unknowns, "never": never}
    return {"certificate": 1, "cells": cells, "cases": [case]}


def _true_relations(tree: object, exact: Fraction, values: Values) -> list[object]:
    """Say what is so of a formula whose value is known: also by names alone on one side."""
    alone = [
        [relation, name, ["+", tree, written(number - exact)]]
        for name, number in values.items()
        for relation in ("==", "<=")
    ]
    return [
        *alone,
        ["==", tree, written(exact)],
        ["<=", tree, written(exact)],
        ["<=", written(exact - Fraction(1, 10**6)), tree],
    ]


@given(true_certificates())
@example(
    {
        "certificate": 1,
        "cells": [],
        "cases": [
            {
                "unknowns": [
                    {"name": "k", "cell": None, "low": "0", "high": "1", "whole": True},
                    {"name": "a", "cell": None, "low": None, "high": None, "whole": False},
                ],
                "never": [["==", "a", ["/", "k", 3]], ["==", "k", ["*", 3, "a"]]],
            }
        ],
    }
)
def test_no_certificate_holds_of_numbers_that_are_there(forged: JsonTree) -> None:
    # Few boxes are enough: no number of them may leave out what is there.
    with patch.object(checker, "MOST_BOXES", 40):
        assert verify(forged)["answer"] == "does not hold"


@given(
    st.fractions(0, 1, max_denominator=10**4),
    st.integers(1, 40),
    st.integers(1, 40),
    st.fractions(-1, 1, max_denominator=10**6),
)
def test_tails_lie_where_sums_of_hits_do(x: Fraction, a: int, b: int, off: Fraction) -> None:
    exact = _binomial(x, Fraction(a), Fraction(b)) if a + b <= 40 else None
    assume(exact is not None and off)
    assert exact is not None

    assert verify(_claimed(x, ["beta", "x", a, b], exact))["answer"] == "does not hold"
    shifted = verify(_claimed(x, ["beta", "x", a, b], exact + off / 10**6))["answer"]
    assert shifted == "holds"


@given(
    st.fractions(0, 60, max_denominator=100), st.fractions(Fraction(1, 9), 30, max_denominator=9)
)
def test_tails_of_the_gamma_law_lie_where_another_enclosure_does(x: Fraction, a: Fraction) -> None:
    span = upper_gamma(point(a), point(x))
    tail = ["gamma", written(a), "x"]

    assert verify(_claimed(x, tail, (span.low + span.high) / 2))["answer"] == "does not hold"
    assert verify(_claimed(x, tail, span.high + Fraction(1, 10**12)))["answer"] == "holds"
    assert verify(_claimed(x, tail, span.low - Fraction(1, 10**12)))["answer"] == "holds"


@given(
    st.lists(st.fractions(0, 1, max_denominator=50), min_size=1, max_size=6),
    st.fractions(-1, 1, max_denominator=10**4).filter(bool),
)
def test_an_adjusted_p_value_is_that_of_holm(raw: list[Fraction], off: Fraction) -> None:
    exact, *_ = adjust(raw)
    tree = ["holm", "x", *map(written, raw[1:])]

    assert verify(_claimed(raw[0], tree, exact))["answer"] == "does not hold"
    assert verify(_claimed(raw[0], tree, exact + off / 10**6))["answer"] == "holds"


CELL: JsonTree = {
    "row": "a",
    "column": "P",
    "printed": "80.1%",
    "unit": "%",
    "rounding": "decimal",
}


def _claimed(x: Fraction, tree: object, p: Fraction) -> JsonTree:
    one = {"name": "x", "cell": None, "low": str(x), "high": str(x), "whole": False}
    # A certificate is of some cell: this one decides nothing.
    cell = {"name": "y", "cell": 0, "low": None, "high": None, "whole": False}
    case = {"unknowns": [one, cell], "never": [["==", tree, written(p)]]}
    return {"certificate": 1, "cells": [CELL], "cases": [case]}


# What is changed in one place has to be a proof again, or is not accepted. Numbers that meet a
# changed certificate are looked for by drawing those that no equation gives.


@fewer
@given(kinds, seeds)
def test_a_certificate_that_is_changed_in_one_place_is_of_no_numbers_or_refused(
    kind: Kind, seed: int
) -> None:
    rng = Random(seed)  # noqa: S311  # tables, not secrets
    made = certified(kind(rng)).certificates
    assume(made)
    changed = copy.deepcopy(made[0])
    places = [one for one in _places(changed) if one[1] not in {"row", "column", "premises"}]
    holder, key = rng.choice(places)
    holder[key] = _other(holder[key], rng)  # type: ignore[index]  # a list or an object

    answer = verify(json.dumps(changed))["answer"]

    event(str(answer))
    if answer == "holds":
        for case in changed["cases"]:  # type: ignore[attr-defined]  # a list
            assert not any(_met(case, changed["cells"], rng) for _ in range(20))


def _places(tree: object) -> Iterator[tuple[object, object]]:
    """Walk the numbers and words of cells and cases, each by what holds it."""
    items: list[tuple[object, object]] = []
    if isinstance(tree, dict):
        items = [(key, one) for key, one in tree.items() if key not in _WORDS]
    elif isinstance(tree, list):
        items = list(enumerate(tree))
    for key, one in items:
        if isinstance(one, dict | list):
            yield from _places(one)
        else:
            yield tree, key


_WORDS = {"by", "table", "source", "question", "rule", "premises", "reading", "says", "certificate"}


def _other(one: object, rng: Random) -> object:
    if isinstance(one, bool):
        return not one
    if isinstance(one, int):
        return rng.choice((-one, one + 1, one - 1, 2 * one))
    swaps = {"==": "<=", "<=": "==", "+": "-", "-": "+", "min": "max", "max": "min"}
    if isinstance(one, str) and one in swaps:
        return swaps[one]
    if isinstance(one, str) and any(sign.isdigit() for sign in one):
        at = rng.choice([place for place, sign in enumerate(one) if sign.isdigit()])
        return one[:at] + str(rng.randint(0, 9)) + one[at + 1 :]
    return rng.choice((None, "1", 0, "P"))


def _met(case: Mapping[str, list[dict[str, object]]], cells: object, rng: Random) -> bool:
    """Draw numbers within all ends, and tell whether they meet every relation of a case."""
    assert isinstance(cells, list)
    found = {str(one["name"]): _ends(one, cells) for one in case["unknowns"]}
    spans = {name: span for name, span in found.items() if span is not None}
    if len(spans) < len(found) or "never" not in case:
        return False
    never: list[list[object]] = [[*one] for one in case["never"]]
    wholes = {str(one["name"]) for one in case["unknowns"] if one["whole"]}
    values: dict[str, Fraction] = {}
    for name, span in spans.items():
        share = Fraction(rng.randint(0, 16), 16)
        drawn = span[0] + (span[1] - span[0]) * share
        values[name] = Fraction(round(drawn)) if name in wholes else drawn
    for relation, left, right in never:
        if relation == "==" and isinstance(left, str) and left in values:
            given_by = value(right, values)
            values[left] = values[left] if given_by is None else given_by
    holds = _holds(values)
    inside = all(span[0] <= values[name] <= span[1] for name, span in spans.items())
    whole = all(values[name].denominator == 1 for name in wholes)
    return inside and whole and all(holds(one) for one in never)


def _holds(values: Values) -> Callable[[Sequence[object]], bool]:
    def holds(claim: Sequence[object]) -> bool:
        left, right = value(claim[1], values), value(claim[2], values)
        if left is None or right is None:
            return False
        return left == right if claim[0] == "==" else left <= right

    return holds


def _ends(
    one: Mapping[str, object], cells: list[dict[str, str]]
) -> tuple[Fraction, Fraction] | None:
    low, high = (None if one[end] is None else Fraction(str(one[end])) for end in ("low", "high"))
    if isinstance(one["cell"], int):
        cell = cells[one["cell"]]
        named = {mode.value for mode in Rounding} - {"float64"}
        if cell["rounding"] not in named:
            return None
        printed = Printed.parse(cell["printed"], rounding=Rounding(cell["rounding"]))
        span = hull(printed)
        low = span.low if low is None else max(low, span.low)
        high = span.high if high is None else min(high, span.high)
    return None if low is None or high is None or low > high else (low, high)
