"""Which way a table lies: systems in rows, in columns, or a metric a row.

All three are turned into a row for each system and a column for each metric, which is how
everything after this reads a table. A table is turned by itself only where its first column says
so: all of it are metrics (or its head calls them so), and no other head is one. Coefficients of
metrics look alike and are none, so a table that speaks of correlations is left as it is.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial

from attrs import evolve

from measurand.auditing.proofs.sheet import COUNTS, RATES, SIGNED, Role
from measurand.edges.tables.grid import MOST_CHARACTERS, MOST_COLUMNS, RawTable
from measurand.edges.tables.heads import first_number, numeric
from measurand.edges.tables.interval_words import interval_of
from measurand.edges.tables.row_words import MOST_HEAD, row_word
from measurand.edges.tables.vocabulary import Head, OwnMetrics, head_of

_METRIC_HEADS = frozenset(
    {"metric", "metrics", "measure", "measures", "métrique", "métrica", "metrik", "指标", "지표"}
)
_VALUE_HEADS = frozenset({"value", "score", "result"})
_ERROR_HEADS = frozenset({"stderr", "std err", "stderror", "standard error", "se"})
_SIGNS = frozenset({"", "±", "+/-", "+-", "↑", "↓", "→"})
_NONE = frozenset({"", "none"})
_METRICS = RATES | SIGNED | COUNTS | {Role.HITS, Role.MAE, Role.MSE, Role.RMSE, Role.R2}
_OTHERS = re.compile(
    r"(?:au(?:ro|pr)?c|roc|ap|map|mrr|ndcg|bleu|rouge|meteor|chrf|comet|bertscore|perplexity|ppl"
    r"|iou|miou|dice|wer|cer|er|eer|ece|loss|cost|time|latency|params|parameters|flops|speed"
    r"|pearson|spearman|kendall|rho|tau|ρ|τ|corr|correlation|coefficient|coef)"
    r"(?:[ @_-]?[0-9a-z]{1,5})?[ ]?(?:\([^()]{1,20}\))?[ ]?[↑↓]?\.?"
)
_CORRELATED = re.compile(r"correlat|coefficient|regression|ablat", re.IGNORECASE)


def systems_in_rows(
    table: RawTable, *, transpose: bool | None = None, own: OwnMetrics = ()
) -> RawTable:
    """Turn a table so that systems are rows, where its first column or the user says that it lies.

    Metrics of one's `own` are known too.

    >>> table = RawTable(header=("", "ours", "base"), rows=(("P", "1", "2"), ("F1", "3", "4")))
    >>> systems_in_rows(table).header, systems_in_rows(table).rows
    (('', 'P', 'F1'), (('ours', '1', '3'), ('base', '2', '4')))
    >>> systems_in_rows(table, transpose=False) == table
    True
    """
    long = _widened(table) if transpose is None else None
    if long is not None:
        return long
    labels = first_number(table.rows, len(table.header))
    lies = _lies(table, labels, own) if transpose is None else transpose
    if not lies or len(table.rows) >= MOST_COLUMNS:
        return table
    return _transposed(table, labels, "said" if transpose else "the first column says so")


def _lies(table: RawTable, labels: int, own: OwnMetrics) -> bool:
    """Tell whether the labels of rows are metrics, each another, and the heads are none."""
    headed = table.header[labels - 1].strip().lower() in _METRIC_HEADS
    names = [row[labels - 1] for row in table.rows]
    heads = table.header[labels:]
    metric = partial(_metric, own=own)
    sure = sum(_is_known(head_of(name, own)) for name in names)
    each = set(_down([row[:labels] for row in table.rows]))
    if sure < _FEWEST or len(each) < len(names) or not (headed or all(map(metric, names))):
        return False
    if any(map(metric, heads)) or _CORRELATED.search(f"{table.title} {table.caption}"):
        return False
    plain = [head for head in heads if not head_of(head, own).known and not row_word(head)]
    return bool(plain) if headed else len(plain) >= _FEWEST and not any(map(numeric, plain))


_FEWEST = 2


def _metric(name: str, own: OwnMetrics) -> bool:
    plain = name[:MOST_HEAD].strip().lower()
    return _is_known(head_of(name, own)) or _OTHERS.fullmatch(plain) is not None


def _is_known(head: Head) -> bool:
    return head.role in _METRICS or head.metric is not None


def _transposed(table: RawTable, labels: int, why: str) -> RawTable:
    """Put rows in the place of columns; labels before the last one stand above the new columns."""
    names = [row[labels - 1] for row in table.rows]
    above = list(_down([row[: labels - 1] for row in table.rows]))
    heads = [
        " / ".join(filter(None, (group, head)))
        for group, head in zip(table.groups, table.header, strict=True)
    ]
    return RawTable(
        header=(table.header[labels - 1], *names),
        rows=tuple(
            (heads[at], *(row[at] for row in table.rows)) for at in range(labels, len(heads))
        ),
        title=table.title,
        caption=table.caption,
        line=table.line,
        groups=("", *(" / ".join(filter(None, parts)) for parts in above)),
        notes=(
            *table.notes,
            f"systems stand in columns ({why}; --no-transpose reads them as rows)",
        ),
    )


def _down(rows: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Carry labels down over the gaps below them."""
    last: tuple[str, ...] = ()
    for row in rows:
        last = row if not last or row[:1] != ("",) else _over(row, last)
        yield last


