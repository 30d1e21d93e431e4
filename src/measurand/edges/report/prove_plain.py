"""What a table alone proves, as plain trees for JSON: everything, with every proof."""

from collections.abc import Iterator, Sequence

from measurand.algebra.certificate import verify
from measurand.algebra.interval import Interval
from measurand.algebra.program import Bound, Certificate, Leaf, Program, Terms
from measurand.audit.proofs.feasible.identify import Identified
from measurand.audit.proofs.finding import (
    Certified,
    Clash,
    Exhausted,
    Finding,
    Grounds,
    Question,
    Witness,
)
from measurand.audit.proofs.premises import Premise
from measurand.audit.proofs.sheet import Column, Row
from measurand.audit.proofs.verdicts import options_to_ask
from measurand.edges.files.json.exact import exact_text
from measurand.edges.report.prove_view import LIMIT, WORDS, ProvedTable
from measurand.values.sample import Sample
from measurand.values.tally import Tally
from measurand.values.verdict import TableVerdict

SCHEMA = 2
_CERTIFICATES = 1
Tree = dict[str, object]


def prove_plain(tables: Sequence[ProvedTable], *, command: str, title: str, code: int) -> Tree:
    """Make a tree of what was proven.

    >>> prove_plain((), command="lint", title="", code=3)["tables"]
    []
    """
    return {
        "schema": SCHEMA,
        "command": command,
        "title": title,
        "exit_code": code,
        "limit": LIMIT,
        "tables": [_table(table) for table in tables],
    }


def _table(table: ProvedTable) -> Tree:
    proved = table.proved
    return {
        "name": proved.sheet.name,
        "source": proved.sheet.source,
        "verdict": proved.outcome.value,
        "counts": {
            outcome.name.lower(): sum(one.outcome is outcome for one in proved.questions)
            for outcome in TableVerdict
        },
        "columns": [_column(column) for column in proved.sheet.columns],
        "rows": [_row(row) for row in proved.sheet.rows],
        "facts": {fact.value: number for fact, number in proved.sheet.facts},
        "notes": [{"where": where, "what": what} for where, what in table.notes],
        "premises": [_premise(premise) for premise in proved.premises],
        "questions": [_question(question) for question in proved.questions],
        "ask": list(options_to_ask(proved.questions, proved.premises)),
        "identified": [_identified(one) for one in proved.identified],
    }


def _premise(premise: Premise) -> Tree:
    return {
        "id": premise.id,
        "scope": premise.scope,
        "chosen": premise.chosen.name,
        "alternatives": [{"name": one.name, "usual": one.usual} for one in premise.alternatives],
        "standing": premise.standing.value,
        "because": premise.because,
        "settle": premise.settle,
    }


def _question(question: Question) -> Tree:
    cause, odd = question.why_undecided, question.coincidence
    return {
        "question": question.name,
        "verdict": question.outcome.value,
        "cause": None if cause is None else cause.value,
        "possible_in": [[list(pair) for pair in world.literals] for world in question.freed],
        "worlds": question.worlds,
        "coincidence": None
        if odd is None
        else {
            "reading": odd.reading,
            "fits": list(odd.siblings),
            "chance": exact_text(odd.chance),
        },
        "settles": list(question.settle),
        "would_fit": list(question.repairs),
        "findings": [finding_tree(finding) for finding in question.findings],
    }


def _column(column: Column) -> Tree:
    return {
        "name": column.name,
        "role": column.role.value,
        "of": list(column.of),
        "group": column.group,
        "beta": exact_text(column.beta),
        "options": dict(column.options),
        **({} if column.metric is None else {"metric": column.metric.name}),
    }


def _row(row: Row) -> Tree:
    return {
        "label": row.label,
        "kind": row.kind.value,
        "of": list(row.of),
        "facts": {fact.value: number for fact, number in row.facts},
        "cells": {name: printed.text for name, printed in row.cells},
    }


