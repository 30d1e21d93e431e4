"""Certificates are checked by a page that shares nothing with what found them."""

import ast
import json
from pathlib import Path

import pytest

from measurand.auditing.proofs.verify import verify

PAGES = [
    Path("src/measurand/auditing/proofs") / f"{name}.py" for name in ("verify", "verify_formulas")
]
CELL = {"row": "a", "column": "P", "printed": "80.1%", "unit": "%", "rounding": "decimal"}


def given(name: str, cell: int | None = None, **more: object) -> dict[str, object]:
    return {"name": name, "cell": cell, "low": None, "high": None, "whole": False, **more}


def certificate(*cases: object, cells: tuple[object, ...] = (CELL,)) -> dict[str, object]:
    return {"certificate": 1, "cells": list(cells), "cases": list(cases)}


def searched(*never: object, **more: object) -> dict[str, object]:
    return {
        "unknowns": [given("P", 0), given("k", low=0, high=7, whole=True)],
        "never": never,
    } | more


def answer(document: object) -> str:
    return str(verify(json.dumps(document))["answer"])


def test_the_pages_import_nothing_but_the_standard_library_and_each_other() -> None:
    named = {
        name.name if isinstance(node, ast.Import) else str(node.module)
        for page in PAGES
        for node in ast.walk(ast.parse(page.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }

    other = "measurand.auditing.proofs.verify_formulas"
    assert named == {"collections.abc", "fractions", "json", other}


@pytest.mark.parametrize("other", [[], {}, ["=="]])
def test_a_list_in_the_place_of_a_word_is_no_certificate(other: object) -> None:
    unit, rounding = ({**CELL, key: other} for key in ("unit", "rounding"))
    half = ["<=", "P", ["/", 1, 2]]

    assert answer(certificate(searched(half), cells=(unit,))) == "no certificate"
    assert answer(certificate(searched(half), cells=(rounding,))) == "no certificate"
    assert answer(certificate(searched([other, *half[1:]]))) == "no certificate"


def test_what_no_numbers_meet_is_refuted_and_what_some_meet_is_not() -> None:
    # 80.1 % is from .8005 to .8015: 5/7 is .714, 6/7 .857; the square root of .64 is .8.
    assert answer(certificate(searched(["==", "P", ["/", "k", 7]]))) == "holds"
    assert answer(certificate(searched(["<=", "P", ["/", 8, 10]]))) == "holds"
    assert answer(certificate(searched(["<=", "P", ["/", 801, 1000]]))) == "does not hold"
    assert answer(certificate(searched(["<=", "P", ["sqrt", ["/", 64, 100]]]))) == "holds"
    assert answer(certificate(searched(["==", ["*", "P", 5], "k"]))) == "holds"
    assert answer(certificate(searched(["==", ["/", "k", ["-", "P", "P"]], 1]))) == "does not hold"


def test_a_sum_of_bounds_and_a_cut_between_whole_numbers_are_refuted() -> None:
    # 2 x = 1 for a whole x: below 0 and above 1 the equation fails.
    half = {
        "unknowns": [given("x", low=0, whole=True)],
        "bounds": [{"form": [[0, 2]], "most": 1}, {"form": [[0, -2]], "most": -1}],
        "proof": [
            {"split": [[0, 1]], "at": 0},
            {"leaf": [[1, "1/2"], [2, 1]]},
            {"leaf": [[0, "1/2"], [2, 1]]},
        ],
    }

    assert answer(certificate(half)) == "holds"
    for broken in (
        half | {"proof": half["proof"][:2]},  # type: ignore[index]  # a list
        half | {"proof": [{"leaf": [[0, 1]]}]},
        half | {"unknowns": [given("x", low=0)]},
        half | {"bounds": [{"form": [[0, 2]], "most": 2}, {"form": [[0, -2]], "most": -1}]},
    ):
        assert answer(certificate(broken)) == "does not hold"


@pytest.mark.parametrize("met", [["<=", "P", 1], ["<=", 0, "P"], ["==", "P", "P"]])
def test_a_name_alone_on_one_side_is_cut_on_the_right_side(met: list[object]) -> None:
    assert answer(certificate(searched(met))) == "does not hold"


@pytest.mark.parametrize("end", [8005, 8015])
def test_numbers_that_only_touch_an_end_are_not_refuted(end: int) -> None:
    assert answer(certificate(searched(["==", "P", ["/", end, 10_000]]))) == "does not hold"


def test_a_bound_is_added_up_and_never_taken_away() -> None:
    # -x is at most 5 for every x from 0 on; its opposite, that x is at most -5, does not follow.
    free = {"unknowns": [given("x", low=0)], "bounds": [{"form": [[0, -1]], "most": 5}]}

    assert answer(certificate(free | {"proof": [{"leaf": [[0, -1]]}]})) == "does not hold"
    assert answer(certificate(free | {"proof": [{"leaf": [[0, 0]]}]})) == "does not hold"


@pytest.mark.parametrize(
    "cell",
    [
        CELL | {"printed": "1e400"},
        CELL | {"printed": "9" * 500 + "%"},
        CELL | {"printed": "80.1"},
        CELL | {"unit": "furlong"},
        CELL | {"rounding": "float128"},
        CELL | {"added": {"number": -1, "size": 1, "squares": 0}},
        {"row": "a"},
        3,
    ],
)
def test_a_cell_that_is_no_printed_number_is_no_certificate(cell: object) -> None:
    assert answer(certificate(searched(["==", "P", 2]), cells=(cell,))) == "no certificate"


def deep(levels: int) -> object:
    tree: object = "P"
    for _ in range(levels):
        tree = ["+", tree, 0]
    return tree


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"certificate": 1},
        {"certificates": []},
        certificate(),
        certificate({}),
        certificate({"unknowns": []}),
        certificate(searched(["==", "P"])),
        certificate(searched(["<", "P", 2])),
        certificate(searched(["==", "Q", 2])),
        certificate(searched(["==", ["eval", "P"], 2])),
        certificate(searched(["==", deep(100), 2])),
        certificate(searched(["==", "P", 0.5])),
        certificate({"unknowns": [given("P", 1)], "never": [["==", "P", 2]]}),
        certificate({"unknowns": [given("P", 0), given("P", 0)], "never": []}),
    ],
)
def test_what_is_malformed_or_hostile_is_no_certificate(document: object) -> None:
    assert answer(document) == "no certificate"


def test_depth_and_length_of_a_text_are_bounded() -> None:
    assert verify("[" * 200_000)["answer"] == "no certificate"
    assert verify('{"certificate": 1, "cells": [' + "1" * 5000 + "]}")["answer"] == "no certificate"
    assert verify(b"\xff\xfe")["answer"] == "no certificate"


def test_work_is_bounded() -> None:
    knot = ["==", ["*", "P", "P"], ["*", ["+", "P", ["/", 1, 10**9]], ["-", "P", ["/", 1, 10**9]]]]

    assert answer(certificate(searched(["<=", 0, ["-", "P", "P"]]))) == "does not hold"
    assert answer(certificate(*[searched(knot)] * 50)) in {"holds", "does not hold"}


def test_what_no_cell_is_in_and_ends_that_cross_refute_no_table() -> None:
    assert (
        answer(certificate({"unknowns": [given("x")], "never": [["==", 1, 2]]})) == "does not hold"
    )
    assert answer(certificate({"unknowns": [], "never": [["==", 1, 2]]})) == "does not hold"
    crossed = {"unknowns": [given("P", 0), given("x", low="2", high="1")], "never": []}
    assert answer(certificate(crossed)) == "no certificate"
