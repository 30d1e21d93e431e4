"""What a metric says of itself: the false is refuted by a unit that shows it, truth never is."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor

from attrs import evolve
from hypothesis import assume, event, example, given
from hypothesis import strategies as st
from returns.pipeline import is_successful

from measurand.algebra.formula import Formula, Over, Root, Stat, rebuilt, stats, substituted
from measurand.algebra.formula_text import text
from measurand.algebra.terms import Terms
from measurand.auditing.claims.table_sheet import sheet_of
from measurand.edges.claims.load import claims_of
from measurand.edges.claims.metrics import read_metrics
from measurand.edges.claims.toml_lines import metric_lines
from measurand.metrics.computable import not_computable
from measurand.metrics.metric import CELLS, GOLD, ITSELF, PREDICTED, Metric
from measurand.metrics.small_units import UNITS, Unit
from measurand.metrics.standard import STANDARD
from measurand.metrics.user_metric import (
    LawOutcome,
    Proved,
    Refuted,
    Unbroken,
    laws_of,
    registered,
)
from properties.roundtrips.toml_writer import literal
from properties.strategies.formulas import NAMES, fractions, rational_formulas, worth

COUNTS = ("hits", "predicted", "gold", "judged")
_EXACT = 2**53


def _renamed(formula: Formula, names: tuple[str, ...]) -> Formula:
    to = dict(zip(NAMES, names, strict=False))
    return rebuilt(formula, lambda one: Stat(to[one.name]))


def of_counts(names: tuple[str, ...] = COUNTS) -> st.SearchStrategy[Formula]:
    return st.builds(_renamed, rational_formulas, st.permutations(names).map(tuple))


metrics = of_counts().map(lambda formula: Metric(name="own", formula=formula, says="a metric"))


def at(unit: Unit) -> Mapping[str, Fraction | int]:
    tp, fp, fn, tn = unit
    return {"hits": tp, "predicted": tp + fp, "gold": tp + fn, "judged": tp + fp + fn + tn}


def value(metric: Metric, unit: Unit) -> Fraction | None:
    """Compute the tree; where it is undefined what cancelling left may still be defined."""
    return worth(metric.formula, at(unit))


def values(metric: Metric) -> dict[Unit, Fraction]:
    """Compute the normal form of every small unit; refuse what is too large for exact floats."""
    assume(not not_computable(metric))
    form = metric.at()
    assume(_is_small(form.top) and _is_small(form.bottom))
    pairs = ((unit, form.ratio({name: int(n) for name, n in at(unit).items()})) for unit in UNITS)
    found = {unit: Fraction(*pair) for unit, pair in pairs if pair[1]}
    assume(found)
    return found


def _is_small(terms: Terms) -> bool:
    highest = sum(abs(k) * 5 ** sum(power for _, power in one) for one, k in terms.terms)
    return bool(highest < _EXACT)


def refuted(metric: Metric, law: str) -> Unit | None:
    """Give the unit that refutes a law; None where none does."""
    outcomes = [one.outcome for one in laws_of(metric) if one.law == law]
    units = [one.unit for one in outcomes if isinstance(one, Refuted)]
    assert None not in units
    return units[0] if units else None


def more(unit: Unit, cell: str) -> Unit:
    tp, fp, fn, tn = (count + (name == cell) for name, count in zip(CELLS, unit, strict=True))
    return tp, fp, fn, tn


def exchanged(unit: Unit) -> Unit:
    tp, fp, fn, tn = unit
    return tp, fn, fp, tn


@given(metrics, st.data())
def test_a_planted_bound_is_refuted_by_the_smallest_unit_beyond_it(
    metric: Metric, data: st.DataObject
) -> None:
    known = values(metric)
    crossed = data.draw(st.sampled_from(sorted(known)))
    if data.draw(st.booleans()):
        high = ceil(known[crossed]) - 1
        beyond = [unit for unit in UNITS if unit in known and known[unit] > high]
        planted = evolve(metric, high=high)
    else:
        low = floor(known[crossed]) + 1
        beyond = [unit for unit in UNITS if unit in known and known[unit] < low]
        planted = evolve(metric, low=low)

    assert refuted(planted, "range") == beyond[0]
    assert value(metric, beyond[0]) in {known[beyond[0]], None}


@given(metrics, st.sampled_from(CELLS), st.data())
def test_a_direction_is_refuted_where_a_step_goes_against_it(
    metric: Metric, cell: str, data: st.DataObject
) -> None:
    up = data.draw(st.booleans())
    known = values(metric)
    steps = ((unit, known.get(more(unit, cell))) for unit in UNITS if unit in known)
    against = [
        unit
        for unit, after in steps
        if after is not None and (after < known[unit] if up else after > known[unit])
    ]
    said = evolve(metric, rises=(cell,)) if up else evolve(metric, falls=(cell,))

    assert refuted(said, "direction") == (against[0] if against else None)


@given(metrics)
@example(Metric(name="own", formula=Stat("gold") - Stat("predicted"), says=""))
def test_a_mirror_is_refuted_where_an_exchange_shows_it(metric: Metric) -> None:
    known = values(metric)
    broken = [
        unit
        for unit in UNITS
        if unit in known and known.get(exchanged(unit), known[unit]) != known[unit]
    ]

    assert refuted(evolve(metric, mirror=ITSELF), "mirror") == (broken[0] if broken else None)


@given(metrics)
def test_what_is_read_off_all_small_units_is_never_refused(metric: Metric) -> None:
    known = values(metric)
    steps = {
        cell: [known[more(unit, cell)] - known[unit] for unit in known if more(unit, cell) in known]
        for cell in CELLS
    }
    rises = tuple(cell for cell in CELLS if all(step >= 0 for step in steps[cell]))
    falls = tuple(cell for cell in CELLS if cell not in rises and max(steps[cell]) <= 0)
    mirrored = all(known.get(exchanged(unit), one) == one for unit, one in known.items())
    said = evolve(
        metric,
        low=floor(min(known.values())),
        high=ceil(max(known.values())),
        rises=rises,
        falls=falls,
        mirror=ITSELF if mirrored else "",
    )

    assert registered(said) == said


@given(metrics, st.data())
def test_what_is_proved_holds_of_larger_units(metric: Metric, data: st.DataObject) -> None:
    known = values(metric)
    said = evolve(
        metric,
        low=floor(min(known.values())),
        high=ceil(max(known.values())),
        rises=CELLS[:2],
        falls=CELLS[2:],
        mirror=ITSELF,
    )
    laws = laws_of(said)
    count = st.integers(0, 40)
    tp, fp, fn, tn = data.draw(st.tuples(count, count, count, count))
    here = value(metric, (tp, fp, fn, tn))
    assume(here is not None)
    assert here is not None
    for one in laws:
        event(f"{one.law} {type(one.outcome).__name__}")
        if isinstance(one.outcome, Proved):
            assert _holds(one, said, (tp, fp, fn, tn), here)


def _holds(one: LawOutcome, said: Metric, unit: Unit, here: Fraction) -> bool:
    if one.law == "range":
        end = int(one.says.split()[-1])
        return here >= end if "least" in one.says else here <= end
    if one.law == "direction":
        after = value(said, more(unit, one.says.split()[-1]))
        return after is None or (after >= here if "falls" in one.says else after <= here)
    if one.law == "mirror":
        there = value(said, exchanged(unit))
        return there is None or there == here
    return True


def squared(outside: Formula, inside: Formula, unit: Unit) -> Fraction | None:
    """Compute the square of a factor times a root, with its sign."""
    factor, square = worth(outside, at(unit)), worth(inside, at(unit))
    if factor is None or square is None or square < 0:
        return None
    return factor * abs(factor) * square


@given(of_counts(), of_counts(), st.integers(-3, 3), st.data())
@example(GOLD / (GOLD - PREDICTED), GOLD, 0, None)
def test_a_bound_on_a_root_is_refuted_where_its_square_is_beyond(
    outside: Formula, inside: Formula, low: int, data: st.DataObject | None
) -> None:
    metric = Metric(name="own", formula=outside * Root(inside), says="", low=low)
    assume(not not_computable(metric))
    beyond = low * abs(low)
    [outcome] = [one.outcome for one in laws_of(metric) if one.law == "range"]

    squares = {unit: squared(outside, inside, unit) for unit in UNITS}
    below = [unit for unit, square in squares.items() if square is not None and square < beyond]
    if isinstance(outcome, Refuted):
        assert outcome.unit is not None
        assert squares[outcome.unit] is None or outcome.unit == below[0]
        return
    assert not below
    if isinstance(outcome, Proved) and data is not None:
        count = st.integers(0, 40)
        larger = squared(outside, inside, data.draw(st.tuples(count, count, count, count)))
        assert larger is None or larger >= beyond


words = st.from_regex(r"own_[a-z0-9_]{0,8}", fullmatch=True)
lines = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=20)


@st.composite
def own_metrics(draw: st.DrawFn) -> Metric:
    """Draw a metric that a file may hold; what it says of itself need not be true."""
    formula = draw(of_counts(("hits", "predicted", "gold", "judged", "alpha", "b")))
    if draw(st.booleans()):
        others: list[Formula] = [Root(formula), Over(formula, Stat("gold"), Fraction(1))]
        formula = draw(st.sampled_from(others))
    used = {*stats(formula)} & {"alpha", "b"}
    ends = draw(st.tuples(st.none() | st.integers(-9, 9), st.none() | st.integers(-9, 9)))
    low, high = sorted(ends, key=lambda end: end or 0) if None not in ends else ends
    ways = draw(st.permutations(CELLS))
    cut, stop = sorted(draw(st.tuples(st.integers(0, 4), st.integers(0, 4))))
    metric = Metric(
        name="own",
        formula=formula,
        says=draw(lines),
        source=draw(lines),
        low=low,
        high=high,
        words=tuple(draw(st.lists(words, max_size=2))),
        params=tuple((name, draw(fractions)) for name in sorted(used)),
        mirror=draw(st.sampled_from(["", ITSELF, *STANDARD])),
        rises=tuple(ways[:cut]),
        falls=tuple(ways[cut:stop]),
    )
    assume(not not_computable(metric))
    return metric


def written(metric: Metric) -> str:
    """Write a metric as TOML."""
    ends = (
        "-inf" if metric.low is None else metric.low,
        "inf" if metric.high is None else metric.high,
    )
    tree = {
        "formula": text(metric.formula),
        "says": metric.says,
        "source": metric.source,
        "range": ends,
        "params": dict(metric.params),
        "words": metric.words,
        "mirror": metric.mirror,
        "rises": metric.rises,
        "falls": metric.falls,
    }
    keys = "\n".join(f"{key} = {literal(part)}" for key, part in tree.items())
    return f"[metrics.{metric.name}]\n{keys}\n"


@given(own_metrics())
def test_a_metric_is_written_as_toml_and_read_again(metric: Metric) -> None:
    assert read_metrics(written(metric).encode()).unwrap() == {metric.name: metric}


@given(own_metrics())
def test_a_metric_is_read_again_as_a_made_claims_file_has_it(metric: Metric) -> None:
    lines = "\n".join(metric_lines(metric))

    assert read_metrics(lines.encode()).unwrap() == {metric.name: metric}


@given(
    own_metrics(),
    st.sampled_from(["", "class=item,", "average=macro[sample],"]),
    st.sampled_from(["definition = {}", 'definition = "unknown"\nmetric = {}']),
)
def test_a_name_in_a_claims_file_says_what_its_formula_does(
    metric: Metric, options: str, said: str
) -> None:
    metric = evolve(metric, low=None, high=None, mirror="", rises=(), falls=())
    assume(not any(isinstance(one.outcome, Refuted) for one in laws_of(metric)))
    plain = text(substituted(metric.formula, dict(metric.params)))
    named = f"own({options}charge=both)"
    full = f'formula(of="{plain}",{options}charge=both)'
    own = "\n".join(metric_lines(metric))
    short, long = (_claims(said.format(literal(one))) for one in (named, full))

    by_name, by_formula = claims_of(f"{short}\n{own}".encode()), claims_of(long.encode())

    assert is_successful(by_name) == is_successful(by_formula)
    if is_successful(by_name):
        assert by_name == by_formula
        [table] = by_name.unwrap().tables
        assert sheet_of(table, [metric]).columns[0].metric == metric


def _claims(said: str) -> str:
    return f"""\
