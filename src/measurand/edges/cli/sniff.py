"""`measurand sniff`: what a file holds, and the commands that it supports, with its own names.

A file is one of five things: claims, metrics of one's own, records of a study, samples, or a
table. What it is decides which commands read it; which of these are shown, its content: a command
that would be refused is not shown. A definition is shown only where the samples that were looked at
can be scored under it. What stands in the way of the others is said.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from shlex import quote
from types import MappingProxyType

from attrs import evolve, frozen
from returns.pipeline import is_successful

from measurand.auditing.claims.default_space import MOST_CLASSES, SampleContents, traits_of
from measurand.auditing.claims.model import Claims
from measurand.auditing.claims.table_check import computed_cells
from measurand.auditing.proofs.sheet import Column, Kind, Role
from measurand.edges.claims.load import load_located
from measurand.edges.cli.converters import file_named
from measurand.edges.cli.exit_codes import BAD_INPUT
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.file_conflicts import check_files
from measurand.edges.cli.offered import AGAIN, Trial, joined_ids, next_step
from measurand.edges.cli.output import Output, show
from measurand.edges.cli.request import Arguments, argument, command, option, part
from measurand.edges.cli.tables import TableFile, is_claims, is_pasted, read_tables
from measurand.edges.files import Sniffed
from measurand.edges.files.json.value import FaultError, Json, Number, exact, spelled_number
from measurand.edges.files.runs import logs_at
from measurand.edges.files.samples.guesses import Rows, guess_sides, guessed_path
from measurand.edges.files.sources.recognition import first_head, keyed_rows
from measurand.edges.files.sources.recognition import recognised as told_format
from measurand.edges.files.sources.sniff import first_samples, sniff, sniff_two
from measurand.edges.registry import NextStep, Unlock, records_like
from measurand.edges.report.source_view import sniff_document
from measurand.edges.tables.markup.reader import markup_of
from measurand.edges.tables.sheet import ReadTable
from measurand.edges.tables.vocabulary import head_of
from measurand.evidence.formats import Records, format_named
from measurand.evidence.source import Source
from measurand.metrics.finalise import evaluate
from measurand.values.sample import Sample

ABOUT = """\
Look at the start of a file (1000 lines or 8 MiB): what it holds, what had to be assumed, what has
to be said, and which commands it supports, to be pasted; then what would unlock others. Samples,
tables, claims files and the files of studies alike. Of a folder or a pattern the first file is
looked at. Exit code 2 where nothing can be read.
"""
EXAMPLES = """\
examples:
  measurand sniff docs/examples/silence/menus.jsonl
  measurand sniff docs/examples/tables/menus.md
  zcat runs.jsonl.gz | measurand sniff -
