"""Tables printed from the scores of drawn definitions, and spaces around them."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, lru_cache

from attrs import evolve, frozen
from hypothesis import strategies as st

from measurand.auditing.claims.audit import audit_needs, audit_table
from measurand.auditing.claims.audit_result import TableAudit
from measurand.auditing.claims.cells import cell_definition
from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Choice, Claims, Column, Options, Row, Space, Table
from measurand.auditing.claims.space import DATA, Candidate, candidates
from measurand.auditing.claims.table_check import TableCheck, check_needs, check_table
from measurand.edges.trials.strategies.samples import Corpus, Shape, named, samples
from measurand.evidence.observation import Observing
from measurand.evidence.pool import Pool, pool
from measurand.metrics.definitions import group_keys, observing
from measurand.metrics.finalise import score
from measurand.metrics.grammar import SignatureError, read_value
from measurand.metrics.needs import Gathered, Reading, Where, merged
from measurand.metrics.signature import options
from measurand.values.printed import Printed
from measurand.values.score import Defined, Score
from properties.audits.printing import cells

Product = tuple[Choice, ...]
Scoring = Callable[[Row, Column], st.SearchStrategy[Score | None]]

METRICS = ("precision", "recall", "f", "jaccard", "exact_match", "total")
COMMON: Mapping[str, Sequence[str]] = {
    "data": ("runs", "others"),
    "both_empty": ("1+1", "0+0", "drop"),
    "gold_empty": ("0+0", "0+1", "0+skip"),
    "pred_empty": ("0+0", "1+0", "skip+0"),
    "aggregate": ("mean", "harmonic"),
    "statistic": ("mean", "population_stdev", "sample_stdev"),
    "undefined": ("propagate", "skip", "zero"),
    "missing": ("skip", "empty"),
    "beta": ("1", "2", "1/2"),
    "of": ("hits", "predicted", "gold", "fn", "tn"),
}
VALUES: Mapping[Shape, Mapping[str, Sequence[str]]] = {
    Shape.TEXTS: {
        **COMMON,
        "average": ("micro", "macro[sample]", "macro[document]", "macro[run,sample]"),
        "match": ("set", "multiset", "greedy[threshold=0.35]", "optimal[threshold=0.35]"),
        "credit": ("similarity", "binary", "fuzzy", "exact"),
        "normalise": ("none", "lower+trim", "brackets+articles"),
    },
    Shape.SPANS: {
        **COMMON,
        "average": ("micro", "macro[sample]", "macro[class]", "macro[document,class]"),
        "match.mode": ("strict", "exact", "partial", "type"),
        "match.scope": ("joint", "by_type"),
        "class": ("none", "label"),
        "charge": ("gold", "predicted", "both"),
        "over": ("union", "gold", "declared[A,C]"),
    },
}
TOLD: Mapping[Shape, Options] = {
    Shape.TEXTS: (),
    Shape.SPANS: (("match", read_value("spans[mode=iou]")), ("class", read_value("label"))),
}
KNOWN = ((), (("average", read_value("micro")),), (("credit", read_value("binary")),))
WHERES: tuple[Where, ...] = ((), (), (("run", "r1"),))


# A table is audited, checked and scored by hand: what is read of its samples is the same each time.
@lru_cache(maxsize=256)
def _pool(how: Observing, corpus: Corpus, names: tuple[str, ...]) -> Pool:
    return pool(how, corpus, names=names)


@frozen
class Audited:
    """A table with a space, and the data that it is about."""

    table: Table
    sources: Mapping[str, Corpus]

    @cached_property
    def tried(self) -> tuple[Candidate, ...]:
        """List the candidates that are definitions of every cell."""
        listed = candidates(self.table.space) if self.table.space else ()
        return tuple(one for one in listed if self.exists(one))

    def exists(self, one: Candidate) -> bool:
        try:
            for row, column, _ in self.spots():
                cell_definition(self.table, column, row, one.options)
        except SignatureError:
            return False
        return True

    def gathered(self, *, skipped: int = 0) -> Gathered:
        """Pool what the table needs, sample by sample."""
        claims = Claims(sources=(), tables=(self.table,))
        needs = merged((*check_needs(claims), *audit_needs(claims)))
        readings = {
            name: Reading(read=len(corpus) + skipped, skipped=skipped)
            for name, corpus in self.sources.items()
        }
        pools = {
            need.slice: _pool(
                need.slice.observing,
                within(self.sources[need.slice.data], need.slice.where),
                need.names,
            )
            for need in needs
        }
        return Gathered(pools, readings)

    def audit(self, *, skipped: int = 0) -> TableAudit:
        return audit_table(self.table, Judge(self.gathered(skipped=skipped)))

    def alive(self) -> set[Candidate]:
        """Collect the candidates that print every cell."""
        return {one for group in self.audit().survivors for one in group.candidates}

    def check(self, one: Candidate, *, skipped: int = 0) -> TableCheck:
        """Check the table as one that declares the choices of a candidate in its rows.

        Classes of means are declared by the table: in a row of another average they are refused.
        """
        over = tuple(pair for pair in one.options if pair[0] == "over")
        told = tuple(pair for pair in one.options if pair[0] != "over")
        rows = tuple(
            evolve(row, data=one.data or row.data, options=(*row.options, *told))
            for row in self.table.rows
        )
        options = (*self.table.options, *over)
        made = evolve(self, table=evolve(self.table, rows=rows, options=options, space=None))
        return check_table(made.table, Judge(made.gathered(skipped=skipped)))

    def score(self, row: Row, column: Column, one: Candidate) -> Score | None:
        """Score a cell from its samples alone: None where there are none, or no such definition."""
        try:
            definition = cell_definition(self.table, column, row, one.options)
        except SignatureError:
            return None
        corpus = within(self.sources[one.data or row.data or self.table.data], row.where)
        if not corpus:
            return None
        return score(definition, _pool(observing(definition), corpus, group_keys(definition)))

    def spots(self) -> list[tuple[Row, Column, Printed]]:
        """Walk the printed cells."""
        return [
            (row, self.table.column(name), shown)
            for row in self.table.rows
            for name, shown in row.cells
        ]

    def spaced(self, *products: Product) -> "Audited":
        """Give the same table with another space."""
        names = tuple(column.name for column in self.table.columns)
        return evolve(self, table=evolve(self.table, space=Space(columns=names, products=products)))

    def printed(self, rows: Sequence[Row]) -> "Audited":
        """Give the same table with other rows."""
        return evolve(self, table=evolve(self.table, rows=tuple(rows)))


def within(corpus: Corpus, where: Where) -> Corpus:
    """Keep the samples of some groups."""
    return tuple(
        sample for sample in corpus if all(sample.group(key) == value for key, value in where)
    )


@cache
def _options(shape: Shape, metrics: frozenset[str], least: int) -> st.SearchStrategy[list[str]]:
    """Draw options that metrics have."""
    having = {DATA, *(name for metric in metrics for name in options(metric))}
    known = [name for name in VALUES[shape] if name.partition(".")[0] in having]
    return st.lists(st.sampled_from(known), unique=True, min_size=least, max_size=3)


@cache
def _values(shape: Shape, name: str, least: int) -> st.SearchStrategy[list[str]]:
    values = st.sampled_from(VALUES[shape][name])
    return st.lists(values, unique=True, min_size=least, max_size=3)


@st.composite
def products(
    draw: st.DrawFn,
    shape: Shape = Shape.TEXTS,
    metrics: Sequence[str] = METRICS,
    *,
    least: int = 0,
) -> Product:
    """Draw some options that metrics have, with some of their values."""
    few = 2 if least else 1
    return tuple(
        Choice(option=name, values=tuple(draw(_values(shape, name, few))))
        for name in draw(_options(shape, frozenset(metrics), least))
    )


@cache
def corpora(shape: Shape, least: int) -> st.SearchStrategy[Corpus]:
    """Draw samples with repeated, missing and empty answers."""
    return st.lists(samples(shape), min_size=least, max_size=5).map(named)


shapes = st.sampled_from((Shape.TEXTS, Shape.TEXTS, Shape.SPANS))
measured = st.lists(st.sampled_from(METRICS), min_size=1, max_size=2)
wheres, told_options = st.sampled_from(WHERES), st.sampled_from(KNOWN)


@st.composite
def blanks(draw: st.DrawFn) -> Audited:
    """Draw a table in which nothing is printed yet."""
    shape = draw(shapes)
    metrics = draw(measured)
    columns = tuple(Column(name=f"c{at}", metric=metric) for at, metric in enumerate(metrics))
    rows = tuple(
        Row(label=f"r{at}", where=draw(wheres), options=draw(told_options))
        for at in range(draw(st.integers(1, 2)))
    )
    table = Table(name="1", data="runs", columns=columns, rows=rows, options=TOLD[shape])
    made = Audited(table, {"runs": draw(corpora(shape, 2)), "others": draw(corpora(shape, 0))})
    more = (draw(products(shape, metrics)),) if draw(st.booleans()) else ()
    return made.spaced(draw(products(shape, metrics, least=2)), *more)


def filled(draw: st.DrawFn, made: Audited, scores: Scoring) -> Audited:
    """Print every cell that has a score."""
    rows = []
    for row in made.table.rows:
        shown = {
            column.name: draw(scores(row, column).flatmap(cells)) for column in made.table.columns
        }
        told = tuple((name, cell) for name, cell in shown.items() if cell is not None)
        rows.append(evolve(row, cells=told))
    return made.printed(rows)


@st.composite
def honest_tables(draw: st.DrawFn) -> tuple[Audited, Candidate]:
    """Draw a table that is printed under one candidate of its space."""
    made = draw(blanks())
    truth = draw(st.sampled_from(made.tried))
    return filled(draw, made, lambda row, column: st.just(made.score(row, column, truth))), truth


@st.composite
def mixed_tables(draw: st.DrawFn) -> Audited:
    """Draw a table whose cells are printed under candidates of their own, or under none."""
    made = draw(blanks())

    def scores(row: Row, column: Column) -> st.SearchStrategy[Score | None]:
        some = st.sampled_from(made.tried).map(lambda one: made.score(row, column, one))
        return some | some | st.fractions(0, 1, max_denominator=9).map(Defined)

    return filled(draw, made, scores)


tables = honest_tables().map(lambda pair: pair[0]) | mixed_tables()
