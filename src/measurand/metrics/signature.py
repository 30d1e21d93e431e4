"""The text of a definition: complete, injective, and readable again.

Complete: every option is written, defaults too, so that a signature means the same when a default
is changed. Injective: different definitions have different texts, since each codec writes
different values differently. Readable: `parse(signature(d)) == d`. Which options there are the
frozen classes say (`option_terms`); a name that others use is answered with ours (`usual_names`).
"""

import re
from collections.abc import Mapping
from functools import lru_cache

import attrs

from measurand.algebra.formula import substituted
from measurand.algebra.formula_text import text as written
from measurand.metrics.codec import NUMBER, word
from measurand.metrics.definitions import (
    Definition,
    Measure,
    Numeric,
    kind_named,
    kinds,
    name_of,
)
from measurand.metrics.family import Family
from measurand.metrics.grammar import (
    Call,
    SignatureError,
    Value,
    read,
    read_value,
    write,
)
from measurand.metrics.metric import Metric, write_by
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.option_terms import (
    Option,
    built_of,
    defaults_of,
    needed_of,
    schema,
    values_of,
)
from measurand.metrics.standard import MEASURES
from measurand.metrics.usual_names import elsewhere
from measurand.values.suggest import did_you_mean

_F_BETA = re.compile(r"f([1-9][0-9]{0,3})")
FORMULA = "formula"
"""The metric whose formula a definition says itself."""


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
        near = elsewhere(name) or did_you_mean(name, every) or f": known are {', '.join(every)}"
        message = f"unknown metric {name[:60]!r}{near}"
        raise SignatureError(message)
    return known


def canonical(option: str, value: Value) -> Value:
    """Write the value of an option as a signature writes it, whatever its spelling.

    A dotted option is one argument of another; its numbers have one spelling too.

    >>> canonical("beta", read_value("1.0")) == canonical("beta", read_value("1"))
    True
    >>> canonical("match", read_value("greedy")) == canonical("match", read_value(
    ...     "greedy[threshold=1/2]"))
    True
    """
    known = _having(option, tuple(kinds()))
    codecs = [NUMBER] if "." in option else [one.codec for one in known]
    for codec in codecs:
        try:
            return codec.write(codec.read(value))
        except ValueError:
            continue
    return value


@lru_cache(maxsize=2**9)
def _having(option: str, metrics: tuple[str, ...]) -> tuple[Option, ...]:
    """List an option as each of the metrics has it that has it."""
    known = (options(name).get(option) for name in metrics)
    return tuple(one for one in known if one is not None)


def option_values(definition: Definition) -> dict[str, Value]:
    """Return every option of a definition, defaults too, as terms.

    >>> from measurand.metrics.definitions import Column
    >>> sorted(option_values(Column(name="cost")))
    ['name', 'reduce']
    """
    return values_of(definition)


@lru_cache(maxsize=64)
def defaults(name: str) -> Mapping[str, Value]:
    """List what the options of a metric are where they are not written; its own, not their parts.

    >>> list(defaults("column"))
    ['reduce']

    Raises SignatureError for an unknown metric.
    """
    return defaults_of(_known(name)[0])


@lru_cache(maxsize=2**14)
def signature(definition: Definition) -> str:
    """Write a definition in full, with its revision.

    >>> from measurand.metrics.definitions import Column
    >>> signature(Column(name="cost"))
    'column/1(name=cost,reduce=sum)'

    A class of a family that no entry point names is written as well, and only its class reads it.
    """
    name, revision = name_of(definition), _revision(definition)
    return write(Call(name, revision, tuple(option_values(definition).items())))


def _revision(definition: Definition) -> int:
    """Give the revision of a metric; a class of a family says it, known by its name or not."""
    if isinstance(definition, Family):
        return definition.about.revision
    return _known(name_of(definition))[1]


@lru_cache(maxsize=2**12)
def brief(definition: Definition) -> str:
    """Write what a definition says beyond the defaults of its metric; it is read as the same.

    >>> brief(parse("f(beta=2,average=micro,undefined=propagate)"))
    'f/1(beta=2,average=micro)'
    """
    name = name_of(definition)
    said = option_values(definition)
    if kind_named(name) is None:
        # A class that is handed over and has no name: there is no text that it is read from.
        return signature(definition)
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
    return needed_of(_known(name)[0])


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
        near = elsewhere(text) if _NAME.fullmatch(text) else ""
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