"""

Steps = Iterator[NextStep | Unlock]
_MOST_GROUPS = 50
_WORDS_OF_TEXT = 3
_MOST_NAMED = 4
_MOST_DEFINITIONS = 2
_MOST_BYTES = 2**20
_SURELY_ALL = 199
_SMALL = 2**16
"""Records and bytes below which a first look at columns that nobody named has seen them all."""
_NO_IDS = "ids: --field id=COLUMN, where a column differs in all records (A+B joins two)"
_IDS = ("id", "sample_id", "doc_id", "example_id", "uid", "qid", "idx")
_NO_METRIC = frozenset({Role.VALUE, Role.SAMPLES, Role.SCORE, Role.PRECISION, Role.P})
"""What a head may be taken for that is the name of a column of samples as well: n, p, score."""
_USUAL: Mapping[SampleContents, tuple[str, ...]] = MappingProxyType(
    {
        SampleContents.NOTHING: (),
        SampleContents.LABELS: ("f(average=macro[class],class=item)", "accuracy"),
        SampleContents.SETS: ("f(average=micro)", "exact_match"),
        SampleContents.SPANS: ("f(average=micro,match=spans)", "exact_match"),
        SampleContents.SLOTS: ("f(average=micro)", "exact_match"),
        SampleContents.COUNTS: ("f(average=micro)", "f(average=macro[sample])"),
    }
)
_OF_TEXTS = ("chrf", "token_f1", "rouge_l", "f(average=micro)")
_OF_RANKINGS = ("ndcg(k=10)", "reciprocal_rank", "average_precision")


@frozen(kw_only=True)
class Request(Arguments):
    """The file that is looked at."""

    file: Path = argument(file_named, metavar="FILE", says="the file to look at, or -")
    predictions: str = option(
        str,
        metavar="FILE",
        default="",
        says="where the predictions stand, if not beside gold; joined by id",
    )
    output: Output = part(Output)


def run(request: Request) -> int:
    """Look, print, and return the exit code."""
    check_files(request, [("FILE", request.file)])
    seen = _two(request) if request.predictions else recognised(request.file)
    show(request.output, tree=lambda: seen, document=lambda: sniff_document(seen))
    return 0 if seen.samples or seen.supports else BAD_INPUT


def recognised(path: Path) -> Sniffed:
    """Look at a file, and say what it supports.

    >>> recognised(Path("no/such.toml")).supports
    ()
    """
    if is_claims(path) and path.is_file():
        return _of_toml(path)
    seen = sniff(path)
    logs = [*_of_logs(path)]
    if logs and seen.source is None:
        seen = Sniffed(file=str(path), kind="the log of an evaluation harness")
    if not logs and not seen.samples and (tables := _tables(path)):
        kind = _numbered(len(tables), "table of scores")
        return _with(Sniffed(file=str(path), kind=kind), [*_of_tables(path, tables)])
    rows = keyed_rows(path)
    first = _first(path, rows)
    known = records_like(first) if isinstance(first, dict) else None
    of_study: list[NextStep | Unlock] = []
    if known is not None:
        of_study += (step.on(str(path)) for step in known.steps)
        of_study += known.unlocks
    if seen.source is None and not seen.looked and rows and path.is_file():
        whole = seen.whole and len(rows) < _SURELY_ALL and path.stat().st_size < _SMALL
        seen = evolve(seen, looked=len(rows), whole=whole)
    own_rules = seen.source is not None and seen.source.kind.records is Records.OWN_RULES
    theirs = own_rules or (known is not None and seen.source is None)
    trial = Trial(path)
    own = () if theirs else trial.that_run(_of_samples(path, seen, rows, trial))
    found = _with(seen, [*logs, *of_study, *own])
    # Where they are joined with what sets them apart, ids that come again are no fault.
    return evolve(found, faults=()) if found.supports and _repeats_ids(seen) else found


def _two(request: Request) -> Sniffed:
    """Look at gold and at predictions in a second file, joined by an id of both."""
    file, second = request.file, request.predictions
    told = told_format(file, predictions=second)
    source = evolve(told or Source(path=str(file)), predictions=second)
    said: tuple[str, ...] = ()
    rows, answers = keyed_rows(file), keyed_rows(Path(second))
    if source.kind.mapped and rows and answers:
        fields, said = guess_sides(rows, answers, {})
        source = source if fields is None else evolve(source, fields=fields)
    seen = sniff_two(source)
    seen = evolve(seen, assumptions=(*said, *seen.assumptions))
    trial = Trial(file)
    return _with(seen, [*trial.that_run(_of_samples(file, seen, (), trial))])


def _with(seen: Sniffed, steps: Sequence[NextStep | Unlock]) -> Sniffed:
    return evolve(
        seen,
        supports=tuple(one for one in steps if isinstance(one, NextStep)),
        unlocks=tuple(one for one in steps if isinstance(one, Unlock)),
    )


def _numbered(count: int, noun: str) -> str:
    """Count things.

    >>> _numbered(1, "table of scores"), _numbered(2, "table of scores")
    ('a table of scores', '2 tables of scores')
    """
    return f"a {noun}" if count == 1 else f"{count} {noun.replace('table', 'tables', 1)}"


def _first(path: Path, rows: Rows) -> Json:
    """Give the first record: of lines, of a list, or the one that a document is."""
    if rows:
        return dict(rows[0])
    try:
        document = first_head(str(path), Path(), most=_MOST_BYTES).document
    except OSError:
        return None
    return document[0] if isinstance(document, list) and document else document


def _of_toml(path: Path) -> Sniffed:
    """Look at a claims file, or at metrics of one's own."""
    file = str(path)
    try:
        keys = {*tomllib.loads(path.read_text(encoding="utf-8"))}
    except (OSError, ValueError):
        keys = set()
    if keys == {"metrics"}:
        about = "are these metrics what they are said to be?"
        steps = (
            next_step(about, "metrics", file),
            Unlock("score, check, audit", f"samples: measurand score FILE --metrics {file} -d ..."),
        )
        return _with(Sniffed(file=file, kind="metrics of your own"), steps)
    loaded = load_located(path)
    if not is_successful(loaded):
        return Sniffed(file=file, kind="a claims file with faults", faults=loaded.failure())
    claims = loaded.unwrap().claims
    tables, sources = len(claims.tables), len(claims.sources)
    kind = f"a claims file; tables: {tables}, sources of samples: {sources}"
    return _with(Sniffed(file=file, kind=kind), [*_of_claims(file, claims)])


