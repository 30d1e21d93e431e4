"""Refutations as certificates: all that a stranger needs to check one, with `verify`.

A certificate is of one question that was found not reproducible: under each reading of it there is
a case, with the cells as they are printed and what was refuted (`claim`, or a linear program with
its proof). It is handed out only if `verify`, which shares no code with any rule, accepts it. What
has none is named with the reason, so that nobody takes silence for a proof.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.program import Bound, Certificate, Leaf, Program, Split
from measurand.auditing.proofs.claim import Claim, Given, Reads, Tree
from measurand.auditing.proofs.finding import Certified, Clash, Exhausted, Finding, Question
from measurand.auditing.proofs.prove import Proved
from measurand.auditing.proofs.sheet import Sheet
from measurand.auditing.proofs.verify import verify
from measurand.values.printed import Added, Printed
from measurand.values.verdict import TableVerdict, Verdict

JsonTree = dict[str, object]
_FORMAT = 1


@frozen
class CertifiedTable:
    """The certificates of a table, as trees for JSON, and why some refutations have none.

    >>> CertifiedTable().certificates
    ()
    """

    certificates: tuple[JsonTree, ...] = field(default=())
    without: tuple[tuple[str, str], ...] = ()


class _NoneError(Exception):
    """A refutation has no certificate, for the reason that it says."""


def certified(proved: Proved, *, by: str = "measurand") -> CertifiedTable:
    """Make a certificate of each question that is not reproducible; `by` names who made it.

    >>> certified(Proved(Sheet(columns=(), rows=()), ()))
    CertifiedTable(certificates=(), without=())
    """
    made: list[JsonTree] = []
    without: list[tuple[str, str]] = []
    for question in proved.questions:
        if question.outcome is not TableVerdict.NOT_REPRODUCIBLE:
            continue
        try:
            made.append(_certificate(proved, question, by))
        except _NoneError as reason:
            without.append((question.name, str(reason)))
    return CertifiedTable(tuple(made), tuple(without))


def _certificate(proved: Proved, question: Question, by: str) -> JsonTree:
    if question.freed or any(one.verdict is not Verdict.REFUTED for one in question.findings):
        message = "some world or reading is possible"
        raise _NoneError(message)
    cells = _Cells(proved.sheet)
    cases = [case for finding in question.findings for case in _cases(finding, cells)]
    tree: JsonTree = {
        "certificate": _FORMAT,
        "by": by,
        "table": proved.sheet.name,
        "source": proved.sheet.source,
        "question": question.name,
        "rule": question.findings[0].rule,
        "premises": [*_premises(proved, question)],
        "cells": cells.listed,
        "cases": cases,
    }
    answer = verify(tree)
    if answer["answer"] != "holds":
        message = f"it would not be accepted: {answer['because']}"
        raise _NoneError(message)
    return tree


def _premises(proved: Proved, question: Question) -> Iterator[str]:
    """Say what the refutation stands on, in sentences."""
    yield from dict.fromkeys(text for one in question.findings for text in one.assumes)
    for premise in proved.premises:
        yield f"{premise.scope}: {premise.id}: {premise.chosen.name} ({premise.standing.value})"
    if question.worlds > 1:
        yield (
            f"the question is refuted in all {question.worlds} worlds of these premises; this is "
            "the proof in the one that is used"
        )


class _Cells:
    """The cells of a certificate, each once, and where in the table they stand."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.listed: list[JsonTree] = []

    def place(self, given: Given, finding: Finding) -> int | None:
        """Find a cell in the rows and columns of a finding; None where it is not printed there."""
        if given.printed is None:
            return None
        number = (given.printed.value, given.printed.decimals)
        found = [
            (not _names(given.name, row.label, column), row.label, column)
            for row in self.sheet.rows
            for column, printed in row.cells
            if (row.label in finding.rows or column in finding.columns)
            and (printed.value, printed.decimals) == number
        ]
        exact = [one for one in found if not one[0]]
        inside = [one for one in found if one[1] in finding.rows and one[2] in finding.columns]
        if not exact and not inside:
            return None
        _, *place = (exact or inside)[0]
        cell = _cell(place[0], place[1], given, given.printed)
        if cell not in self.listed:
            self.listed.append(cell)
        return self.listed.index(cell)