def _over(row: tuple[str, ...], last: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(cell or above for cell, above in zip(row, last, strict=True))


def _widened(table: RawTable) -> RawTable | None:
    """Give each metric a column where a row has one: its name, its value, its error or interval.

    What stands in the other columns names the system; of those after the first only what tells two
    rows of one name apart.
    """
    heads = [head.strip().lower() for head in table.header]
    metric, value, error = (
        _place(heads, words) for words in (_METRIC_HEADS, _VALUE_HEADS, _ERROR_HEADS)
    )
    if (
        metric < 0
        or value < 0
        or any(numeric(row[metric]) or not row[metric] for row in table.rows)
    ):
        return None
    signs = {at for at, head in enumerate(heads) if not head and _signs(table, at)}
    beside = [(error, "_stderr")] if error >= 0 else []
    intervals = [at for at, head in enumerate(table.header) if interval_of(head) == ""]
    beside += [(at, f" {table.header[at]}") for at in intervals]
    keys = [at for at in range(len(heads)) if at not in {metric, value, *dict(beside), *signs}]
    if not (keys or intervals) or not table.rows:
        return None
    named = list(_down([tuple(row[at] for at in keys) for row in table.rows]))
    one_system = [table.header[value]] * len(named)
    labels = _labels(named, [row[metric] for row in table.rows]) if keys else one_system
    metrics = list(dict.fromkeys(row[metric] for row in table.rows))
    if not keys and len(metrics) < len(labels):
        return None
    if not labels or (1 + len(beside)) * len(metrics) >= MOST_COLUMNS:
        return None
    cells = {(label, row[metric]): row for label, row in zip(labels, table.rows, strict=True)}
    names = tuple(f"{one}{after}" for one in metrics for after in ("", *dict(beside).values()))
    return evolve(
        table,
        header=(
            table.header[keys[0]] if keys else "",
            *names,
        ),
        rows=tuple(
            (label, *_cells([cells.get((label, one)) for one in metrics], (value, *dict(beside))))
            for label in dict.fromkeys(labels)
        ),
        lines=tuple(table.lines[labels.index(label)] for label in dict.fromkeys(labels)),
        groups=("",) * (1 + len(names)),
        other_groups=(),
        notes=(*table.notes, "a metric a row: each has a column here"),
    )


def _cells(rows: Sequence[tuple[str, ...] | None], places: Sequence[int]) -> Iterator[str]:
    for row in rows:
        yield from (row[at] if row else "" for at in places)


def _place(heads: Sequence[str], words: frozenset[str]) -> int:
    """Find the one head that is such a word; -1 where none is, or several are."""
    places = [at for at, head in enumerate(heads) if head in words]
    return places[0] if len(places) == 1 else -1


def _signs(table: RawTable, at: int) -> bool:
    return all(row[at].strip() in _SIGNS for row in table.rows)


def _labels(named: Sequence[tuple[str, ...]], metrics: Sequence[str]) -> list[str]:
    """Name each row by its first key, and by others where two rows of a metric are alike."""
    for kept in _keys_needed(named):
        labels = [" / ".join(row[at] for at in kept if row[at] not in _NONE) for row in named]
        pairs = set(zip(labels, metrics, strict=True))
        if len(pairs) == len(named) and max(map(len, labels)) <= MOST_CHARACTERS:
            return labels
    return []


def _keys_needed(named: Sequence[tuple[str, ...]]) -> Iterator[list[int]]:
    """Give the keys that may be needed: the first, with one more, with all that vary."""
    width = len(named[0])
    vary = [at for at in range(1, width) if len({row[at] for row in named}) > 1]
    yield [0]
    for at in vary:
        yield [0, at]
    yield [0, *vary]
