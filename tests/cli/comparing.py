"""Two systems that answered twelve samples, and what `measurand compare` says of them."""

import json
from collections.abc import Iterable
from fractions import Fraction

from tests.cli.running import Ran, Shell

EXACT, MICRO = "exact_match", "f(average=micro)"
Tree = dict[str, object]


def lines(right: Iterable[int], *, ids: Iterable[int] = range(12), first: int = 0) -> str:
    """Write samples of one item; those that are listed are right. Four make a document."""
    found = set(right)
    return "".join(
        json.dumps(
            {
                "id": number,
                "gold": ["a"],
                "pred": ["a" if number in found else "b"],
                "groups": {"document": f"d{(number + first) // 4}"},
            }
        )
        + "\n"
        for number in ids
    )


def put(shell: Shell) -> Shell:
    """Write the files: the first system is right on ten samples, the second on four of these."""
    shell.write("ours.jsonl", lines(range(10)))
    shell.write("theirs.jsonl", lines(range(4)))
    return shell


def compared(shell: Shell, *words: str) -> Tree:
    """Compare the two files in JSON."""
    ran = shell("compare", "ours.jsonl", "theirs.jsonl", "--format", "json", *words)
    assert ran.err == ""
    assert ran.json["exit_code"] == ran.code
    return ran.json


def comparisons(tree: Tree) -> list[Tree]:
    found = tree["comparisons"]
    assert isinstance(found, list)
    return found


def only(tree: Tree) -> Tree:
    [test] = comparisons(tree)
    return test


def exactly(tree: object) -> Fraction:
    assert isinstance(tree, dict)
    return Fraction(tree["value"])


def refused(ran: Ran) -> str:
    """Give the one line of a refusal."""
    assert (ran.code, ran.out) == (2, "")
    [told] = ran.err.splitlines()
    return told
