"""The commands that the samples of a file support, with its own names.

A definition is shown only where the samples that were looked at can be scored under it. What stands
in the way of other commands is said.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from shlex import quote
from types import MappingProxyType

from attrs import evolve

from measurand.auditing.claims.default_space import (
    SampleContents,
    Traits,
    all_but,
    negatives,
    traits_of,
)
from measurand.edges.cli.offered import AGAIN, Trial, joined_ids, next_step
from measurand.edges.cli.sniffed_columns import (
    IDS,
    NO_IDS,
    Steps,
    called_sides,
    few,
    id_key,
    numbers_in,
    of_battles,
    of_judges,
    of_numbers,
    of_raters,
)
from measurand.edges.cli.sniffed_systems import Apart, parted, unpooled
from measurand.edges.files import Sniffed
from measurand.edges.files.json.value import Json
from measurand.edges.files.samples.guesses import Rows, guessed_path
from measurand.edges.files.sources.recognition import recognised as told_format
from measurand.edges.files.sources.sniff import first_samples
from measurand.edges.registry import Unlock
from measurand.evidence.formats import format_named
from measurand.metrics.finalise import evaluate
from measurand.values.sample import Sample

_MOST_GROUPS = 50
_WORDS_OF_TEXT = 3
_MOST_DEFINITIONS = 2
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


def of_samples(path: Path, seen: Sniffed, rows: Rows, trial: Trial) -> Steps:
    """List what samples support; without gold and predictions, what columns of numbers do.

    What several systems answered is not pooled.

    >>> file = Path("none.csv")
    >>> [*of_samples(file, Sniffed(file="none.csv"), (), Trial(file))]
    []
    """
    whole = seen.whole and path.is_file()
    samples = first_samples(seen.source) if seen.source is not None and seen.samples else ()
    own = _own_parts(samples, whole=whole)
    yield from unpooled(_steps(path, seen, rows, samples, trial), rows, own, whole=whole)


def _own_parts(samples: Sequence[Sample], *, whole: bool) -> tuple[Apart, ...]:
    """Name the groups that samples have of themselves and that part a file."""
    names = [name for name, _ in samples[0].groups] if samples else []
    groups = [{name: one.group(name) or "" for name in names} for one in samples]
    return tuple(evolve(one, read=()) for one in parted(groups, whole=whole))


def _steps(path: Path, seen: Sniffed, rows: Rows, samples: Sequence[Sample], trial: Trial) -> Steps:
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
    if seen.needed or (seen.faults and not repeats_ids(seen)):
        if rows and not seen.faults:
            # Scores beside labels are no labels, but numbers that have metrics of their own.
            numbers = {name: numbers_in(rows, name) for name in rows[0]}
            yield from of_numbers(file, _words(file, seen.words), numbers)
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
    yield from _scored(file, _words(file, seen.words), samples, rows, trial)


def repeats_ids(seen: Sniffed) -> bool:
    """Tell whether nothing is at fault but that ids come again.

    >>> repeats_ids(Sniffed(file="a.csv"))
    False
    """
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
    if rows and not named and not any(key in rows[0] for key in IDS):
        yield Unlock("compare of two files", NO_IDS)
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
    yield from of_judges(file, rows)
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
    traits = traits_of(samples)
    made = traits.made
    texts = [item for one in samples for item in one.gold if isinstance(item, str)]
    long = sum(len(text.split()) for text in texts) > _WORDS_OF_TEXT * max(1, len(texts))
    usual: tuple[str, ...] = _USUAL[made]
    if long and made in {SampleContents.LABELS, SampleContents.SETS}:
        usual = _OF_TEXTS
    if made is SampleContents.NOTHING and any(one.graded for one in samples):
        usual = _OF_RANKINGS
    found = [text for text in usual if _scores(text, samples)][:_MOST_DEFINITIONS]
    left_out = [] if long else _without_negative(traits)
    return [*found, *(text for text in left_out if _scores(text, samples))]


def _without_negative(traits: Traits) -> list[str]:
    """Pool all labels but the one that says "nothing here", where one is called so in words."""
    named = [one for one in negatives(traits) if not one.isdigit()]
    if traits.made is not SampleContents.LABELS:
        return []
    return [f"f(average=micro,class=item,only={all_but(one)})" for one in named[:1]]


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
    judged = [*of_battles(file, rows), *of_judges(file, rows)]
    yield from judged
    key, sides = id_key(rows), called_sides(rows)
    if not key or (sides and key in sides):
        yield Unlock("score, compare", NO_IDS)
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
        numbers = {name: numbers_in(rows, name) for name in rows[0]}
        yield from [*of_raters(file, words, rows)] or of_numbers(file, words, numbers)
    keys = few([*rows[0]])
    yield Unlock(
        "score, compare",
        f"what is gold and what is predicted, of {keys}: --field gold=..., --field pred=...; or "
        "the other side in a second file: --predictions FILE",
    )
