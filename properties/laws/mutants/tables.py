"""Tables that are wrong on purpose, right ones, and the kind `score-table`."""

from collections.abc import Callable, Sequence
from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import count

from measurand.laws.kinds.subject import Subject
from measurand.laws.kinds.tables import (
    TABLE_KIND,
    TABLE_MARKS,
    TABLE_MEAN,
    ScoreTable,
    Systems,
    table_mean,
)
from properties.laws.adequacy import Mutants, Wrong

TableFunction = Callable[[Systems, int], object]
Average = Callable[[Sequence[float]], Fraction]
BARE: frozenset[str] = frozenset()
MEAN, MARKS = frozenset({TABLE_MEAN}), frozenset({TABLE_MARKS})
WHOLE = MEAN | MARKS


def _decimal(value: Fraction, digits: int, mode: str = ROUND_HALF_EVEN) -> str:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return format(exact.quantize(Decimal(1).scaleb(-digits), rounding=mode), "f")


def _table(average: Average = table_mean, mode: str = ROUND_HALF_EVEN) -> TableFunction:
    def table(systems: Systems, digits: int) -> dict[str, tuple[str, bool]]:
        found = {name: average(scores) for name, scores in systems.items()}
        best = max(found.values())
        return {
            name: (_decimal(value, digits, mode), value == best) for name, value in found.items()
        }

    return table


RIGHT_TABLE = _table()


def _as_printed(systems: Systems, digits: int) -> dict[str, tuple[str, bool]]:
    texts = {name: _decimal(table_mean(scores), digits) for name, scores in systems.items()}
    best = max(map(Decimal, texts.values()))
    return {name: (text, Decimal(text) == best) for name, text in texts.items()}


def _floats(systems: Systems, digits: int) -> dict[str, tuple[str, bool]]:
    means = {name: sum(scores) / len(scores) for name, scores in systems.items()}
    best = max(means.values())
    return {name: (f"{mean:.{digits}f}", mean == best) for name, mean in means.items()}


def _marking(choose: Callable[[dict[str, Fraction]], set[str]]) -> TableFunction:
    def table(systems: Systems, digits: int) -> dict[str, tuple[str, bool]]:
        found = {name: table_mean(scores) for name, scores in systems.items()}
        marked = choose(found)
        return {name: (_decimal(value, digits), name in marked) for name, value in found.items()}

    return table


def _scaled(choose: Callable[[list[Fraction]], tuple[Fraction, Fraction]]) -> TableFunction:
    def table(systems: Systems, digits: int) -> dict[str, tuple[str, bool]]:
        found = {name: table_mean(scores) for name, scores in systems.items()}
        low, size = choose(list(found.values()))
        best = max(found.values())
        return {
            name: (_decimal((value - low) / (size or 1), digits), value == best)
            for name, value in found.items()
        }

    return table


def _changed(change: Callable[[str], str]) -> TableFunction:
    def table(systems: Systems, digits: int) -> dict[str, tuple[str, bool]]:
        return {
            name: (change(_decimal(table_mean(scores), digits)), True)
            for name, scores in systems.items()
        }

    return table


def _first_best(found: dict[str, Fraction]) -> set[str]:
    return {max(found, key=lambda name: found[name])}


def _alphabetical(found: dict[str, Fraction]) -> set[str]:
    return {max(sorted(found), key=lambda name: found[name])}


def _by_name(systems: Systems, digits: int) -> object:
    found = RIGHT_TABLE({name: systems[name] for name in sorted(systems)}, digits)
    return found if isinstance(found, dict) and len(found) < len("abc") else {**_few(found)}


def _few(found: object) -> dict[str, object]:
    return dict(list(found.items())[:2]) if isinstance(found, dict) else {}


def _ranked(systems: Systems, digits: int) -> dict[str, tuple[str, bool]]:
    order = sorted(systems, key=lambda name: -table_mean(systems[name]))
    return {name: (_decimal(Fraction(at + 1), digits), not at) for at, name in enumerate(order)}


def _adding(systems: Systems, digits: int) -> object:
    found = RIGHT_TABLE(systems, digits)
    return {**found, "mean": ("0", False)} if isinstance(found, dict) else found


def _emptying(systems: Systems, digits: int) -> object:
    found = RIGHT_TABLE(systems, digits)
    if isinstance(systems, dict):
        systems.clear()
    return found


