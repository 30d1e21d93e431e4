"""What the checker encloses holds every value that a formula takes in the box."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import assume, example, given, reject
from hypothesis import strategies as st

from measurand.auditing.proofs.verify_formulas import ARITY, Ends, Work, values

Values = Mapping[str, Fraction]
Box = Mapping[str, list[Fraction]]
NAMES = ("x", "y")
OPERATORS = sorted(one for one in ARITY if one not in {"beta", "gamma"})
ENDS = st.fractions(-4, 4, max_denominator=6)
LEAVES = st.sampled_from(NAMES) | st.integers(-3, 3)


def joined(parts: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.sampled_from(OPERATORS).flatmap(
        lambda operator: st.lists(parts, min_size=ARITY[operator], max_size=ARITY[operator]).map(
            lambda several: [operator, *several]
        )
    )


TREES = st.recursive(LEAVES, joined, max_leaves=6)
BOXES = st.fixed_dictionaries({name: st.tuples(ENDS, ENDS).map(sorted) for name in NAMES})
PLACES = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])


def value(tree: object, at: Values) -> Ends:
    """Compute a formula at a point: a root as two neighbours of a fine grid."""
    if not isinstance(tree, list):
        one = at[tree] if isinstance(tree, str) else Fraction(str(tree))
        return one, one
    (a, b), *rest = (value(one, at) for one in tree[1:])
    if tree[0] == "abs":
        return (Fraction(0) if a < 0 < b else min(abs(a), abs(b))), max(abs(a), abs(b))
    if tree[0] == "sqrt":
        assume(a >= 0)
        return root(a), root(b) + GRID
    ((c, d),) = rest
    match tree[0]:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            corners = sorted([a * c, a * d, b * c, b * d])
        case "/":
            assume(not c <= 0 <= d)
            corners = sorted([a / c, a / d, b / c, b / d])
        case "min":
            corners = [min(a, c), min(b, d)]
        case _:
            corners = [max(a, c), max(b, d)]
    return corners[0], corners[-1]


GRID = Fraction(1, 2**400)


def root(of: Fraction) -> Fraction:
    """Take the largest multiple of the grid whose square is not above, by halving."""
    low, high = 0, 2**400 * (of.numerator // of.denominator + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if (middle * GRID) ** 2 <= of else (low, middle)
    return low * GRID


def enclosed(tree: object, box: Box) -> tuple[Ends, dict[str, Ends]]:
    ends = {name: (low, high) for name, (low, high) in box.items()}
    try:
        low, high, slopes = values(tree, ends, Work(1000))
    except ZeroDivisionError:
        reject()
    return (low, high), slopes or {}


def inside(box: Box, places: tuple[Fraction, Fraction]) -> Values:
    pairs = zip(NAMES, places, strict=True)
    return {name: box[name][0] + (box[name][1] - box[name][0]) * place for name, place in pairs}


WHOLE = {"x": [Fraction(-3), Fraction(1)], "y": [Fraction(0), Fraction(2)]}


@given(TREES, BOXES, st.tuples(PLACES, PLACES))
@example(["abs", "x"], WHOLE, (Fraction(0), Fraction(0)))
@example(["sqrt", "y"], WHOLE, (Fraction(0), Fraction(1)))
@example(["min", "x", "y"], WHOLE, (Fraction(1), Fraction(1)))
def test_every_value_in_the_box_is_enclosed(
    tree: object, box: Box, places: tuple[Fraction, Fraction]
) -> None:
    (low, high), _ = enclosed(tree, box)

    least, most = value(tree, inside(box, places))
    assert low <= most
    assert least <= high


@given(TREES, BOXES, st.tuples(PLACES, PLACES), PLACES)
@example(["abs", "x"], WHOLE, (Fraction(0), Fraction(0)), Fraction(1))
@example(["sqrt", ["+", "y", 1]], WHOLE, (Fraction(0), Fraction(0)), Fraction(1))
@example(["/", "x", ["+", "x", 4]], WHOLE, (Fraction(0), Fraction(0)), Fraction(1))
@example(["max", "x", "y"], WHOLE, (Fraction(0), Fraction(0)), Fraction(1))
def test_every_slope_between_two_points_is_enclosed(
    tree: object,
    box: Box,
    places: tuple[Fraction, Fraction],
    other: Fraction,
) -> None:
    _, slopes = enclosed(tree, box)
    assume("x" in slopes and places[0] != other and box["x"][0] < box["x"][1])
    one, two = inside(box, places), inside(box, (other, places[1]))
    (a, b), (c, d) = value(tree, one), value(tree, two)

    low, high = slopes["x"]
    step = two["x"] - one["x"]
    quotients = sorted([(c - b) / step, (d - a) / step])
    assert quotients[0] <= high
    assert low <= quotients[1]


@pytest.mark.parametrize(
    ("tree", "low", "high"),
    [
        (["abs", "x"], 0, 3),
        (["abs", ["-", "x", 2]], 1, 5),
        (["min", "x", "y"], -3, 1),
        (["max", "x", "y"], 0, 2),
        (["-", "x", "y"], -5, 1),
        (["*", "x", "y"], -6, 2),
        (["/", "x", ["+", "y", 1]], -3, 1),
    ],
)
def test_an_operator_over_two_numbers_is_enclosed_as_closely_as_can_be(
    tree: object, low: int, high: int
) -> None:
    ends, _ = enclosed(tree, WHOLE)

    assert ends == (Fraction(low), Fraction(high))


@pytest.mark.parametrize(
    ("tree", "low", "high"),
    [
        (["/", 1, "x"], "-1", "-1/16"),
        (["/", "x", 2], "1/2", "1/2"),
        (["/", ["-", "x", 1], ["+", "x", 1]], "2/25", "1/2"),
        (["*", "x", "x"], "2", "8"),
        (["-", 1, "x"], "-1", "-1"),
        (["abs", ["-", "x", 5]], "-1", "-1"),
        (["sqrt", "x"], "1/4", "1/2"),
    ],
)
def test_a_slope_lies_between_those_at_the_two_ends(tree: object, low: str, high: str) -> None:
    # Of x from 1 to 4, by hand: 1/x falls by 1/x^2, (x-1)/(x+1) rises by 2/(x+1)^2.
    _, slopes = enclosed(tree, {"x": [Fraction(1), Fraction(4)]})

    ends = slopes["x"]
    assert ends[0] <= Fraction(low) <= Fraction(high) <= ends[1]
    assert ends[1] - ends[0] <= 6


@given(st.fractions(0, 10**6))
def test_a_root_lies_between_two_neighbours(of: Fraction) -> None:
    (low, high), _ = enclosed(["sqrt", "x"], {"x": [of, of]})

    assert low**2 <= of < high**2
    assert high - low == Fraction(1, 2**160)


@pytest.mark.parametrize("box", [(-1, 1), (0, 1), (-1, 0), (0, 0)])
def test_what_is_divided_by_a_number_that_may_be_zero_has_no_enclosure(
    box: tuple[int, int],
) -> None:
    with pytest.raises(ZeroDivisionError):
        values(["/", 1, "x"], {"x": (Fraction(box[0]), Fraction(box[1]))}, Work(9))


def test_a_root_from_zero_has_an_enclosure_and_no_bound_of_its_slope() -> None:
    low, high, slopes = values(["sqrt", "x"], {"x": (Fraction(0), Fraction(4))}, Work(9))

    assert (low, high, slopes) == (Fraction(0), 2 + Fraction(1, 2**160), None)