def _of_claims(file: str, claims: Claims) -> Steps:
    yield next_step("is every printed number reproduced?", "check", file)
    computed = [column for table in claims.tables for _, column, _ in computed_cells(table)]
    if claims.tables:
        yield next_step("can any data print these numbers?", "prove", file)
    if computed:
        yield next_step("which definitions print this table?", "audit", file)
        yield next_step("freeze every number with its samples", "lock", file)
    else:
        yield Unlock("audit, lock, table", "samples: name them as [data.NAME] path = FILE")
    if any(column.known for column in computed):
        yield next_step("the sentence for the paper, and the appendix", "cite", file)
        yield next_step("print the tables anew, with intervals", "table", file, "--interval")


def _tables(path: Path) -> list[ReadTable]:
    """Read the tables of scores of a file; none where it is no such file.

    A table of commas may be samples: it is one of scores where a head names a metric.
    """
    markup = markup_of(path)
    if not (markup or is_pasted(path)) or not path.is_file():
        return []
    try:
        tables, *_ = read_tables(TableFile(path), {})
    except StopError:
        return []
    sure = markup not in {None, "csv", "tsv"}
    return [
        one
        for one in tables
        if one.sheet.columns and (sure or any(_is_metric(column) for column in one.sheet.columns))
    ]


def _is_metric(column: Column) -> bool:
    return column.role not in _NO_METRIC or head_of(column.name).metric is not None


def _of_tables(path: Path, tables: Sequence[ReadTable]) -> Steps:
    file = str(path)
    names = [column.name for one in tables for column in one.sheet.columns]
    yield next_step(f"do {_few(names)} fit together?", "lint", file)
    yield next_step("can any data print these numbers?", "prove", file)
    yield next_step("write a claims file of it", "init", file)
    labels = [row.label for one in tables for row in one.sheet.rows if row.kind is Kind.BODY]
    asked = (f"--pred {quote(f'{label}=FILE')}" for label in labels[:_MOST_NAMED])
    needs = f"the samples behind it: --data FILE, or --gold FILE {' '.join(asked)}"
    yield Unlock("audit", needs)
    yield Unlock("check, lock, table", "a claims file, which `measurand init` writes")


def _of_logs(path: Path) -> Steps:
    """List what the log of an evaluation harness supports, whatever its samples are read as."""
    try:
        found = logs_at(str(path)) if path.is_file() else None
    except OSError:
        return
    if found is not None:
        yield next_step("hold what the log prints to its own samples", "check", str(path))
        yield Unlock("compare of logs", "logs of other systems on the same items, beside this one")