def _going_on() -> TableFunction:
    calls = count()
    return lambda systems, digits: RIGHT_TABLE(systems, digits + next(calls) % 3)


def _texts(systems: Systems, digits: int) -> dict[str, str]:
    return {name: _decimal(table_mean(scores), digits) for name, scores in systems.items()}


def _raising(systems: Systems, digits: int) -> object:
    if len(systems) == 1:
        raise ValueError("nothing to compare")
    return RIGHT_TABLE(systems, digits)


def _a_helped(systems: Systems, digits: int) -> object:
    return RIGHT_TABLE(
        {n: [s + (n == "a") for s in scores] for n, scores in systems.items()}, digits
    )


def _wrong(
    name: str, says: str, function: TableFunction, claims: frozenset[str]
) -> Wrong[[Systems, int]]:
    return Wrong(name, says, Subject(name.replace(" ", "_"), function, claims))


WRONG_TABLES = (
    _wrong("cut off", "digits are dropped", _table(mode=ROUND_FLOOR), MEAN),
    _wrong("percent", "a hundred times", _table(lambda s: 100 * table_mean(s)), MEAN),
    _wrong("best score", "the highest, not the mean", _table(lambda s: Fraction(max(s))), MEAN),
    _wrong("median", "the upper one", _table(lambda s: Fraction(sorted(s)[len(s) // 2])), MEAN),
    _wrong("sum", "not divided", _table(lambda s: sum(map(Fraction, s), Fraction(0))), MEAN),
    _wrong("first score", "the others are left out", _table(lambda s: Fraction(s[0])), MEAN),
    _wrong("one digit less", "rounded twice", lambda s, d: RIGHT_TABLE(s, d - 1), BARE),
    _wrong("always two digits", "whatever is asked", lambda s, _: RIGHT_TABLE(s, 2), BARE),
    _wrong("no zero digits", "0.50 is printed 0.5", _changed(lambda t: t.rstrip("0")), BARE),
    _wrong("a sign in the number", "an arrow", _changed(lambda t: f"\u2191{t}"), MEAN),
    _wrong("all marked", "everybody is best", _marking(set), MARKS),
    _wrong("none marked", "nobody is best", _marking(lambda _: set()), MARKS),
    _wrong("first best only", "a tie goes to the first", _marking(_first_best), BARE),
    _wrong("first in the alphabet", "a tie goes by name", _marking(_alphabetical), BARE),
    _wrong(
        "worst marked", "lower is better", _marking(lambda f: {min(f, key=f.__getitem__)}), MARKS
    ),
    _wrong("last marked", "ours is best", _marking(lambda f: {list(f)[-1]}), BARE),
    _wrong("share of the best", "the best is 1", _scaled(lambda f: (Fraction(0), max(f))), BARE),
    _wrong(
        "above the mean",
        "against all",
        _scaled(lambda f: (sum(f, Fraction(0)) / len(f), Fraction(1))),
        BARE,
    ),
    _wrong("between 0 and 1", "of all systems", _scaled(lambda f: (min(f), max(f) - min(f))), BARE),
    _wrong("ranks", "1 is best", _ranked, BARE),
    _wrong("two rows only", "the rest is cut", _by_name, BARE),
    _wrong("a row too many", "the mean of all", _adding, BARE),
    _wrong("empties its input", "the scores are gone", _emptying, BARE),
    _wrong("more digits by turns", "the answer depends on the calls", _going_on(), BARE),
    _wrong("texts only", "no marks", _texts, BARE),
    _wrong("raises for one", "needs two systems", _raising, BARE),
    _wrong("a is helped", "one name gets a point", _a_helped, BARE),
)


RIGHT_TABLES: tuple[ScoreTable, ...] = (
    Subject("half to even", RIGHT_TABLE, WHOLE),
    Subject("half up", _table(mode=ROUND_HALF_UP), WHOLE),
    Subject("marked as printed", _as_printed, WHOLE),
    Subject("floats", _floats, WHOLE),
    Subject("highest score", _table(lambda scores: Fraction(max(scores))), BARE),
)

TABLE_KIND_MUTANTS = Mutants(
    kind=TABLE_KIND.name,
    right=RIGHT_TABLES,
    wrong=WRONG_TABLES,
    redundant={
        "every-system": "rows too few or too many break other laws, too; it names the fault"
    },
)
