"""Programs that `io_speed` times: each counts hits and items of both systems of a file of lines.

Every one prints what it found as a line of JSON: numbers of both systems, to be held to the others.
Run as a program with the name of a case, a file and the kind of its items.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

Counts = Mapping[tuple[int, ...], int]
"""Gold items, then hits and items of each system, and how many samples have these."""

Found = dict[str, object]
BUFFER = 2**18


def summed(counts: Iterable[tuple[Sequence[int], int]]) -> Found:
    """Add up the samples that both systems answered: micro F1 and mean F1 of each."""
    sums, means = [0] * 5, [0.0] * 2
    samples = 0
    for (gold, *sides), number in counts:
        if -1 in sides:
            continue
        samples += number
        for at, value in enumerate((gold, *sides)):
            sums[at] += value * number
        for which, (hits, size) in enumerate((sides[:2], sides[2:])):
            means[which] += number * (2 * hits / (gold + size) if gold + size else 1.0)
    micro = [2 * sums[1] / (sums[0] + sums[2]), 2 * sums[3] / (sums[0] + sums[4])]
    return {"samples": samples, "micro": micro, "macro": [mean / samples for mean in means]}


def listed(path: str, items: str) -> Found:
    """Decode lists by msgspec and make the sets in a plain loop."""
    import msgspec

    class Pair(msgspec.Struct, frozen=True, gc=False):
        aspect: str
        polarity: str

    class Texts(msgspec.Struct, gc=False):
        id: str
        gold: list[str]
        pred: list[str] | None
        pred_b: list[str] | None

    class Pairs(msgspec.Struct, gc=False):
        id: str
        gold: list[Pair]
        pred: list[Pair] | None
        pred_b: list[Pair] | None

    counts: Counter[tuple[int, ...]] = Counter()
    with open(path, "rb", buffering=BUFFER) as file:  # noqa: PTH123 - as fast as it gets
        if items == "text":
            decode_texts = msgspec.json.Decoder(Texts).decode
            for line in file:
                row = decode_texts(line)
                if row.pred is not None and row.pred_b is not None:
                    gold, a, b = set(row.gold), set(row.pred), set(row.pred_b)
                    counts[len(gold), len(gold & a), len(a), len(gold & b), len(b)] += 1
        else:
            decode_pairs = msgspec.json.Decoder(Pairs).decode
            for line in file:
                pairs = decode_pairs(line)
                if pairs.pred is not None and pairs.pred_b is not None:
                    right = {(one.aspect, one.polarity) for one in pairs.gold}
                    x = {(one.aspect, one.polarity) for one in pairs.pred}
                    y = {(one.aspect, one.polarity) for one in pairs.pred_b}
                    counts[len(right), len(right & x), len(x), len(right & y), len(y)] += 1
    return summed(counts.items())


class SetRow(Protocol):
    """A row whose items are sets."""

    gold: set[object]
    pred: set[object] | None
    pred_b: set[object] | None


def decoded(path: str, items: str) -> Found:
    """Let msgspec make the sets: the fastest loop that we know."""
    import msgspec

    class Pair(msgspec.Struct, frozen=True, gc=False):
        aspect: str
        polarity: str

    class Texts(msgspec.Struct, gc=False):
        id: str
        gold: set[str]
        pred: set[str] | None
        pred_b: set[str] | None

    class Pairs(msgspec.Struct, gc=False):
        id: str
        gold: set[Pair]
        pred: set[Pair] | None
        pred_b: set[Pair] | None

    shape: type = Texts if items == "text" else Pairs
    decode: Callable[[bytes], SetRow] = msgspec.json.Decoder(shape).decode
    counts: Counter[tuple[int, ...]] = Counter()
    with open(path, "rb", buffering=BUFFER) as file:  # noqa: PTH123 - as fast as it gets
        for line in file:
            row = decode(line)
            gold, a, b = row.gold, row.pred, row.pred_b
            if a is not None and b is not None:
                counts[len(gold), len(gold & a), len(a), len(gold & b), len(b)] += 1
    return summed(counts.items())


def stdlib(path: str, items: str) -> Found:
    """Use the json of the standard library."""
    counts: Counter[tuple[int, ...]] = Counter()
    with open(path, "rb", buffering=BUFFER) as file:  # noqa: PTH123 - as fast as it gets
        for line in file:
            row = json.loads(line)
            if row["pred"] is not None and row["pred_b"] is not None:
                lists = row["gold"], row["pred"], row["pred_b"]
                if items == "text":
                    gold, a, b = map(set, lists)
                else:
                    gold, a, b = ({(x["aspect"], x["polarity"]) for x in some} for some in lists)
                counts[len(gold), len(gold & a), len(a), len(gold & b), len(b)] += 1
    return summed(counts.items())


def duckdb(path: str, items: str) -> Found:
    """Count in SQL, on two threads."""
    import duckdb as database

    kind = "VARCHAR[]" if items == "text" else "STRUCT(aspect VARCHAR, polarity VARCHAR)[]"
    columns = f"{{gold: '{kind}', pred: '{kind}', pred_b: '{kind}'}}"
    lists = "list_distinct(gold) g, list_distinct(pred) a, list_distinct(pred_b) b"
    counted = "len(list_intersect(g, a)) ga, len(a) na, len(list_intersect(g, b)) gb, len(b) nb"
    query = f"""
        with sets as (
            select {lists}
            from read_json($path, format = 'newline_delimited', columns = {columns})
            where pred is not null and pred_b is not null
        ), counted as (select len(g) ng, {counted} from sets)
        select ng, ga, na, gb, nb, count(*) from counted group by all
    """  # noqa: S608 - the texts are our own
    connection = database.connect()
    connection.execute("set threads = 2")
    rows = connection.execute(query, {"path": path}).fetchall()
    return summed((row[:-1], row[-1]) for row in rows)


def polars(path: str, items: str) -> Found:
    """Count by expressions, streamed."""
    import polars as pl

    text = items == "text"
    item = pl.String() if text else pl.Struct({"aspect": pl.String, "polarity": pl.String})
    schema: dict[str, pl.DataType] = {"id": pl.String()}
    schema |= dict.fromkeys(("gold", "pred", "pred_b"), pl.List(item))

    def keys(name: str) -> pl.Expr:
        if text:
            return pl.col(name).list.unique()
        slots = [pl.element().struct.field(slot) for slot in ("aspect", "polarity")]
        return pl.col(name).list.eval(pl.concat_str(slots, separator="\x1f")).list.unique()

    rows = (
        pl.scan_ndjson(path, schema=schema)
        .drop_nulls(["pred", "pred_b"])
        .select(g=keys("gold"), a=keys("pred"), b=keys("pred_b"))
        .select(
            pl.col("g").list.len().alias("ng"),
            pl.col("g").list.set_intersection("a").list.len().alias("ga"),
            pl.col("a").list.len().alias("na"),
            pl.col("g").list.set_intersection("b").list.len().alias("gb"),
            pl.col("b").list.len().alias("nb"),
        )
        .group_by(pl.all())
        .len()
        .collect(engine="streaming")
        .rows()
    )
    return summed((row[:-1], row[-1]) for row in rows)


def counted(path: str, items: str) -> Found:
    """Gather by ours, and nothing else."""
    from tests.benchmarks.io_ours import gathered, rows_of

    return summed(rows_of(gathered(path, items)))


def scored(path: str, items: str) -> Found:
    """Gather by ours, then score by every rule and compare the systems."""
    from tests.benchmarks.io_ours import gathered, scores

    return scores(gathered(path, items), items)


def two_workers(path: str, items: str) -> Found:
    """Do the same with two worker processes."""
    from tests.benchmarks.io_ours import gathered, scores

    return scores(gathered(path, items, workers=2), items)


CASES: Mapping[str, Callable[[str, str], Found]] = {
    "bare msgspec loop": listed,
    "bare loop, sets by msgspec": decoded,
    "measurand, counting alone": counted,
    "measurand": scored,
    "measurand, 2 workers": two_workers,
    "DuckDB, 2 threads": duckdb,
    "polars, streamed": polars,
    "json of the standard library": stdlib,
}

if __name__ == "__main__":
    found = CASES[sys.argv[1]](sys.argv[2], sys.argv[3])
    sys.stdout.write(json.dumps(found))