def _of_samples(path: Path, seen: Sniffed, rows: Rows, trial: Trial) -> Steps:
    """List what samples support; without gold and predictions, what columns of numbers do."""
    source = seen.source
    file = str(path)
    if source is None or not seen.samples:
        if seen.needed:
            yield Unlock("score", f"what has to be said: {seen.needed[0]}")
        elif seen.format is not None and not format_named(seen.format).mapped:
            yield Unlock("score, compare", seen.assumptions[-1] if seen.assumptions else "gold")
        elif rows and not seen.faults:
            yield from _of_columns(file, rows, trial)
        return
    if seen.needed or (seen.faults and not _repeats_ids(seen)):
        if rows and not seen.faults:
            # Scores beside labels are no labels, but numbers that have metrics of their own.
            numbers = {name: _numbers(rows, name) for name in rows[0]}
            yield from _of_numbers(file, _words(file, seen.words), numbers)
        wanted = seen.needed[0] if seen.needed else "records without the faults above"
        yield Unlock("score, compare", wanted)
        return
    alone = next((said for said in seen.assumptions if "--predictions" in said), "")
    if alone:
        command = f"measurand score {quote(file)} --predictions FILE -d 'f1(average=micro)'"
        yield Unlock("score, compare", f"{alone}, as in {command}")
        return
    if not seen.words:
        yield Unlock("score, compare", "a claims file, which can say what stands in which list")
        return
    samples = first_samples(source)
    yield from _scored(file, _words(file, seen.words), samples, rows, trial)


def _repeats_ids(seen: Sniffed) -> bool:
    """Tell whether nothing is at fault but that ids come again."""
    return bool(seen.faults) and all(fault.expected == AGAIN for fault in seen.faults)


