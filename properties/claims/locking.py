"""Claims over drawn samples, and the state that a lock is made of: all in memory."""

from collections.abc import Sequence
from hashlib import sha256

from measurand.auditing.claims.model import Claims, Column, Row, Table
from measurand.auditing.lock.compare import all_needs
from measurand.auditing.lock.evidence import SampleRows
from measurand.auditing.lock.lock import Lock, State
from measurand.edges.trials.strategies.samples import Corpus
from measurand.evidence.observe import observe
from measurand.evidence.pool import place_of, pool
from measurand.evidence.source import Source
from measurand.metrics.definitions import Definition
from measurand.metrics.grammar import read
from measurand.metrics.needs import Gathered, Reading
from measurand.metrics.signature import signature
from measurand.values.printed import Printed

ENVIRONMENT = (("measurand", "1"), ("python", "3.11"))


def claims_of(definitions: Sequence[Definition]) -> Claims:
    """Claim a number under each definition: a table of one row."""
    calls = [read(signature(one)) for one in definitions]
    columns = tuple(
        Column(name=f"c{at}", metric=call.name, options=call.options)
        for at, call in enumerate(calls)
    )
    cells = tuple((column.name, Printed.parse("0.5")) for column in columns)
    table = Table(name="1", data="runs", columns=columns, rows=(Row(label="all", cells=cells),))
    return Claims(sources=(("runs", Source(path="runs.jsonl")),), tables=(table,))


def state_of(corpus: Corpus, claims: Claims, lock: Lock | None = None) -> State:
    """Observe samples for claims, and for what a lock asks beside them."""
    needs = all_needs(lock or Lock(), claims)
    pools = {need.slice: pool(need.slice.observing, corpus, names=need.names) for need in needs}
    samples = {
        need.slice: SampleRows(
            need.names,
            tuple(
                (one.id, place_of(one, need.names), observe(need.slice.observing, one))
                for one in corpus
            ),
        )
        for need in needs
    }
    files = {"runs": (sha256(repr(corpus).encode()).hexdigest(), "")}
    readings = {"runs": Reading(read=len(corpus))}
    return State(claims, Gathered(pools, readings), samples, files, ENVIRONMENT)
