"""Answers of several systems, seeds or splits in one file: what is offered never pools them unsaid.

A score of all records of such a file is the score of nobody. Such a column is known by its name, or
since ids differ only together with it. Then each of its values is scored by itself; what can only
be pooled says over which columns it is.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from shlex import split

from attrs import frozen

from measurand.edges.cli.offered import next_step
from measurand.edges.cli.sniffed_columns import MOST_NAMED, Steps, plain_name
from measurand.edges.files.samples.guesses import Rows, guessed_path
from measurand.edges.registry import NextStep, Unlock

_CALLED = (
    *("system", "model", "method", "approach", "variant", "checkpoint", "run", "seed", "epoch"),
    *("split", "dataset", "benchmark", "task", "annotator", "rater", "worker"),
)
"""What a column is called that parts answers nobody pools, the first to be scored by first."""
_MOST_VALUES = 50


@frozen
class Apart:
    """A column whose values are scored each by itself: its name, the values seen, how it is read.

    `read` are the words that read it as a group; none where samples have the group already.
    """

    name: str
    values: tuple[str, ...]
    read: tuple[str, ...] = ()


def parted(rows: Rows, *, whole: bool) -> tuple[Apart, ...]:
    """Find the columns that are called as what parts a file, each with the values seen.

    Where the file was not looked at as a whole, further values may come.

    >>> rows = [{"seed": 1, "model": "a"}, {"seed": 2, "model": "a"}] * 2
    >>> [one.name for one in parted(rows, whole=True)], len(parted(rows, whole=False))
    (['seed'], 2)
    """
    ranks = {key: _rank(key) for key in (rows[0] if rows else ())}
    keys = sorted((key for key in ranks if ranks[key] < len(_CALLED)), key=lambda key: ranks[key])
    found = (column(rows, key) for key in keys)
    return tuple(
        one
        for one in found
        if one is not None and (len(one.values) > 1 or not whole) and _come_again(one, rows)
    )


def _rank(key: str) -> int:
    plain = plain_name(key)
    name = plain.removesuffix("_name").removesuffix("_id")
    return _CALLED.index(name) if name in _CALLED else len(_CALLED)


def _come_again(one: Apart, rows: Rows) -> bool:
    return 2 * len(one.values) <= max(len(rows), 2) and len(one.values) <= _MOST_VALUES


def column(rows: Rows, key: str) -> Apart | None:
    """Read a column of texts or whole numbers as what parts a file; None where it is another.

    >>> column([{"run": 1}, {"run": 2}], "run")
    Apart(name='run', values=('1', '2'), read=('--field', 'groups.run=run'))
    """
    values = [row.get(key) for row in rows]
    if not key.isidentifier() or not all(
        isinstance(one, str | int) and one != "" for one in values
    ):
        return None
    told = tuple(dict.fromkeys(map(str, values)))
    return Apart(key, told, ("--field", f"groups.{key}={guessed_path(key)}"))


def unpooled(
    steps: Iterable[NextStep | Unlock], rows: Rows, own: Sequence[Apart], *, whole: bool
) -> Steps:
    """Part what would be pooled: score each value by itself, compare them, or say what is pooled.

    `own` are groups that samples have whatever is said.

    >>> rows = [{"model": "a"}, {"model": "b"}] * 2
    >>> made = unpooled([next_step("score", "score", "a.csv", "-d", "f")], rows, (), whole=True)
    >>> [step.command.partition("a.csv ")[2] for step in made if isinstance(step, NextStep)]
    ['--field groups.model=model -d f --by model', '--system model=a --system model=b -d f', \
'--where model=a -d f']
    """
    named = [*own, *parted(rows, whole=whole)]
    compared = False
    for step in steps:
        if isinstance(step, Unlock):
            if not (compared and step.what == "compare"):
                yield step
            continue
        words = split(step.command)[1:]
        joined = [one for name in _joined(words) if (one := column(rows, name)) is not None]
        apart = tuple({one.name: one for one in (*named, *joined)}.values())
        if not apart or words[0] not in {"score", "judge"}:
            yield step
        elif words[0] == "judge" or len(apart[0].values) > _MOST_VALUES or "class" in words:
            yield NextStep(step.command, step.does + _over(apart))
        elif "--by" not in words and not _clusters(words, apart[0].name):
            yield _by(step, words, apart)
            if not compared and _compares(words, apart[0]):
                compared = True
                yield from _of_each(words, apart)


def _clusters(words: Sequence[str], name: str) -> bool:
    return ("--cluster", name) in pairwise(words)


def _compares(words: Sequence[str], first: Apart) -> bool:
    """Tell whether records say of which value they are, and several were seen."""
    return bool(first.read) and len(first.values) > 1 and "--interval" not in words


def _joined(words: Sequence[str]) -> list[str]:
    """Name the columns that an id is joined with, since it comes again; the id itself is last."""
    path = next((word[len("id=") :] for word in words if word.startswith("id=")), "")
    return path.split("+")[:-1]


def _over(apart: Sequence[Apart]) -> str:
    return f", pooled over {', '.join(one.name for one in apart)}" if apart else ""


def _by(step: NextStep, words: Sequence[str], apart: Sequence[Apart]) -> NextStep:
    first, *rest = apart
    at = words.index("-d")
    read = () if {*first.read} <= {*words} else first.read
    does = f"{step.does}, each {first.name} by itself{_over(rest)}"
    return next_step(does, *words[:at], *read, *words[at:], "--by", first.name)


def _of_each(words: Sequence[str], apart: Sequence[Apart]) -> Steps:
    """Compare the first values, and score one alone: ids differ within one where nothing else is.

    Of what else comes again within one value, no sample of another would be its own.
    """
    first, *rest = apart
    path = guessed_path(first.name)
    pairs = list(zip(words[2::2], words[3::2], strict=False))
    plain = [word for pair in pairs if not _about_id(pair, first) for word in pair]
    key = _key(words, first)
    told = ("--field", f"id={key}") if key not in {"", "id"} else ()
    said = [word for one in first.values[:MOST_NAMED] for word in ("--system", f"{path}={one}")]
    names = ", ".join(first.values[:MOST_NAMED])
    file = words[1]
    yield next_step(f"compare {names}{_over(rest)}", "compare", file, *said, *told, *plain)
    where = ("--where", f"{path}={first.values[0]}")
    alone = f"{first.values[0]} alone{_over(rest)}"
    yield next_step(alone, "score", file, *where, *told, *plain)


def _about_id(pair: tuple[str, str], first: Apart) -> bool:
    return pair[1].startswith("id=") or pair == first.read


def _key(words: Sequence[str], first: Apart) -> str:
    path = next((word[len("id=") :] for word in words if word.startswith("id=")), "")
    return "+".join(part for part in path.split("+") if part not in {first.name, ""})