def _words(file: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out the format where it is told from the content, as `score` tells it."""
    plain = len(words) == len(("--input-format", "jsonl"))
    told = plain and (found := told_format(Path(file))) is not None and found.format == words[1]
    return () if told else words


def _scored(
    file: str, words: tuple[str, ...], samples: Sequence[Sample], rows: Rows, trial: Trial
) -> Steps:
    definitions = _definitions(samples)
    if not definitions:
        yield Unlock("score, compare", "a definition: see `measurand metrics`")
        return
    said = tuple(word for one in definitions for word in ("-d", one))
    words, does = _apart(file, words, said, rows, trial)
    yield next_step(does, "score", file, *words, *said)
    groups = _groups(samples, rows, words)
    for name, more in groups[:1]:
        does = f"the same for each {name}"
        yield next_step(does, "score", file, *words, *more, *said, "--by", name)
        does = f"with intervals, of {name} resampled whole"
        cluster = ("--interval", "--cluster", name)
        yield next_step(does, "score", file, *words, *more, *said, *cluster)
    named = any(word.startswith("id=") for word in words)
    if rows and not named and not any(key in rows[0] for key in _IDS):
        yield Unlock("compare of two files", _NO_IDS)
    if not groups:
        yield next_step("with intervals", "score", file, *words, *said, "--interval")
        needs = "a group of samples, such as a document or a person: --field groups.NAME=PATH"
        yield Unlock("--by, --cluster", needs)
    second = _second_answers(samples, rows)
    for one in second[:1]:
        does = f"compare the answers in pred and {one}"
        answers = ("--answer", "pred", "--answer", one)
        yield next_step(does, "compare", file, *answers, *words, *said)
    if not second:
        needs = "the answers of another system on the same samples: a second file, joined by id"
        yield Unlock("compare", needs)
    yield from _judged(file, rows)
    yield Unlock("audit", f"a printed table: measurand audit TABLE --data {quote(file)}")


def _apart(
    file: str, words: tuple[str, ...], said: Sequence[str], rows: Rows, trial: Trial
) -> tuple[tuple[str, ...], str]:
    """Join the id with columns of groups, where it comes again in the file; say what is done."""
    does = "score the answers"
    step = next_step(does, "score", file, *words, *said)
    wrong = trial.refusal(step) if rows else None
    if wrong is None or wrong.expected != AGAIN:
        return words, does
    read = dict(word.split("=", 1) for word in words if "=" in word)
    key = read.get("id", "id")
    used = {key, "gold", "pred", *read.values()}
    others = [name for name in rows[0] if name not in used and _groups_rows(rows, name)]

    def named(key: str) -> tuple[str, ...]:
        kept = [
            pair
            for pair in zip(words[::2], words[1::2], strict=True)
            if not pair[1].startswith("id=")
        ]
        return (*chain.from_iterable(kept), "--field", f"id={key}")

    def runs(key: str) -> bool:
        return trial.refusal(next_step(does, "score", file, *named(key), *said)) is None

    joined = joined_ids(key, others, runs)
    if not joined:
        return words, does
    return named(joined), f"{does} ({key} comes again further on: {joined} does not)"


def _groups_rows(rows: Rows, name: str) -> bool:
    """Tell whether a column may say of which group a record is: its values come again."""
    values = [row.get(name) for row in rows]
    plain = all(isinstance(value, str | int) and value != "" for value in values)
    return name.isidentifier() and plain and 2 * len({*map(str, values)}) <= len(values)


def _definitions(samples: Sequence[Sample]) -> list[str]:
    """Name definitions that are usual for such samples, and under which they can be scored."""
    made = traits_of(samples).made
    texts = [item for one in samples for item in one.gold if isinstance(item, str)]
    long = sum(len(text.split()) for text in texts) > _WORDS_OF_TEXT * max(1, len(texts))
    usual: tuple[str, ...] = _USUAL[made]
    if long and made in {SampleContents.LABELS, SampleContents.SETS}:
        usual = _OF_TEXTS
    if made is SampleContents.NOTHING and any(one.graded for one in samples):
        usual = _OF_RANKINGS
    return [text for text in usual if _scores(text, samples)][:_MOST_DEFINITIONS]


def _scores(text: str, samples: Sequence[Sample]) -> bool:
    try:
        evaluate(text, samples)
    except (ValueError, TypeError):
        return False
    return True


def _groups(
    samples: Sequence[Sample], rows: Rows, words: tuple[str, ...]
) -> list[tuple[str, tuple[str, ...]]]:
    """Name groups with the words that read them: those of the samples, or keys that repeat."""
    own = [name for name, _ in samples[0].groups] if samples else []
    if own:
        return [(name, ()) for name in own]
    used = {word.partition("=")[2] for word in words} | {"id", "gold", "pred"}
    keys = [key for key in (rows[0] if rows else ()) if key not in used and key.isidentifier()]
    return [
        (key, ("--field", f"groups.{key}={guessed_path(key)}"))
        for key in keys
        if _repeats([row.get(key) for row in rows])
    ]


def _repeats(values: Sequence[Json]) -> bool:
    """Tell whether texts are those of groups: several, each of several records."""
    texts = {value for value in values if isinstance(value, str) and value}
    filled = all(isinstance(value, str) and value for value in values)
    return filled and 1 < len(texts) <= min(_MOST_GROUPS, len(values) // 2)


def _second_answers(samples: Sequence[Sample], rows: Rows) -> list[str]:
    """Name keys that hold answers beside `pred`, as `pred_b` does."""
    first = rows[0] if rows else {}
    if not samples or "pred" not in first:
        return []
    kind = type(first["pred"])
    names = [name for name in first if name.startswith("pred_") and name.isidentifier()]
    return [name for name in names if all(type(row.get(name)) is kind for row in rows)]


def _of_columns(file: str, rows: Rows, trial: Trial) -> Steps:
    """List what columns support whose gold nobody named: judges, chances, numbers."""
    judged = [*_battles(file, rows), *_judged(file, rows)]
    yield from judged
    key, sides = _id_key(rows), _called_sides(rows)
    if not key or (sides and key in sides):
        yield Unlock("score, compare", _NO_IDS)
    elif not judged:
        words = () if key == "id" else ("--field", f"id={guessed_path(key)}")
        if sides:
            gold, said = sides
            read = (
                "--field",
                f"gold={guessed_path(gold)}",
                "--field",
                f"pred={guessed_path(said)}",
            )
            tested = [word for one in _USUAL[SampleContents.LABELS] for word in ("-d", one)]
            told, does = _apart(file, (*words, *read), tested, rows, trial)
            does = f"{does}, if {gold} is gold and {said} is predicted"
            yield next_step(does, "score", file, *told, *tested)
            return
        numbers = {name: _numbers(rows, name) for name in rows[0]}
        yield from [*_of_raters(file, words, rows)] or _of_numbers(file, words, numbers)
    keys = _few([*rows[0]])
    yield Unlock(
        "score, compare",
        f"what is gold and what is predicted, of {keys}: --field gold=..., --field pred=...; or "
        "the other side in a second file: --predictions FILE",
    )


_CALLED_GOLD = ("label", "labels", "y_true", "true", "truth", "actual", "correct", "target", "gold")
_CALLED_PRED = ("y_pred", "yhat", "y_hat", "guess", "response", "predicted", "prediction", "pred")


def _called_sides(rows: Rows) -> tuple[str, str] | None:
    """Name two columns of labels that are called as gold and predictions often are."""
    called = {
        side: [key for key in rows[0] if not _parts(key).isdisjoint(names)]
        for side, names in (("gold", _CALLED_GOLD), ("pred", _CALLED_PRED))
    }
    # A predicted label is called both: it is predicted.
    golds = [key for key in called["gold"] if key not in called["pred"]]
    if len(golds) != 1 or len(called["pred"]) != 1:
        return None
    sides = golds[0], called["pred"][0]
    texts = [[row.get(key) for row in rows] for key in sides]
    filled = all(isinstance(value, str) and value.strip() for side in texts for value in side)
    few = len({str(value) for value in texts[0]}) <= MOST_CLASSES
    return sides if filled and few and not _with_scores(rows, sides) else None


def _with_scores(rows: Rows, sides: Sequence[str]) -> bool:
    """Tell whether one side alone is numbers that are not whole: these are scores, no labels."""
    broken = [any(one.denominator > 1 for one in _numbers(rows, side)) for side in sides]
    return any(broken) and not all(broken)


def _parts(key: str) -> set[str]:
    """Part the name of a column: `gold_label` and `Gold Label` are called gold, and label.

    >>> sorted(_parts("Gold Label"))
    ['gold', 'gold_label', 'label']
    """
    plain = _plain_name(key)
    return {plain, *plain.split("_")}


def _plain_name(key: str) -> str:
    """Write the name of a column in small letters, its words parted by one line.

    >>> _plain_name("Sample ID")
    'sample_id'
    """
    return "_".join(re.findall(r"[^\W_]+", key.lower()))


def _of_raters(file: str, words: tuple[str, ...], rows: Rows) -> Steps:
    """Ask for the agreement of columns that hold the same few labels."""
    labels = {name: {str(row.get(name)) for row in rows} for name in rows[0] if name.isidentifier()}
    few = {name: found for name, found in labels.items() if len(found) <= MOST_CLASSES}
    raters = [
        name
        for name, found in few.items()
        if name not in _IDS
        and len(found) > 1
        and any(
            len(found & other) * 2 > len(found | other) for key, other in few.items() if key != name
        )
    ]
    if len(raters) > 1:
        read = ("--items", "ratings", "--field", f"gold={'+'.join(map(guessed_path, raters))}")
        does = f"how far {_few(raters)} agree, if they are raters"
        yield next_step(does, "score", file, *read, *words, "-d", "krippendorff_alpha")


def _of_numbers(
    file: str, words: tuple[str, ...], columns: Mapping[str, Sequence[Fraction]]
) -> Steps:
    """Score two columns of numbers where no third could be meant: a chance and what came of it."""
    numbers = {name: found for name, found in columns.items() if found and name not in _IDS}
    chances = [name for name, found in numbers.items() if _are_chances(found)]
    events = [name for name, found in numbers.items() if set(found) == {0, 1}]
    others = [
        name
        for name in numbers
        if name not in {*chances, *events} and head_of(name).role is not Role.SAMPLES
    ]
    if len(chances) == len(events) == 1:
        gold, predicted = events[0], chances[0]
        said, tested = f"score={predicted},label={gold}", ("auc", "brier")
    elif len(others) == len(("gold", "predicted")):
        gold, predicted = others
        said, tested = f"gold={gold},predicted={predicted}", ("spearman", "mae")
    else:
        return
    definitions = (word for name in tested for word in ("-d", f"{name}({said})"))
    read = ("--number", gold, "--number", predicted)
    does = f"how well {predicted} foretells {gold}, if {gold} is gold"
    yield next_step(does, "score", file, *words, *read, *definitions)


def _id_key(rows: Rows) -> str:
    """Find the key of ids: one that is called so, or the first of texts that all differ."""
    named = [key for key in rows[0] if _plain_name(key) in _IDS]
    texts = [key for key in rows[0] if all(isinstance(row.get(key), str) for row in rows)]
    unlike = (key for key in texts if len({row[key] for row in rows}) == len(rows))
    return next(chain(named, unlike), "")


def _battles(file: str, rows: Rows) -> Steps:
    """Offer to rank systems where records say which of two has won."""
    if rows and all({"model_a", "model_b", "winner"} <= row.keys() for row in rows):
        yield next_step("which system is strongest, by who won", "arena", file)


def _judged(file: str, rows: Rows) -> Steps:
    """Offer the judge's worth where one column is called a judge's, and one a human's."""
    keys = [*dict.fromkeys(key for row in rows for key in row)]
    judges = [key for key in keys if _is_called(key, "judge", "llm") and _verdicts(rows, key)]
    humans = [key for key in keys if _is_called(key, "human") and _verdicts(rows, key)]
    if len(judges) == len(humans) == 1:
        key, both = _id_key(rows), (judges[0], humans[0])
        if not key or key in both:
            yield Unlock("judge", _NO_IDS)
            return
        judge, human = map(guessed_path, both)
        said = () if key == "id" else ("--field", f"id={guessed_path(key)}")
        meant = [("--word", f"{word}={_WORDS[word.lower()]}") for word in _words_in(rows, both)]
        words = ("--judge", judge, "--human", human, *said, *chain.from_iterable(meant))
        yield next_step("what the judge is worth, and the corrected score", "judge", file, *words)
    elif judges:
        yield Unlock("judge", f"human verdicts beside {judges[0]}, or a file of labels")


_WORDS = {
    **dict.fromkeys(("yes", "pass", "passed", "correct", "good"), 1),
    **dict.fromkeys(("no", "fail", "failed", "incorrect", "bad"), 0),
}
"""Words that verdicts are often, and what they stand for: offered, and never taken unsaid."""
_TRUTH = {"true", "false"}


def _is_called(key: str, *words: str) -> bool:
    return any(word in key.lower() for word in words)


def _words_in(rows: Rows, keys: Sequence[str]) -> Sequence[str]:
    """List the words that verdicts are, as they stand, each once."""
    texts = (value for row in rows for key in keys if isinstance(value := row.get(key), str))
    return [*dict.fromkeys(text.strip() for text in texts if text.strip().lower() in _WORDS)]


def _verdicts(rows: Rows, key: str) -> bool:
    """Tell verdicts: 1 and 0, shares between, or words; empty where there is none."""
    there = [row.get(key) for row in rows if row.get(key) not in (None, "")]
    return bool(there) and all(map(_is_verdict, there))


def _is_verdict(value: Json) -> bool:
    if isinstance(value, str) and value.strip().lower() in _WORDS.keys() | _TRUTH:
        return True
    number = _number(value)
    return number is not None and 0 <= number <= 1


def _numbers(rows: Rows, key: str) -> tuple[Fraction, ...]:
    """Give a column of numbers; nothing where it has anything else."""
    found = tuple(_number(row.get(key)) for row in rows)
    numbers = tuple(one for one in found if one is not None)
    return numbers if key.isidentifier() and len(numbers) == len(found) else ()


def _are_chances(values: Sequence[Fraction]) -> bool:
    return all(0 <= value <= 1 for value in values) and not set(values) <= {0, 1}


def _number(value: Json) -> Fraction | None:
    if isinstance(value, bool):
        return Fraction(value)
    if not isinstance(value, str | int | float | Number):
        return None
    try:
        return exact(spelled_number(str(value)))
    except FaultError:
        return None


def _few(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
