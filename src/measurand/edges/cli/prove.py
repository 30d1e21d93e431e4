"""`measurand prove`: what follows from the numbers of a table, with search."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

from attrs import evolve

from measurand.audit.proofs.feasible.reading import default_readings
from measurand.audit.proofs.feasible.search import Effort
from measurand.audit.proofs.prove import prove
from measurand.edges.cli.arguments import StopError, add_output, write
from measurand.edges.cli.definitions import own_metrics
from measurand.edges.cli.exits import add_undecided
from measurand.edges.cli.guard import check_files, check_folders
from measurand.edges.cli.pages import add_page
from measurand.edges.cli.progress import searching
from measurand.edges.cli.proving import add_odd, counting, proven, show
from measurand.edges.cli.tables import Asked, add_table, load_tables
from measurand.edges.files.json.exact import decimal_text, short_text
from measurand.edges.report import to_json
from measurand.edges.report.prove_json import certificates_json
from measurand.edges.report.prove_parts import data_set
from measurand.edges.report.prove_view import ProvedTable
from measurand.edges.tables.premises import open_under_definition
from measurand.values.fault import Fault
from measurand.values.printed import Rounding
from measurand.values.sample import Sample
from measurand.values.tally import Tally

ABOUT = """\
Decide from the printed numbers of a table alone whether some data set prints them, definition by
definition: possible (with a synthetic data set that does), not reproducible (with a proof that is
checked apart from the search), or undecided: beyond the budget. What `lint` asks is asked too.
"""
EXAMPLES = """\
examples:
  measurand prove docs/examples/tables/menus.md
  measurand prove table2.tex --fact samples=6 --reading 'average=macro[sample]'
  measurand prove claims.toml --table 2 --witness data.jsonl --certificates proofs.json
  measurand prove table.csv --steps 500000000 --nodes 20000 --most-samples 1000
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(
        parser, "a table (.csv, .tsv, .md, .tex, .html), a claims file (.toml), or - for stdin"
    )
    group = parser.add_argument_group("search (its budget is the same on every machine)")
    group.add_argument(
        "--steps",
        type=counting,
        default=Effort().steps,
        metavar="N",
        help="work for one table in all, over its rows and readings; what is not reached is "
        "undecided, beyond the budget (default: %(default)s, some seconds)",
    )
    group.add_argument(
        "--nodes",
        type=counting,
        default=Effort().nodes,
        metavar="N",
        help="halves that are tried for one program, then it is undecided (default: %(default)s)",
    )
    group.add_argument(
        "--most-samples",
        type=counting,
        default=Effort().most,
        metavar="N",
        help="up to how many samples are looked for, where nothing says (default: %(default)s)",
    )
    group.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="ask only readings with this option, such as average=macro[sample] or credit=binary; "
        "several values of one option are alternatives",
    )
    group.add_argument(
        "--witness",
        type=Path,
        metavar="FILE",
        help="write the synthetic data set as JSONL: hits, predicted, gold_count, by system",
    )
    group.add_argument(
        "--certificates",
        type=Path,
        metavar="FILE",
        help="write every certificate with its program as JSON, to be checked by others",
    )
    add_undecided(parser)
    add_odd(parser)
    add_page(parser, "what F allows, row by row")
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Ask all rules, print, write what was asked for, and return the exit code.

    Raises StopError with the faults of tables that cannot be read, after what the others say.
    """
    writes = [
        ("--witness", arguments.witness),
        ("--certificates", arguments.certificates),
        ("--html", arguments.html),
    ]
    check_files(arguments, [("TABLE", arguments.table)], writes)
    check_folders(writes)
    asked, left, faults = load_tables(arguments, own_metrics(arguments, writes))
    asked = [_narrowed(one, arguments.reading) for one in asked]
    with searching(sys.stderr) as watch:
        effort = Effort(
            nodes=arguments.nodes,
            most=arguments.most_samples,
            steps=arguments.steps,
            watch=watch,
        )
        searched = partial(_proved, effort=effort, odd_at=arguments.odd_at)
        tables = list(proven(asked, searched))
    if arguments.witness is not None:
        _write_witness(arguments.witness, tables)
    if arguments.certificates is not None:
        write(arguments.certificates, to_json(certificates_json(tables)))
    code = show(arguments, tables, command="prove", left=left)
    if faults:
        raise StopError(faults)
    return code


def _narrowed(asked: Asked, wanted: Sequence[str]) -> Asked:
    """Keep the readings that were asked for; they say how scores were made.

    Raises StopError where none is left.
    """
    if not wanted:
        return asked
    readings = default_readings() if asked.readings is None else asked.readings
    kept = readings
    for name in dict.fromkeys(word.partition("=")[0] for word in wanted):
        values = {word.partition("=")[2] for word in wanted if word.partition("=")[0] == name}
        kept = tuple(one for one in kept if dict(one.options).get(name) in values)
        if not kept:
            known = dict.fromkeys(
                f"{name}={dict(one.options)[name]}" for one in readings if name in dict(one.options)
            )
            names = dict.fromkeys(option for one in readings for option, _ in one.options)
            expected = f"one of {', '.join(known or names)}"
            got = ", ".join(word for word in wanted if word.partition("=")[0] == name)
            raise StopError((Fault(path="--reading", got=got, expected=expected),))
    return evolve(asked, readings=kept, premises=open_under_definition(asked.premises))


def _proved(asked: Asked, *, effort: Effort, odd_at: int) -> ProvedTable:
    proved = prove(
        asked.sheet,
        asked.readings,
        premises=asked.premises,
        effort=effort,
        odd_at=odd_at,
    )
    return ProvedTable(proved=proved, notes=asked.notes)


def _write_witness(path: Path, tables: Sequence[ProvedTable]) -> None:
    """Write the data set of the first table that has one; say so where none has."""
    for table in tables:
        _, samples = data_set(table.proved.findings)
        if samples:
            write(path, "".join(_lines(samples)))
            return
    sys.stderr.write(f"no synthetic data set was found: {path} is not written\n")


def _lines(samples: Sequence[tuple[str, tuple[Sample, ...]]]) -> Iterator[str]:
    for label, some in samples:
        for one in some:
            tally = dict(one.counts or ()).get("", Tally())
            counts = (tally.hits, tally.predicted, tally.gold)
            hits, predicted, gold = map(_count, counts)
            name, system = json.dumps(f"{label}/{one.id}"), json.dumps(label)
            yield (
                f'{{"id": {name}, "groups": {{"system": {system}}}, "hits": {hits}, '
                f'"predicted": {predicted}, "gold_count": {gold}}}\n'
            )


def _count(number: int | Fraction) -> str:
    """Write a number of JSON: exactly where it has at most 30 decimals, else rounded down."""
    exact = Fraction(number)
    short = short_text(exact, _PLACES)
    return short if Fraction(short) == exact else decimal_text(exact, _PLACES, Rounding.FLOOR)


_PLACES = 30
