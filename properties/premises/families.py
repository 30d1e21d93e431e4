"""True tables of the kinds that papers print, drawn from true data.

`scores` P, R and F1 (and accuracy) of systems, under every definition and rounding
`spreadsheet` F1 made of the printed P and R, averages of printed numbers
`betas` F0.5 and F2 beside P and R
`chinese` heads and a caption in Chinese
`groups` two or three data sets side by side, their heads left, centred, right, over each, spanning
`blocks` data sets below one another, as LaTeX's multirow has them
`folds`, `seeds` means of parts, or of repetitions, with a spread: ±, in brackets, in a column, none
`runs` a row for each fold or seed, and a row of their means
`data sets` rows are data sets, with their average: plain, weighted, pooled, F of averaged P and R
`tasks` an average of columns: plain, or weighted by the sizes of the tasks
`deltas` a column or a row of differences, in points or relative
`counts` TP, FP, FN beside the scores, with a row of totals
`items` hits, predictions and gold items beside the scores, as totals or as means of documents
`report` a row for each class with its support, and scikit-learn's rows of averages
`diagnosis` accuracy, sensitivity, specificity and others of two classes, with counts or without
`tests` p-values and those that Holm adjusts
`shares` counts, their shares and their sum
`variances` sums of squares, their degrees of freedom, mean squares and F, of groups in groups too
`intervals` shares with Wald's intervals; `errors` MAE, RMSE and MSE; `standard errors` of shares

Every one of them may be cut off, rounded half to even, or by a float, in percent or not.
"""

from collections.abc import Callable
from random import Random

from properties.premises.layouts import TrueTable
from properties.premises.rate_tables import (
    diagnosis,
    errors,
    intervals,
    standard_errors,
    tests,
    variances,
)
from properties.premises.repeated_tables import over_folds, over_seeds, runs
from properties.premises.score_tables import betas, blocks, chinese, groups, scores, spreadsheet
from properties.premises.summed_tables import (
    counts,
    data_sets,
    deltas,
    items,
    report,
    shares,
    tasks,
)

Family = Callable[[Random], TrueTable]
FAMILIES: tuple[Family, ...] = (
    *(scores, scores, spreadsheet, betas, chinese),
    *(groups, groups, blocks, over_folds, over_folds, over_seeds, over_seeds, runs),
    *(data_sets, data_sets, tasks, deltas, counts, items, report, diagnosis),
    *(tests, shares, intervals, standard_errors, errors, variances),
)
"""Each as often as its share of the tables that are drawn."""


def true_table(seed: int) -> TrueTable:
    """Draw a table whose numbers are true; the same for the same seed.

    >>> true_table(1) == true_table(1)
    True
    """
    rng = seeded(seed)
    return rng.choice(FAMILIES)(rng)


def seeded(seed: int) -> Random:
    """Give a source of chance that is the same for the same seed."""
    return Random(seed)  # noqa: S311 - tables, not a secret
