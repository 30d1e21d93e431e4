"""Definitions in the words of a methods section, and in full for its appendix.

A sentence says what a reader has to know to compute the number again: the metric, its average, how
items are matched, and every option that is not the default. Each is a phrase that is looked up by
the option and its value, and no metric has words of its own beyond its name, what it says it is,
and its source. An option without a phrase is written as the signature writes it, so that nothing is
left out. The appendix has the full signature: two definitions that differ have different rows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from attrs import frozen

from measurand.edges.report.document import Document, Grid, Prose, Section
from measurand.edges.report.inferred import level_text, plan_text
from measurand.edges.report.latex import escaped
from measurand.edges.report.paper_words import chosen, empty_words, over_words, plain_words
from measurand.inference.adjustment import Correction
from measurand.inference.plan import Plan, Test
from measurand.metrics.definitions import Definition, F, metric_of, name_of
from measurand.metrics.grammar import write_value
from measurand.metrics.options import Average, AverageKind, Chosen, ChosenKind
from measurand.metrics.signature import needed, option_values, options, signature

_PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "average=micro": "counts are pooled over all samples",
        "match=set": "repeated items count once",
        "match=multiset": "repeated items count as often as they stand",
        "match=spans": "spans are matched by their ends and labels",
        "missing=skip": "samples without an answer are left out",
        "missing=empty": "samples without an answer count as answered with nothing",
        "missing=worst": "samples without an answer count as wrong",
        "undefined=skip": "undefined parts are left out of the mean",
        "undefined=zero": "undefined parts count as 0",
        "zero_division=skip": "a class that has no score is left out",
        "class=item": "every item is a class of its own",
        "class=label": "classes are labels",
        "over=gold": "the mean runs over the classes of gold",
        "over=predicted": "the mean runs over the classes that are predicted",
        "passes=once": "texts are normalised in one pass",
        "aggregate=harmonic": "F is taken of the means",
    }
)
_TEMPLATES: Mapping[str, str] = MappingProxyType(
    {
        "average": "averaged by {}",
        "of": "it is that of {}",
        "k": "k is {}",
        "beta": "recall weighs {} times as much as precision",
        "match": "items are matched by {}",
        "unit": "items are compared by {}",
        "answer_unit": "answers are compared by {}",
        "normalise": "texts are normalised ({})",
        "class": "classes are given by {}",
        "only": "only {} is scored",
        "over": "the mean runs over {}",
        "missing": "missing answers: {}",
        "zero_division": "0 by 0 is {}",
        "gold": "gold is {}",
        "answer": "answers are {}",
        "predicted": "predictions are {}",
        "score": "scores are {}",
        "label": "what happened is {}",
        "judge": "the judge's verdict is {}",
        "human": "the human verdict is {}",
        "tokens": "tokens are those of {}",
        "bins": "{} bins are made",
        "ties": "ties are broken by {}",
    }
)
_EMPTY = ("both_empty", "gold_empty", "pred_empty")
_TESTS = {
    Test.SIGN_FLIP: "a paired permutation test, which flips the signs of differences",
    Test.BOOTSTRAP_SIGN: "the paired bootstrap, twice the smaller share of differences beside 0",
    Test.BOOTSTRAP_PLUS_ONE: "the paired bootstrap, with the observed sample as one resample more",
    Test.WILCOXON: "the Wilcoxon signed-rank test",
}
_CORRECTIONS = {
    Correction.HOLM: "adjusted by the method of Holm",
    Correction.HOCHBERG: "adjusted by the method of Hochberg",
    Correction.BENJAMINI_HOCHBERG: "adjusted by the method of Benjamini and Hochberg",
    Correction.BONFERRONI: "adjusted by the method of Bonferroni",
    Correction.NONE: "not adjusted for their number",
}


@frozen
class CitedDefinition:
    """A row of the appendix: where a number stands, its definition in words and in full."""

    label: str
    words: str
    signature: str
    source: str


@frozen(kw_only=True)
class CitedTable:
    """The sentence of one table (of definitions alone where it has no name), and its rows."""

    name: str
    sentence: str
    definitions: tuple[CitedDefinition, ...]


@frozen(kw_only=True)
class Citation:
    """What a paper says of its numbers: a sentence a table, how they were tested, and by what."""

    tables: tuple[CitedTable, ...]
    inference: tuple[str, ...]
    software: str


def phrases(definition: Definition) -> dict[str, str]:
    """Say the options that a reader has to know, each in a phrase, by their names.

    >>> from measurand.metrics.signature import parse
    >>> [*phrases(parse("f(average=micro,match=multiset,missing=empty)")).values()]
    ['repeated items count as often as they stand', \
'samples without an answer count as answered with nothing']
    >>> phrases(parse("recall(class=item,only=but[no_relation])"))["only"]
    'all classes but no_relation are scored'
    >>> phrases(parse("ndcg(k=3)"))
    {'k': 'k is 3'}
    """
    own = chosen(definition)
    values = option_values(definition)
    # What a metric with words of its own says of its average is in them.
    name = name_of(definition)
    always = ("match",) if plain_words(definition) else ("average", "match", *needed(name))
    said = {one: write_value(values[one]) for one in always if one in values} | own
    found = {one: _phrase(one, text) for one, text in said.items()}
    if "average" in found:
        meant = options(name)["average"].codec.read(values["average"])
        if isinstance(meant, Average) and meant.kind is not AverageKind.MICRO:
            found["average"] = f"it is {over_words(meant)}"
    if "only" in found:
        found["only"] = _only(options(name)["only"].codec.read(values["only"]), found["only"])
    if rules := _empty(definition):
        found["both_empty"] = rules
    return found


def _only(meant: object, plain: str) -> str:
    """Say which classes are scored, where they are several."""
    match meant:
        case Chosen(ChosenKind.CLASS, classes):
            return f"of the classes, {_joined(classes)} alone are scored"
        case Chosen(ChosenKind.BUT, classes):
            return f"all classes but {_joined(classes)} are scored"
        case _:
            return plain


def _phrase(option: str, value: str) -> str:
    known = _PHRASES.get(f"{option}={value}")
    if known is not None:
        return known
    return _TEMPLATES.get(option, f"{option.replace('_', ' ')} = {{}}").format(_spaced(value))


def _spaced(value: str) -> str:
    """Write a value without the marks of signatures; a formula stays as it is.

    >>> _spaced("greedy[similarity=given,threshold=0.7]"), _spaced("lower+trim")
    ('greedy (similarity given, threshold 0.7)', 'lower, trim')
    """
    if value.startswith('"'):
        return value
    for mark, text in (("[", " ("), ("]", ")"), ("=", " "), (",", ", "), ("+", ", ")):
        value = value.replace(mark, text)
    return value


def words(definition: Definition, label: str = "") -> str:
    """Say what a definition is, without how its options are set; a label may name it already.

    >>> from measurand.metrics.signature import parse
    >>> words(parse("ndcg(k=3)"))
    'ndcg, the discounted gain of a ranking, as a share of the best that was possible'
    >>> words(parse("ndcg(k=3)"), "nDCG")
    'the discounted gain of a ranking, as a share of the best that was possible'
    """
    known = metric_of(definition)
    named = name_of(definition).replace("_", " ")
    said = known.says if named == label.replace("_", " ").casefold() else f"{named}, {known.says}"
    return plain_words(definition) or (said if known.says else named)


def _empty(definition: Definition) -> str:
    """Say the empty rules where they are not the default."""
    values = option_values(definition)
    usual = {name: write_value(value) for name, value in option_values(F()).items()}
    changed = any(write_value(values[name]) != usual[name] for name in _EMPTY if name in values)
    return empty_words(definition) if changed else ""


def cited(
    named: Iterable[tuple[str, Definition]], *, table: str = "", unknown: Sequence[str] = ()
) -> CitedTable:
    """Make the sentence of a table, of its columns and their definitions, and those without.

    >>> from measurand.metrics.signature import parse
    >>> cited([("P", parse("precision(average=micro)")), ("R", parse("recall(average=micro)"))],
    ...     table="2").sentence
    'In table 2, P is precision (hits over predictions) pooled over all samples, and R is recall \
(hits over gold items) pooled over all samples; throughout, repeated items count once.'
    """
    every = [(label, one, phrases(one)) for label, one in named]
    shared = _shared([(one, own) for _, one, own in every])
    parts = [
        _part(label, one, [text for name, text in own.items() if shared.get(name) != text])
        for label, one, own in every
    ]
    start = f"In table {table}, " if table else ""
    throughout = "; throughout, " if len(every) > 1 else "; "
    main = _joined(parts) if parts else ""
    kept = "; ".join(shared.values())
    text = f"{start}{main}{throughout if kept and main else ''}{kept}." if main else ""
    rest = f"No definition is known of {_joined(unknown)} in table {table}." if unknown else ""
    rows = tuple(
        CitedDefinition(
            label or words(one).partition(",")[0],
            "; ".join((words(one), *own.values())),
            signature(one),
            metric_of(one).source,
        )
        for label, one, own in every
    )
    sentence = " ".join(filter(None, (text[:1].upper() + text[1:], rest)))
    return CitedTable(name=table, sentence=sentence, definitions=rows)


def _shared(every: Sequence[tuple[Definition, Mapping[str, str]]]) -> dict[str, str]:
    """Find the phrases that are true of all definitions that have their option: said once."""
    having: dict[str, list[str]] = {}
    for definition, own in every:
        for name in option_values(definition):
            having.setdefault(name, []).append(own.get(name, ""))
    return {name: texts[0] for name, texts in having.items() if texts[0] and len(set(texts)) == 1}


def _part(label: str, definition: Definition, own: Sequence[str]) -> str:
    more = f" ({'; '.join(own)})" if own else ""
    said = f"{words(definition, label)}{more}"
    return f"{label} is {said}" if label else said


def _joined(parts: Sequence[str]) -> str:
    """Join the parts of a sentence.

    >>> _joined(["a", "b", "c"])
    'a, b, and c'
    """
    return "".join(parts) if len(parts) == 1 else f"{', '.join(parts[:-1])}, and {parts[-1]}"


def interval_sentence(plan: Plan) -> str:
    """Say how intervals are made.

    >>> interval_sentence(Plan(seed=3))
    '95% intervals: percentiles of the resampled scores; 10,000 resamples of samples, \
stream numpy, seed 3.'
    """
    return f"{level_text(plan)}s: {plan_text(plan).removeprefix('Intervals: ')}"


def comparison_sentence(plan: Plan) -> str:
    """Say how two systems are compared.

    >>> comparison_sentence(Plan())
    'Two-sided p-values are those of a paired permutation test, which flips the signs of \
differences; they are adjusted by the method of Holm, and significant at 0.05 or less.'
    """
    adjusted = _CORRECTIONS[plan.correction]
    return (
        f"Two-sided p-values are those of {_TESTS[plan.test]}; they are {adjusted}, "
        f"and significant at {float(plan.alpha):g} or less."
    )


def cite_document(citation: Citation) -> Document:
    """Lay out the sentences, and the appendix of definitions."""
    return (
        Section("Methods", (Prose(tuple(_sentences(citation))),)),
        Section("Appendix: definitions", (_appendix(citation),)),
    )


def _sentences(citation: Citation) -> Iterator[str]:
    yield from (table.sentence for table in citation.tables if table.sentence)
    yield from citation.inference
    yield citation.software


def _appendix(citation: Citation) -> Grid:
    rows = tuple(_rows(citation))
    return Grid("", ("number", "definition", "source"), rows, align=("left", "left", "left"))


def _rows(citation: Citation) -> Iterator[tuple[str, str, str]]:
    for table in citation.tables:
        for one in table.definitions:
            place = f"table {table.name}, {one.label}" if table.name else one.label
            yield place, one.signature, one.source


def cite_latex(citation: Citation) -> str:
    r"""Write the sentences as paragraphs, and the appendix as a table (booktabs).

    >>> cite_latex(Citation(tables=(), inference=(), software="By f_1.")).splitlines()[0]
    'By f\\_1.'
    """
    rows = (
        f"{escaped(place)} & \\raggedright\\texttt{{{_broken(text)}}}"
        f"{f' ({escaped(source)})' if source else ''} \\tabularnewline"
        for place, text, source in _rows(citation)
    )
    lines = (
        "% needs the package booktabs",
        "\\begin{tabular}{lp{0.75\\linewidth}}",
        "\\toprule",
        "number & definition \\tabularnewline",
        "\\midrule",
        *rows,
        "\\bottomrule",
        "\\end{tabular}",
    )
    return "\n\n".join((*map(escaped, _sentences(citation)), "\n".join(lines))) + "\n"


def _broken(text: str) -> str:
    """Let a signature be broken after its commas."""
    return escaped(text).replace(",", ",\\allowbreak{}")