schema = 1
[data.runs]
path = "runs.jsonl"
[[table]]
name = "1"
data = "runs"
[table.columns.Own]
{said}
[[table.rows]]
label = "ours"
cells = {{ Own = 0.5 }}
"""


@given(own_metrics(), st.data())
def test_a_broken_file_is_a_metric_or_faults(metric: Metric, data: st.DataObject) -> None:
    raw = bytearray(written(metric).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        end = data.draw(st.integers(start, min(len(raw), start + 9)))
        raw[start:end] = data.draw(st.binary(max_size=4) | st.sampled_from([b"(", b"9", b"**9"]))

    found = read_metrics(bytes(raw), file="own.toml")

    faults = () if is_successful(found) else found.failure()
    assert all(fault.text().startswith("own.toml:") for fault in faults)


@given(st.sampled_from(sorted(STANDARD)), st.sampled_from(sorted(STANDARD)))
def test_a_mirror_among_the_standard_is_proved_or_refuted(name: str, other: str) -> None:
    said = evolve(STANDARD[name], mirror=other)
    [outcome] = [one.outcome for one in laws_of(said, STANDARD) if one.law == "mirror"]

    true = {name if STANDARD[name].mirror == ITSELF else STANDARD[name].mirror}
    assert isinstance(outcome, Proved if other in true else Refuted)
    assert not isinstance(outcome, Unbroken)