def finding_tree(finding: Finding) -> Tree:
    """Make a tree of one finding with its grounds."""
    return {
        "rule": finding.rule,
        "verdict": WORDS[finding.verdict],
        "rows": list(finding.rows),
        "columns": list(finding.columns),
        "reading": finding.reading,
        "unusual": finding.unusual,
        "because": finding.because,
        **({"note": finding.note} if finding.note else {}),
        "assumes": list(finding.assumes),
        "grounds": [_ground(ground) for ground in finding.grounds],
    }


def _ground(ground: Grounds) -> Tree:
    match ground:
        case Clash(what, printed, allowed):
            return {"clash": what, "printed": _span(printed), "allowed": _span(allowed)}
        case Exhausted(cases, tried):
            return {"exhausted": cases, "tried": tried}
        case Certified(programs):
            return {"certified": [_proof(*one) for one in programs]}
        case Witness(values, samples):
            return {
                "witness": {name: exact_text(value) for name, value in values},
                "samples": {label: [_sample(one) for one in some] for label, some in samples},
            }


def _span(interval: Interval) -> list[str]:
    return [exact_text(interval.low), exact_text(interval.high)]


def _sample(sample: Sample) -> Tree:
    tally = dict(sample.counts or ()).get("", Tally())
    return {
        "id": sample.id,
        "hits": str(tally.hits),
        "predicted": str(tally.predicted),
        "gold": str(tally.gold),
    }


def _proof(case: str, program: Program, certificate: Certificate) -> Tree:
    return {"case": case, "verified": not verify(program, certificate)}


def _identified(found: Identified) -> Tree:
    return {
        "feasible": [reading.text for reading in found.feasible],
        "not_reproducible": [reading.text for reading in found.refuted],
        "undecided": [reading.text for reading in found.undecided],
        "identified": dict(found.identified),
        "options": [
            {"option": one.name, "not_refuted": list(one.values), "asked": list(one.considered)}
            for one in found.options
        ],
        "revealed": [
            {
                "reading": one.reading.text,
                "numbers": [
                    {
                        "number": number.what,
                        "possible": list(number.values),
                        "undecided": list(number.undecided),
                        "not_reproducible": [value for value, _ in number.refuted],
                        "bounded": number.bounded,
                        "certain": number.certain,
                    }
                    for number in one.numbers
                ],
            }
            for one in found.revealed
        ],
    }


def certificates_plain(tables: Sequence[ProvedTable]) -> Tree:
    """Make a tree of every certificate with its program, so that others can check it.

    >>> certificates_plain(())["certificates"]
    []
    """
    return {"schema": _CERTIFICATES, "certificates": list(_certificates(tables))}


def _certificates(tables: Sequence[ProvedTable]) -> Iterator[Tree]:
    for table in tables:
        for finding in table.proved.findings:
            for ground in finding.grounds:
                if not isinstance(ground, Certified):
                    continue
                for case, program, certificate in ground.programs:
                    yield {
                        "table": table.proved.sheet.name,
                        "question": finding.question,
                        "reading": finding.reading,
                        "case": case,
                        "unknowns": [
                            {
                                "name": one.name,
                                "low": exact_text(one.low),
                                "high": None if one.high is None else exact_text(one.high),
                                "whole": one.whole,
                            }
                            for one in program.unknowns
                        ],
                        "bounds": [_bound(bound) for bound in program.bounds],
                        "certificate": _certificate(certificate),
                    }


def _bound(bound: Bound) -> Tree:
    return {"name": bound.name, "form": _form(bound.terms), "most": exact_text(bound.most)}


def _form(terms: Terms) -> list[list[object]]:
    return [[at, exact_text(factor)] for at, factor in terms]


def _certificate(certificate: Certificate) -> list[Tree]:
    """List the tree flat, in preorder: a split is followed by its half below, then that above."""
    found: list[Tree] = []
    waiting = [certificate]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Leaf):
            found.append({"leaf": _form(one.weights)})
        else:
            found.append({"split": _form(one.form), "at": one.at})
            waiting += [one.above, one.below]
    return found
