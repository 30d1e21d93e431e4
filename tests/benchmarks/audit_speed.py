"""What an audit costs beyond observing: many definitions over one file of samples."""

import json
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from measurand.auditing.claims.audit import audit, audit_needs
from measurand.auditing.claims.model import Choice, Claims, Column, Row, Space, Table
from measurand.edges.engines.serial import Run, gather
from measurand.evidence.source import Fields, Source
from measurand.values.printed import Printed
from tests.benchmarks.measure import ratios

SAMPLES = 100_000
PRODUCTS = (
    (
        Choice(option="match", values=("set", "multiset", "greedy[threshold=0.5]")),
        Choice(option="credit", values=("similarity", "binary", "exact")),
        Choice(option="average", values=("macro[sample]",)),
        Choice(option="both_empty", values=("1+1", "0+0", "drop")),
        Choice(option="gold_empty", values=("0+0", "0+1", "0+skip", "drop")),
        Choice(option="pred_empty", values=("0+0", "1+0", "skip+0", "drop")),
        Choice(option="aggregate", values=("mean", "harmonic")),
    ),
    (
        Choice(option="match", values=("set", "multiset", "greedy[threshold=0.5]")),
        Choice(option="credit", values=("similarity", "binary", "exact")),
        Choice(option="average", values=("micro", "macro[domain]", "weighted[domain]")),
        Choice(option="beta", values=("1", "2")),
    ),
)


def write(path: Path) -> None:
    """Write samples with items, similarities and a group."""
    chance = random.Random(3)  # noqa: S311 - benchmark data, not a secret
    names = [f"item {index}" for index in range(500)]
    with path.open("w", encoding="utf-8") as file:
        for index in range(SAMPLES):
            gold = [chance.choice(names) for _ in range(chance.choice((0, 1, 1, 2, 3)))]
            predicted = [name for name in gold if chance.random() < 0.6]
            predicted += [chance.choice(names) for _ in range(chance.choice((0, 0, 1, 2)))]
            pairs = [
                {"pred": mine, "gold": right, "similarity": chance.choice((0.4, 0.6, 0.8))}
                for mine in predicted[:1]
                for right in gold[:1]
                if mine != right
            ]
            record = {"id": index, "gold": gold, "pred": predicted, "pairs": pairs}
            file.write(json.dumps({**record, "domain": f"d{index % 5}"}) + "\n")


def claims(path: Path) -> Claims:
    """Claim three numbers under 900 definitions and more."""
    columns = tuple(
        Column(name=name, metric=name, known=False) for name in ("precision", "recall", "f")
    )
    row = Row(label="all", cells=tuple((column.name, Printed.parse("0.500")) for column in columns))
    space = Space(columns=("precision", "recall", "f"), products=PRODUCTS)
    table = Table(name="1", data="file", columns=columns, rows=(row,), space=space)
    fields = Fields(groups=(("domain", "domain"),))
    return Claims(sources=(("file", Source(path=path.name, fields=fields)),), tables=(table,))


def audit_ratio(rounds: int) -> Iterator[str]:
    """Compare an audit with scoring once for each observation part."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "samples.jsonl"
        write(path)
        claimed = claims(path)
        space = claimed.tables[0].space
        scoring, whole = [], []
        for _ in range(rounds):
            start = time.process_time()
            needs = audit_needs(claimed)
            planned = time.process_time()
            found = gather(dict(claimed.sources), needs, Run(root=path.parent)).unwrap()
            gathered = time.process_time()
            [table] = audit(claimed, found)
            scoring.append(gathered - planned)
            whole.append(time.process_time() - start)
        yield (
            f"auditing {table.candidates} of {space.size if space else 0} definitions over "
            f"{SAMPLES:,} samples, {len(needs)} observation parts"
        )
        yield f"  audit / observing and pooling once for each part: {ratios(whole, scoring)}"
