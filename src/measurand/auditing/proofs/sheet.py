"""A printed table as proofs see it: numbers, what they are said to be, and what else is known.

Roles are the only meaning a rule sees. A number of which nothing is said has the role `value`:
rules keep silent on it, so to know less never refutes more.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction

from attrs import field, frozen

from measurand.metrics.families import kind_of
from measurand.metrics.grammar import read_value, write_value
from measurand.metrics.metric import Metric, Named
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.signature import defaults
from measurand.metrics.standard import STANDARD
from measurand.metrics.user_metric import bounding
from measurand.values.printed import Printed


class Role(Enum):
    """What the numbers of a column are said to be.

    Rates lie in [0, 1] (percent are scaled by their unit). `value` says nothing: such a column is
    only added, averaged or compared.
    """

    VALUE = "value"
    # matched items
    PRECISION = "precision"
    RECALL = "recall"
    F = "f"
    JACCARD = "jaccard"
    EXACT_MATCH = "exact_match"
    RATE = "rate"
    # a confusion matrix (recall is also called sensitivity, precision ppv)
    ACCURACY = "accuracy"
    SPECIFICITY = "specificity"
    NPV = "npv"
    BALANCED_ACCURACY = "balanced_accuracy"
    MCC = "mcc"
    KAPPA = "kappa"
    INFORMEDNESS = "informedness"
    MARKEDNESS = "markedness"
    FOWLKES_MALLOWS = "fowlkes_mallows"
    G_MEAN = "g_mean"
    F_NEGATIVE = "f_negative"
    LR_POSITIVE = "lr_positive"
    LR_NEGATIVE = "lr_negative"
    ODDS_RATIO = "odds_ratio"
    PREVALENCE_THRESHOLD = "prevalence_threshold"
    P4 = "p4"
    PREVALENCE = "prevalence"
    TPR = "tpr"
    FPR = "fpr"
    FNR = "fnr"
    FDR = "fdr"
    FOR = "for"
    ERROR_RATE = "error_rate"
    AUC = "auc"
    SCORE = "score"
    # counts
    SAMPLES = "samples"
    GOLD = "gold"
    PREDICTED = "predicted"
    HITS = "hits"
    TP = "tp"
    FP = "fp"
    FN = "fn"
    TN = "tn"
    # moments
    MEAN = "mean"
    SD = "sd"
    SE = "se"
    # errors
    MAE = "mae"
    MSE = "mse"
    RMSE = "rmse"
    R2 = "r2"
    VARIANCE = "variance"
    # inference
    LOW = "low"
    HIGH = "high"
    P = "p"
    P_BELOW = "p_below"
    P_ABOVE = "p_above"
    P_HOLM = "p_holm"
    T = "t"
    F_RATIO = "f_ratio"
    CHI2 = "chi2"
    Z = "z"
    CORRELATION = "correlation"
    COEFFICIENT = "coefficient"
    EFFECT_RATIO = "effect_ratio"
    DF = "df"
    DF2 = "df2"
    # of other columns
    AVERAGE = "average"
    TOTAL = "total"
    DIFFERENCE = "difference"
    RATIO = "ratio"
    SHARE = "share"


_METRICS = {role: STANDARD[role.value] for role in Role if role.value in STANDARD}

RATES = frozenset(role for role, metric in _METRICS.items() if metric.is_rate) | {
    *(Role.EXACT_MATCH, Role.RATE, Role.F_NEGATIVE, Role.TPR, Role.AUC, Role.SCORE),
}
"""Roles whose numbers lie from 0 to 1, or to 100 as percent."""

SIGNED = frozenset(role for role, metric in _METRICS.items() if metric.low == -1)
"""Roles whose numbers lie from -1 to 1."""


def metric_named(name: str) -> Named | None:
    """Find what is known of a metric by its name: one of a family, of numbers, or of counts.

    >>> metric_named("ece").high, metric_named("pearson").low, metric_named("fly") is None
    (1, -1, True)
    """
    kind = kind_of(name)
    return _OURS.get(name) if kind is None else kind.about


def is_own(metric: Named | None) -> bool:
    """Tell a formula of somebody's own from the metrics that everybody has.

    >>> is_own(STANDARD["p4"]), is_own(None)
    (False, False)
    """
    return isinstance(metric, Metric) and _OURS.get(metric.name) != metric


_OURS: Mapping[str, Metric] = {**STANDARD, **NUMERIC}


def ranged(metric: Named) -> Named:
    """Give a metric the range that its numbers cannot leave, as far as that is known.

    The range of a formula of one's own is what can be proved of it; that of all others is a law
    which our tests, or those of a package, hold it to.

    >>> ranged(STANDARD["p4"]).high
    1
    """
    return bounding(metric) if isinstance(metric, Metric) and is_own(metric) else metric


def role_of(metric: Named) -> Role:
    """Say what numbers of a metric of one's own, or of a family, are to rules not knowing it.

    >>> role_of(STANDARD["p4"]).value, role_of(STANDARD["odds_ratio"]).value
    ('score', 'value')
    """
    return Role.SCORE if ranged(metric).is_rate else Role.VALUE


COUNTS = frozenset({Role.SAMPLES, Role.GOLD, Role.PREDICTED, Role.TP, Role.FP, Role.FN, Role.TN})
"""Roles whose numbers are whole, and at least 0; hits need not be whole."""


class Fact(Enum):
    """What else is known: whole numbers that a paper states beside its table.

    `runs` are whole runs or seeds on the same samples, `folds` parts of the samples, each of which
    is tested once: a mean over folds has no grain over all samples, as folds need not be equal.
    """

    SAMPLES = "samples"
    GOLD = "gold"
    PREDICTED = "predicted"
    POSITIVES = "positives"
    NEGATIVES = "negatives"
    CLASSES = "classes"
    RUNS = "runs"
    FOLDS = "folds"
    ITEMS = "items"
    REPLICATES = "replicates"


class Kind(Enum):
    """What a row is: one system, or the mean, weighted mean or sum of the rows above it.

    `runs` is the mean over runs, seeds or folds of one system: rates are means, counts may be sums.
    """

    BODY = "body"
    RUNS = "runs"
    AVERAGE = "average"
    TOTAL = "total"


@frozen(kw_only=True, cache_hash=True)
class Column:
    """A column: what its numbers are, and which other columns they speak of.

    Columns of one `group` belong together: the P, R and F1 of one test set. `of` names columns: of
    an average those averaged, of a difference the two (first minus second), of `low` and `high` the
    estimate, of `p_holm` the raw p. `beta` is that of F; `options` are what is known of its
    definition, in the words of signatures; if that is `complete`, others have their defaults. A
    `metric` of one's own, or of a family, says in which
    range its numbers lie, where the role does not.

    >>> Column(name="F1", role=Role.F).beta
    Fraction(1, 1)

    Raises ValueError where beta is not positive.
    """

    name: str
    role: Role = Role.VALUE
    of: tuple[str, ...] = ()
    group: str = ""
    beta: Fraction = field(default=Fraction(1))
    options: tuple[tuple[str, str], ...] = ()
    metric: Named | None = None
    complete: bool = False

    @property
    def what(self) -> str:
        """Name what its numbers are: the metric that it has, or the role."""
        return self.role.value if self.metric is None else self.metric.name

    @property
    def known(self) -> Mapping[str, str]:
        """List the options that are known, defaults too where the definition is complete."""
        said = dict(self.options)
        if not self.complete or self.metric is None or is_own(self.metric):
            return said
        plain = {name: write_value(value) for name, value in defaults(self.metric.name).items()}
        return {**plain, **said}

    @property
    def pools_classes(self) -> bool:
        """Tell whether it is said to be of several classes, or of all but some.

        Errors among these count twice, as a false alarm of one and a miss of another: it has no
        matrix of one class, and its gold items are not all of them.

        >>> Column(name="F1", options=(("only", "but[no_relation]"),)).pools_classes
        True
        """
        only = read_value(dict(self.options).get("only", "all"))
        return any(term.atom == "but" or len(term.arguments) > 1 for term in only)

    @beta.validator
    def _positive(self, _attribute: object, value: Fraction) -> None:
        if value <= 0:
            message = f"a beta above 0: got {value}"
            raise ValueError(message)


Facts = tuple[tuple[Fact, int], ...]


@frozen(kw_only=True, cache_hash=True)
class Row:
    """A row: its printed cells by column, and facts that hold for it alone.

    `of` names the rows that an average or a total is made of; empty means all body rows above it,
    back to the last row of its kind. `weights` are whole numbers by row, where they are known.

    >>> Row(label="ours", cells=(("F1", Printed.parse("63.3%")),)).cell("F1").text
    '63.3%'
    """

    label: str
    cells: tuple[tuple[str, Printed], ...] = ()
    kind: Kind = Kind.BODY
    of: tuple[str, ...] = ()
    facts: Facts = ()
    weights: tuple[tuple[str, int], ...] = ()

    def cell(self, column: str) -> Printed | None:
        """Find what is printed in a column; None where nothing is."""
        return next((cell for name, cell in reversed(self.cells) if name == column), None)


@frozen(kw_only=True, cache_hash=True)
class Sheet:
    """A printed table. `facts` hold for every row that does not say otherwise.

    >>> sheet = Sheet(columns=(Column(name="acc", role=Role.RATE),),
    ...               rows=(Row(label="a", cells=(("acc", Printed.parse("22.4%")),)),),
    ...               facts=((Fact.SAMPLES, 124),))
    >>> sheet.fact(sheet.rows[0], Fact.SAMPLES), [column.name for column in sheet.having(Role.RATE)]
    (124, ['acc'])

    Raises ValueError where names of columns or labels of rows repeat, a cell has no column, `of`
    names none, or a fact is negative.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    name: str = ""
    source: str = ""
    facts: Facts = ()

    def __attrs_post_init__(self) -> None:
        names = [column.name for column in self.columns]
        labels = [row.label for row in self.rows]
        for what, words in (("columns", names), ("rows", labels)):
            if len(words) != len(set(words)):
                message = f"{what} of different names: got {words}"
                raise ValueError(message)
        referred = {name for column in self.columns for name in column.of}
        referred |= {name for row in self.rows for name, _ in row.cells}
        if not referred <= set(names):
            message = f"columns among {names}: got {sorted(referred - set(names))}"
            raise ValueError(message)
        rows = {label for row in self.rows for label in row.of}
        rows |= {label for row in self.rows for label, _ in row.weights}
        if not rows <= set(labels):
            message = f"rows among {labels}: got {sorted(rows - set(labels))}"
            raise ValueError(message)
        facts = [*self.facts, *(fact for row in self.rows for fact in row.facts)]
        if any(number < 0 for _, number in facts):
            message = f"facts of at least 0: got {facts}"
            raise ValueError(message)

    def having(self, *roles: Role) -> tuple[Column, ...]:
        """List the columns of some roles, in the order of the table."""
        return tuple(column for column in self.columns if column.role in roles)

    def column(self, name: str) -> Column:
        """Find a column by its name.

        Raises KeyError where there is none.
        """
        return self._columns[name]

    def fact(self, row: Row, fact: Fact) -> int | None:
        """Find what is known for a row; None where nothing is."""
        return dict(row.facts).get(fact, dict(self.facts).get(fact))

    def groups(self) -> tuple[str, ...]:
        """List the groups of columns, in the order of the table."""
        return tuple(dict.fromkeys(column.group for column in self.columns))

    def within(self, group: str, role: Role) -> Column | None:
        """Find the column of a role in a group, the first where there are several.

        >>> Sheet(columns=(), rows=()).within("", Role.F) is None
        True
        """
        columns = (column for column in self.columns if column.group == group)
        return next((column for column in columns if column.role is role), None)

    def cells(self, *roles: Role) -> Iterator[tuple[Row, Column, Printed]]:
        """Walk the printed cells of some roles, row by row."""
        wanted = self.having(*roles)
        for row in self.rows:
            printed = dict(row.cells)
            for column in wanted:
                if column.name in printed:
                    yield row, column, printed[column.name]

    @property
    def _columns(self) -> Mapping[str, Column]:
        return {column.name: column for column in self.columns}
