"""Metrics of a user's own, from TOML: formulas are read and never run, and all faults come at once.

They stand in a file of their own, or in a claims file; with `schema = 1` the one is the other.

[metrics.tversky]
formula = "hits / (hits + alpha*(predicted - hits) + b*(gold - hits))"
params = { alpha = "1", b = "1" }
range = ["0", "1"]
says = "hits, against weighted false positives and negatives"
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from returns.result import Failure, Result, Success

from measurand.algebra.formula import Formula, stats
from measurand.algebra.formula_text import FormulaError, read
from measurand.edges.claims.gathering import Gathering, entries, placed, right_schema
from measurand.edges.claims.shapes import NAME, MetricShape
from measurand.edges.files.files import first_bytes
from measurand.edges.files.json.converter import Scalar
from measurand.edges.files.json.schema_error import message_fault, near, seen
from measurand.edges.files.json.value import not_utf8
from measurand.edges.files.lines import BOM
from measurand.edges.files.toml_tree import Place, key_lines, read_tree
from measurand.metrics.computable import not_computable, too_large
from measurand.metrics.definitions import kind_named
from measurand.metrics.metric import CELLS, COUNTED, ITSELF, Metric
from measurand.metrics.numeric import AUC, NUMERIC
from measurand.metrics.standard import EXACT_MATCH, STANDARD
from measurand.metrics.user_metric import Refuted, laws_of, taken
from measurand.values.english import counted
from measurand.values.fault import Fault

Faults = tuple[Fault, ...]

MOST_BYTES = 256 * 2**10
MOST_METRICS = 100
_LONGEST = 1_000
_WHOLE = re.compile(r"[-+]?[0-9]{1,40}")
_ENDS = 2
_CELLS = "tp is hits, fp predicted - hits, fn gold - hits, tn judged - predicted - gold + hits"
_TAKEN = {**STANDARD, **NUMERIC, EXACT_MATCH.name: EXACT_MATCH, AUC.name: AUC}
_RESERVED = COUNTED | {*CELLS, ITSELF, "unknown"}


def load_metrics(path: Path) -> Result[Mapping[str, Metric], Faults]:
    """Read metrics of a user's own that break no law; a law that is broken is a fault.

    >>> load_metrics(Path("no/such.toml")).failure()[0].text()
    'no/such.toml: expected a file, got nothing of that name'
    """
    return metric_bytes(path).bind(partial(_of_bytes, file=str(path), read=read_own))


def metric_bytes(path: Path) -> Result[bytes, Faults]:
    """Read the bytes of a file of metrics, of at most 256 KiB."""
    expected = f"a file of metrics of at most {MOST_BYTES // 2**10} KiB"
    longer = Fault(file=str(path), got="a longer one", expected=expected)
    return first_bytes(path, MOST_BYTES).bind(
        lambda raw: Failure((longer,)) if len(raw) > MOST_BYTES else Success(raw)
    )


def read_metrics(raw: bytes, *, file: str = "") -> Result[Mapping[str, Metric], Faults]:
    r"""Read the bytes of a file of metrics; whether they keep their laws is not asked.

    >>> text = b"[metrics.miss]\nformula = '1 - hits / gold'\nsays = 'gold items not found'"
    >>> read_metrics(text).unwrap()["miss"].at().ratio({"hits": 1, "gold": 4})
    (3, 4)
    >>> read_metrics(text + b"\nsorce = 'us'").failure()[0].text()
    "metrics.miss.sorce: expected a known key, got 'sorce': did you mean 'source'?"
    """
    return _of_bytes(raw, file=file, read=_tables)


def _of_bytes(raw: bytes, *, file: str, read: "_Read") -> Result[Mapping[str, Metric], Faults]:
    return (
        _decoded(raw)
        .bind(lambda text: read_tree(text).bind(partial(_of_tree, text, read)))
        .alt(lambda faults: tuple(one.at(file=file) for one in faults))
    )


def _decoded(raw: bytes) -> Result[str, Faults]:
    if raw.startswith(BOM):
        hint = "save the file as UTF-8 without BOM"
        got, expected = "a byte order mark", "TOML from the start"
        return Failure((Fault(line=1, got=got, expected=expected, hint=hint),))
    try:
        return Success(raw.decode())
    except UnicodeDecodeError:
        return Failure((not_utf8(raw),))


def _of_tree(
    text: str, read: "_Read", tree: Mapping[str, object]
) -> Result[Mapping[str, Metric], Faults]:
    faults = Gathering()
    right_schema(tree, faults)
    for key in tree.keys() - {"metrics", "schema"}:
        faults.unknown((key,), key, {"metrics": ()}, "a known key")
    written = entries(tree, "metrics")
    if not written:
        faults.add(("metrics",), got=seen(tree.get("metrics")), expected="tables [metrics.NAME]")
    metrics = read(written, {}, faults)
    return Failure(placed(faults.found, key_lines(text))) if faults.found else Success(metrics)


def read_own(
    written: Mapping[str, object], before: Mapping[str, Metric], faults: Gathering
) -> dict[str, Metric]:
    """Read the tables [metrics.NAME] of a file beside metrics that are known already.

    What is wrong with one is noted; where nothing is, every law that one breaks.

    >>> faults = Gathering()
    >>> written = {"lost": {"formula": "1 - hits/gold", "says": "", "range": ["0", "0"]}}
    >>> list(read_own(written, {}, faults)), faults.found[0][1].got
    (['lost'], 'tp 0 fp 0 fn 1 tn 0 gives 1, above 0')
    """
    so_far = len(faults.found)
    metrics = _tables(written, before, faults)
    known = {**STANDARD, **before, **metrics}
    new = {name: one for name, one in metrics.items() if before.get(name) != one}
    for name, metric in new.items() if len(faults.found) == so_far else ():
        for one in laws_of(metric, known):
            if isinstance(one.outcome, Refuted):
                got, expected = one.outcome.because, f"{one.law}: {one.says}"
                faults.add(("metrics", name), got=got, expected=expected)
    return metrics


def _tables(
    written: Mapping[str, object], before: Mapping[str, Metric], faults: Gathering
) -> dict[str, Metric]:
    """Read the tables, and do not ask whether their metrics keep their laws."""
    many = len(written.keys() | before.keys())
    if many > MOST_METRICS:
        faults.add(("metrics",), got=str(many), expected=f"at most {MOST_METRICS} metrics")
        return {}
    metrics: dict[str, Metric] = {}
    for name, entry in written.items():
        metric = _metric(name, entry, {**before, **written}, faults)
        if metric is None:
            continue
        if message := taken(metric, {**_TAKEN, **before, **metrics}):
            faults.found.append((("metrics", name), message_fault(message)))
        metrics[name] = metric
    return metrics


_Read = Callable[[Mapping[str, object], Mapping[str, Metric], Gathering], dict[str, Metric]]


def _metric(name: str, tree: object, written: Iterable[str], faults: Gathering) -> Metric | None:
    """Make a metric; None where it is none, and that is noted."""
    place, before = ("metrics", name), len(faults.found)
    _check_name(name, place, faults)
    entry = faults.take(tree, MetricShape, place)
    if entry is None:
        return None
    formula = _formula(entry, place, faults)
    low, high = _range(entry.range, (*place, "range"), faults)
    for at, word in enumerate(entry.words):
        _check_name(word, (*place, "words", at), faults)
    for key, text in (("says", entry.says), ("source", entry.source)):
        if len(text) > _LONGEST or not text.isprintable():
            expected = f"a line of at most {_LONGEST} characters"
            faults.add((*place, key), got=seen(text), expected=expected)
    names = (ITSELF, *STANDARD, *written)
    if entry.mirror and entry.mirror not in names:
        hint = near(entry.mirror, names)
        faults.add((*place, "mirror"), got=seen(entry.mirror), expected="a metric", hint=hint)
    if formula is None or len(faults.found) > before:
        return None
    try:
        metric = Metric(
            name=name,
            formula=formula,
            says=entry.says,
            source=entry.source,
            low=low,
            high=high,
            words=entry.words,
            params=entry.params,
            mirror=ITSELF if entry.mirror == name else entry.mirror,
            rises=entry.rises,
            falls=entry.falls,
        )
    except ValueError as error:
        faults.found.append((place, message_fault(str(error))))
        return None
    if message := not_computable(metric):
        faults.found.append(((*place, "formula"), message_fault(message)))
    return metric


def _check_name(name: str, place: Place, faults: Gathering) -> None:
    if not NAME.fullmatch(name):
        expected = "a name of small letters, digits and _, at most 60"
        faults.add(place, got=seen(name), expected=expected)
    elif name in _RESERVED or kind_named(name) or name in STANDARD:
        faults.add(place, got=f"{seen(name)}, which is taken", expected="another name")


def _formula(entry: MetricShape, place: Place, faults: Gathering) -> Formula | None:
    here = (*place, "formula")
    try:
        formula = read(entry.formula)
    except FormulaError as error:
        faults.found.append((here, message_fault(str(error))))
        return None
    if message := too_large(formula):
        faults.found.append((here, message_fault(message)))
        return None
    params = dict(entry.params)
    named = stats(formula)
    for name in named:
        if name not in COUNTED and name not in params:
            hint = _CELLS if name in CELLS else _hint(name, [*sorted(COUNTED), *params])
            expected = "hits, predicted, gold, judged or a parameter with a value"
            faults.add(here, got=seen(name), expected=expected, hint=hint)
    for name in params:
        if name not in named:
            expected, hint = "a parameter that the formula has", near(name, {*named} - COUNTED)
            faults.add((*place, "params", name), got=seen(name), expected=expected, hint=hint)
    return formula


def _hint(name: str, known: Iterable[str]) -> str:
    close = near(name, known)
    return close if close.startswith("did") else f'give it one: params = {{ {name[:40]} = "1" }}'


def _range(
    ends: tuple[Scalar, ...], place: Place, faults: Gathering
) -> tuple[int | None, int | None]:
    """Read two ends; an end that is infinite is None."""
    if len(ends) != _ENDS:
        faults.add(place, got=counted(len(ends), "value"), expected='two ends, as in ["0", "inf"]')
        return None, None
    numbers: list[int | None] = []
    for at, (end, open_) in enumerate(zip(ends, ("-inf", "inf"), strict=True)):
        if end != open_ and not _WHOLE.fullmatch(end):
            expected = f"a whole number, or {open_}"
            faults.add((*place, at), got=seen(end), expected=expected)
        numbers.append(int(end) if _WHOLE.fullmatch(end) else None)
    low, high = numbers
    if low is not None and high is not None and low > high:
        faults.add(place, got=f"{low} to {high}", expected="the lower end first")
    return low, high
