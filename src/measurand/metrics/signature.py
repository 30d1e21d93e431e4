"""The text of a definition: complete, injective, and readable again.

Complete: every option is written, defaults too, so that a signature means the same when a default
is changed. Injective: different definitions have different texts, since each codec writes
different values differently. Readable: `parse(signature(d)) == d`. Options are found by walking the
fields of the frozen classes, so a new field is in the signature without anybody's doing, or fails
for want of a codec.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar

import attrs
from attrs import frozen

from measurand.algebra.formula import substituted
from measurand.algebra.formula_text import text as written
from measurand.metrics.codec import NUMBER, Codec, word
from measurand.metrics.codecs import codec_of
from measurand.metrics.definitions import (
    Definition,
    Formula,
    Measure,
    Numeric,
    kind_named,
    kinds,
    name_of,
)
from measurand.metrics.family import About
from measurand.metrics.grammar import (
    Call,
    SignatureError,
    Value,
    read,
    read_value,
    write,
    write_value,
)
from measurand.metrics.metric import Metric, write_by
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.standard import MEASURES, STANDARD
from measurand.values.suggest import did_you_mean

_F_BETA = re.compile(r"f([1-9][0-9]{0,3})")
_RENAMED = {"classes": "class", "metric": "of", "lambda_": "lambda"}
FORMULA = "formula"
"""The metric whose formula a definition says itself."""

T = TypeVar("T")
_NONE: Mapping[str, object] = MappingProxyType({})
_SCHEMAS: dict[type, Mapping[str, "Option"]] = {}


@frozen
class Option:
    """One option of a metric: its name, the way to it, its codec and its default as text."""

    name: str
    path: tuple[str, ...]
    codec: Codec[Any]


@lru_cache(maxsize=64)
def options(name: str) -> Mapping[str, Option]:
    """List the options of a metric, in the order of its signature.

    >>> list(options("column"))
    ['name', 'reduce']

    Raises SignatureError for an unknown metric.
    """
    return schema(_known(name)[0])


def _known(name: str) -> tuple[type[Definition], int]:
    known = kind_named(name)
    if known is None:
        every = kinds()
        near = _elsewhere(name) or did_you_mean(name, every) or f": known are {', '.join(every)}"
        message = f"unknown metric {name[:60]!r}{near}"
        raise SignatureError(message)
    return known


_CALLED = {"f1": "f1", "fscore": "f1", "precision": "precision", "recall": "recall"}
_KINDS = {"macro": "macro[class]", "weighted": "weighted[class]", "micro": "micro"}


_OF_OTHERS = {
    "matthews_corrcoef": "mcc",
    "matthews": "mcc",
    "cohen_kappa": "kappa",
    "roc_auc": "auc",
    "auroc": "auc",
    "auc_roc": "auc",
    "dice": "f1",
    "iou": "jaccard",
}
"""What a library, or a field, calls a metric of ours, beside the words that the metric has."""
_FIRST = re.compile(r"(?:(.+?)(?:_at_|@)|(top|hits?)_?)(k|[1-9][0-9]{0,5})")
_RUNS = re.compile(r"([a-z]+)[_@]?([1-9])")
_BETA = re.compile(r"f_?(0?\.[0-9]+|[1-9][0-9]*\.[0-9]+)(?:_score)?")


def _elsewhere(name: str) -> str:
    """Say how a score is written that others call otherwise, or by its average, as macro-F1.

    >>> _elsewhere("f1_macro"), _elsewhere("f1_score"), _elsewhere("sensitivity")
    (': write f1(average=macro[class])', ': write f1', ': write recall')
    >>> _elsewhere("MRR"), _elsewhere("ndcg@10"), _elsewhere("top1"), _elsewhere("ROUGE-1")
    (': write reciprocal_rank', ': write ndcg(k=10)', ': write top_k_accuracy(k=1)', \
': write rouge_n(n=1)')
    >>> _elsewhere("zebra")
    ''
    """
    lower = re.sub(r"[-\s]+", "_", name[:60].lower())
    bare = lower.removesuffix("_score")
    known = bare if bare != name and bare in {"f1", *kinds()} else ""
    found = (_by_number, _called_by, _of_runs)
    if other := known or next(filter(None, (one(lower) for one in found)), _called_by(bare)):
        return f": write {other}"
    words = lower.split("_")
    score = next((_CALLED[word] for word in words if word in _CALLED), "")
    kind = next((_KINDS[word] for word in words if word in _KINDS), "")
    return f": write {score}(average={kind})" if score and kind else ""


def _called_by(word: str) -> str:
    """Find the metric that has a word."""
    if word in _OF_OTHERS:
        return _OF_OTHERS[word]
    for name, (kind, _) in kinds().items():
        about = STANDARD.get(name) or NUMERIC.get(name) or getattr(kind, "about", None)
        about = about or getattr(kind, "metric", None)
        if isinstance(about, Metric | About) and word in about.words:
            return name
    return ""


def _by_number(word: str) -> str:
    """Find the metric of the first so many, of runs of so many, or of a beta."""
    if beta := _BETA.fullmatch(word):
        return f"f(beta={beta[1]})"
    if (first := _FIRST.fullmatch(word)) is None:
        return ""
    metric, k = first[1] or first[2], first[3].replace("k", "10")
    found = next(filter(None, (_called_by(f"{metric}{at}") for at in ("_at_k", "@k", "_k"))), "")
    found = found or _called_by(metric) or metric
    ranked = kind_named(found) is not None and "order" not in options(found)
    return _with(found, "k", k) if ranked else ""


def _of_runs(word: str) -> str:
    """Find the metric of runs of so many words: one that ends in _n, or has an order."""
    if (runs := _RUNS.fullmatch(word)) is None:
        return ""
    stem, number = runs[1], runs[2]
    if kind_named(f"{stem}_n") is not None:
        return _with(f"{stem}_n", "n", number)
    return _with(stem, "order", number) if kind_named(stem) is not None else ""


def _with(name: str, option: str, number: str) -> str:
    """Write a metric with a number for an option, where it has that one."""
    if option not in options(name):
        return ""
    usual = write_value(defaults(name)[option]) if option in defaults(name) else ""
    return name if usual == number else f"{name}({option}={number})"


def schema(kind: type) -> Mapping[str, Option]:
    """List the options of a frozen class: its typed fields, and those of its parts.

    >>> from measurand.metrics.definitions import Column
    >>> list(schema(Column))
    ['name', 'reduce']
    """
    if kind not in _SCHEMAS:
        _SCHEMAS[kind] = {option.name: option for option in _walk(kind, ())}
    return _SCHEMAS[kind]


def _walk(kind: type[Any], path: tuple[str, ...]) -> Iterator[Option]:
    for part in attrs.fields(kind):
        if part.type is Metric and kind is not Formula:
            continue
        here = (*path, part.name)
        codec = codec_of(part.type)
        if codec is not None:
            yield Option(_RENAMED.get(part.name, part.name), here, codec)
        elif part.type is not None:
            yield from _walk(part.type, here)


def canonical(option: str, value: Value) -> Value:
    """Write the value of an option as a signature writes it, whatever its spelling.

    A dotted option is one argument of another; its numbers have one spelling too.

    >>> canonical("beta", read_value("1.0")) == canonical("beta", read_value("1"))
    True
    >>> canonical("match", read_value("greedy")) == canonical("match", read_value(
    ...     "greedy[threshold=1/2]"))
    True
    """
    known = (options(name).get(option) for name in kinds())
    codecs = [NUMBER] if "." in option else [one.codec for one in known if one is not None]
    for codec in codecs:
        try:
            return codec.write(codec.read(value))
        except ValueError:
            continue
    return value


def option_values(definition: Definition) -> dict[str, Value]:
    """Return every option of a definition, defaults too, as terms.

    >>> from measurand.metrics.definitions import Column
    >>> sorted(option_values(Column(name="cost")))
    ['name', 'reduce']
    """
    return values_of(definition)


def values_of(thing: object) -> dict[str, Value]:
    """Return the options of a frozen value as terms, by the schema of its class.

    >>> from measurand.metrics.definitions import Column
    >>> values_of(Column(name="cost"))["name"][0].atom
    'cost'
    """
    values = {}
    for option in schema(type(thing)).values():
        value: object = thing
        for step in option.path:
            value = getattr(value, step)
        values[option.name] = option.codec.write(value)
    return values


@lru_cache(maxsize=64)
def defaults(name: str) -> Mapping[str, Value]:
    """List what the options of a metric are where they are not written; its own, not their parts.

    >>> list(defaults("column"))
    ['reduce']

    Raises SignatureError for an unknown metric.
    """
    kind = _known(name)[0]
    plain = _plain(kind)
    return {
        option.name: option.codec.write(plain[option.path[0]])
        for option in schema(kind).values()
        if option.path[0] in plain and len(option.path) == 1
    }


def _plain(kind: type[Any]) -> Mapping[str, object]:
    """List the defaults of fields that are values, and are not made."""
    return {
        part.name: part.default
        for part in attrs.fields(kind)
        if part.default is not attrs.NOTHING and not hasattr(part.default, "factory")
    }


@lru_cache(maxsize=2**14)
def signature(definition: Definition) -> str:
    """Write a definition in full, with its revision.

    >>> from measurand.metrics.definitions import Column
    >>> signature(Column(name="cost"))
    'column/1(name=cost,reduce=sum)'
    """
    name = name_of(definition)
    return write(Call(name, _known(name)[1], tuple(option_values(definition).items())))


@lru_cache(maxsize=2**12)
def brief(definition: Definition) -> str:
    """Write what a definition says beyond the defaults of its metric; it is read as the same.

    >>> brief(parse("f(beta=2,average=micro,undefined=propagate)"))
    'f/1(beta=2,average=micro)'
    """
    name = name_of(definition)
    said = option_values(definition)
    must = needed(name)
    try:
        plain = option_values(define(name, {key: said[key] for key in must}))
    except SignatureError:
        return signature(definition)
    kept = tuple((key, said[key]) for key in said if key in must or said[key] != plain[key])
    text = write(Call(name, _known(name)[1], kept)).removesuffix("()")
    # What an option is by default may depend on the others: then all is written.
    return text if parse(text) == definition else signature(definition)


@lru_cache(maxsize=64)
def needed(name: str) -> tuple[str, ...]:
    """Name the options of a metric that have no default.

    >>> needed("column"), needed("f")
    (('name',), ())

    Raises SignatureError for an unknown metric.
    """
    kind: type[Any] = _known(name)[0]
    bare = {part.name for part in attrs.fields(kind) if part.default is attrs.NOTHING}
    return tuple(one.name for one in options(name).values() if one.path[0] in bare)


def parse(text: str) -> Definition:
    """Read a definition; options that are not written take their defaults.

    >>> signature(parse("column(name=cost)"))
    'column/1(name=cost,reduce=sum)'
    >>> parse(signature(parse("f(beta=0.5)"))) == parse("f(beta=1/2)")
    True
    >>> parse("f1(average=micro)") == parse("f(average=micro)")
    True

    Raises SignatureError for an unknown metric, option, value or revision, naming the nearest.
    """
    call = called(text)
    known = options(call.name)
    try:
        return define(call.name, _once(call, known))
    except SignatureError as error:
        said = {name for name, _ in call.options}
        if "class=item" not in str(error) or "class" not in known or "class" in said:
            raise
        labels = read(text)
        labels = attrs.evolve(labels, options=(*labels.options, ("class", read_value("item"))))
        message = f"{error}; of labels: {write(labels)}"
        raise SignatureError(message) from error


def called(text: str) -> Call:
    """Read a definition as what it calls, by the name of signatures and in its own revision.

    >>> write(called("f1/1(average=micro)"))
    'f/1(beta=1,average=micro)'

    Raises SignatureError for an unknown metric or revision.
    """
    call = spelled(read_call(text))
    current = _known(call.name)[1]
    if call.revision not in {None, current}:
        message = f"{call.name} has revision {current}: got {call.revision}"
        raise SignatureError(message)
    return call


def read_call(text: str) -> Call:
    """Read what is called; of a name that others write, such as `ndcg@10`, say how it is written.

    >>> read_call("ndcg@10")
    Traceback (most recent call last):
    measurand.metrics.grammar.SignatureError: unknown metric 'ndcg@10': write ndcg(k=10)

    Raises SignatureError for what is no call.
    """
    try:
        return read(text)
    except SignatureError as error:
        near = _elsewhere(text) if _NAME.fullmatch(text) else ""
        if not near:
            raise
        message = f"unknown metric {text!r}{near}"
        raise SignatureError(message) from error


_NAME = re.compile(r"[^()=,]{1,60}")


def spelled(call: Call) -> Call:
    """Write what is called by its usual name as signatures do: `f1`, `f2` are F with that beta.

    >>> write(spelled(read("f2(average=micro)")))
    'f(beta=2,average=micro)'

    Raises SignatureError where a beta stands beside it.
    """
    match = _F_BETA.fullmatch(call.name)
    if match is None:
        return call
    if any(name == "beta" for name, _ in call.options):
        message = f"{call.name} says its beta: got beta too; write f(beta=...)"
        raise SignatureError(message)
    return Call("f", call.revision, (("beta", read_value(match[1])), *call.options))


def expanded(text: str, metrics: Mapping[str, Metric]) -> str:
    """Write the formula of a metric of one's own in the place of its name, with its parameters.

    >>> from measurand.metrics.metric import GOLD, HITS
    >>> found = Metric(name="found", formula=HITS / GOLD, says="gold items found")
    >>> expanded("found(class=item)", {"found": found})
    'formula(of="hits / gold",class=item)'

    Raises SignatureError where the text is no signature, or asks for a revision of such a metric.
    """
    call = read(text)
    if call.name not in metrics:
        return text
    if call.revision is not None:
        message = f"a metric of one's own has no revision: got {call.name}/{call.revision}"
        raise SignatureError(message)
    metric = metrics[call.name]
    formula = substituted(metric.formula, dict(metric.params))
    return write(Call(FORMULA, None, (("of", word(written(formula))), *call.options)))


def _once(call: Call, known: Mapping[str, Option]) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name, value in call.options:
        if name in values:
            message = f"each option once: got {name!r} twice in {call.name}(...)"
            raise SignatureError(message)
        if name not in known:
            message = f"unknown option {name!r} of {call.name}{did_you_mean(name, known)}"
            raise SignatureError(message)
        values[name] = value
    return values


def define(name: str, values: Mapping[str, Value]) -> Definition:
    """Build a definition from terms.

    >>> define("column", {"name": read_value("cost")}).reduce.value
    'sum'

    Raises SignatureError where an option or value is unknown, or the options do not fit together.
    """
    kind = _known(name)[0]
    known = {Measure: MEASURES, Numeric: NUMERIC}.get(kind, {})
    fixed = {"metric": known[name]} if known else {}
    built: Definition = built_of(kind, name, values, fixed)
    return built


def built_of(
    kind: type[T], name: str, values: Mapping[str, Value], fixed: Mapping[str, object] = _NONE
) -> T:
    """Build a frozen value from terms, by the schema of its class; `name` is for messages.

    What is `fixed` is no option.

    >>> from measurand.metrics.definitions import Column
    >>> built_of(Column, "column", {"name": read_value("cost")}).name
    'cost'

    Raises SignatureError as `define` does.
    """
    known = schema(kind)
    tree: dict[str, Any] = dict(fixed)
    for key, value in values.items():
        if key not in known:
            message = f"unknown option {key!r} of {name}{did_you_mean(key, known)}"
            raise SignatureError(message)
        option = known[key]
        try:
            _plant(tree, option.path, option.codec.read(value))
        except ValueError as error:
            message = f"option {key!r} of {name}: {error}"
            raise SignatureError(message) from error
    built: T = _build(kind, name, tree)
    return built


def _plant(tree: dict[str, Any], path: tuple[str, ...], value: object) -> None:
    for step in path[:-1]:
        tree = tree.setdefault(step, {})
    tree[path[-1]] = value


def _build(kind: type[Any], name: str, tree: Mapping[str, Any], default: Any = None) -> Any:
    """Build a value; what is not said is that of the default, if it is one of the kind."""
    base = default if isinstance(default, kind) else None
    parts = {part.name: part for part in attrs.fields(kind)}
    values = {
        key: _build(parts[key].type, name, value, parts[key].default)
        if isinstance(value, dict)
        else value
        for key, value in tree.items()
    }
    try:
        return kind(**values) if base is None else attrs.evolve(base, **values)
    except TypeError as error:
        missing = [
            _RENAMED.get(p.name, p.name) for p in attrs.fields(kind) if p.default is attrs.NOTHING
        ]
        message = f"{name} needs the option {' and '.join(missing)}"
        raise SignatureError(message) from error
    except SignatureError:
        raise
    except ValueError as error:
        message = f"{name}: {error}"
        raise SignatureError(message) from error


_same = lru_cache(maxsize=2**12)(lambda thing: thing)


def interned(thing: Any) -> Any:
    """Give the one value that stands for all its equals, part by part.

    >>> from measurand.metrics.definitions import Column
    >>> interned(Column(name="cost")) is interned(Column(name="cost"))
    True
    """
    if not attrs.has(type(thing)):
        return thing
    parts = {part.name: getattr(thing, part.name) for part in attrs.fields(type(thing))}
    return _same(attrs.evolve(thing, **{name: interned(part) for name, part in parts.items()}))


def amend(definition: Definition, values: Mapping[str, str]) -> Definition:
    """Return a definition with some options replaced, given as texts.

    >>> signature(amend(parse("column(name=cost)"), {"reduce": "mean"}))
    'column/1(name=cost,reduce=mean)'

    Raises SignatureError as `parse` does.
    """
    changed = {name: read_value(text) for name, text in values.items()}
    return define(name_of(definition), {**option_values(definition), **changed})


def _written(thing: object) -> str:
    return signature(thing) if isinstance(thing, Definition) else repr(thing)


write_by(_written)