def _names(name: str, row: str, column: str) -> bool:
    """Tell whether a claim calls a cell by its row, its column, or both."""
    return name in {row, column, f"{row} / {column}", f"of {row}"}


def _cell(row: str, column: str, given: Given, printed: Printed) -> JsonTree:
    said = "" if given.reads is Reads.AS_SAID else given.reads.value
    one = given.added
    added = {"number": one.number, "size": str(one.size), "squares": one.squares}
    return {
        "row": row,
        "column": column,
        "printed": printed.text,
        "unit": printed.unit.value,
        "rounding": said or printed.rounding.value,
        **({} if one == Added() else {"added": added}),
    }


def _cases(finding: Finding, cells: _Cells) -> list[JsonTree]:
    """Give the cases of a finding: of one ground that has them, or of all programs of one."""
    said: JsonTree = {"reading": finding.reading, "says": finding.because}
    kinds = []
    for ground in finding.grounds:
        match ground:
            case Clash(claim=Claim() as claim) | Exhausted(claim=Claim() as claim):
                return [{**said, **_claimed(claim, finding, cells)}]
            case Certified(programs):
                return [{**said, **_program(*one)} for one in programs]
            case Exhausted(cases):
                kinds.append(f"cases that were tried ({cases})")
            case _:
                kinds.append("two intervals whose formula is not written as data")
    under = f" under {finding.reading}" if finding.reading else ""
    message = f"{finding.rule}{under}: its proof is {'; '.join(kinds) or 'none'}"
    raise _NoneError(message)


def _claimed(claim: Claim, finding: Finding, cells: _Cells) -> JsonTree:
    unknowns = [_unknown(given, finding, cells) for given in claim.unknowns]
    never = [
        [relation, _json_tree(left), _json_tree(right)] for relation, left, right in claim.never
    ]
    return {"unknowns": unknowns, "never": never}


def _unknown(given: Given, finding: Finding, cells: _Cells) -> JsonTree:
    low, high, at = given.low, given.high, None
    if given.printed is not None:
        at = cells.place(given, finding)
        if at is None and given.whole:
            low = high = given.printed.value * given.printed.unit.scale
        elif at is None:
            message = f"{finding.rule}: {given.name} is printed in no cell of the question"
            raise _NoneError(message)
    ends = {"low": _text(low), "high": _text(high)}
    return {"name": given.name, "cell": at, **ends, "whole": given.whole}


def _text(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


def _json_tree(tree: Tree) -> object:
    """Write a tree: names as texts, numbers as whole numbers or quotients of them."""
    if isinstance(tree, tuple):
        operator, *parts = tree
        return [operator, *map(_json_tree, parts)]
    if isinstance(tree, str) or tree.denominator == 1:
        return tree if isinstance(tree, str) else tree.numerator
    return ["/", tree.numerator, tree.denominator]


def _program(case: str, program: Program, proof: Certificate) -> JsonTree:
    """Write a linear program and its proof, flat: a cut, the half below it, and that above."""
    unknowns = [
        {
            "name": name,
            "cell": None,
            "low": str(one.low),
            "high": _text(one.high),
            "whole": one.whole,
        }
        for name, one in zip(_unknown_names(program), program.unknowns, strict=True)
    ]
    return {
        "case": case,
        "unknowns": unknowns,
        "bounds": [*map(_bound, program.bounds)],
        "proof": [*_preorder(proof)],
    }


def _unknown_names(program: Program) -> Sequence[str]:
    names = [one.name for one in program.unknowns]
    return (
        names if len({*names}) == len(names) else [f"{at}: {name}" for at, name in enumerate(names)]
    )


def _bound(bound: Bound) -> JsonTree:
    return {"name": bound.name, "form": _form(bound.terms), "most": str(bound.most)}


def _form(terms: Sequence[tuple[int, Fraction]]) -> list[list[object]]:
    return [[at, str(times)] for at, times in terms]


def _preorder(proof: Certificate) -> Iterator[JsonTree]:
    waiting = [proof]
    while waiting:
        match waiting.pop():
            case Leaf(weights):
                yield {"leaf": _form(weights)}
            case Split(form, at, below, above):
                yield {"split": _form(form), "at": at}
                waiting += [above, below]
