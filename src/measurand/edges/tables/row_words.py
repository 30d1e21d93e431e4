"""What the label of a row says where it names no system: an average, a total, the best of them."""

import re

MOST_HEAD = 200
"""How many characters of a head or a label are looked at."""

COUNT_ROWS = re.compile(
    r"\s*(?:n|#|counts?|n ?obs\.?|obs\.?|observations|valid|missing|nan?s?"
    r"|(?:sample )?size|support)\s*",
    re.IGNORECASE,
)
"""What describes the columns of a table in its rows: how many numbers each is of."""
_OTHERS = re.compile(
    r"(?:median|std|sd|s\.d|se|stderr|std\.? ?err(?:or)?|st\.? ?dev|stdev|std\.? ?dev|variance|var"
    r"|standard (?:deviation|error)|σ|±|min|max|minimum|maximum|range|iqr|best|worst|oracle"
    r"|upper bound|lower bound|(?:95% ?)?ci|p|p[- ]?val(?:ue)?s?|rank|ranking|ratio|speed-?up"
    r"|(?:geometric|harmonic|weighted|trimmed) (?:mean|average))\.?"
    r"|(?:avg|average|mean)\.? ?(?:±|\+/-|\(|\[|of |over |across ).{0,150}"
    r"|[δ∆].{0,150}"
    r"|(?:(?:our|the|max|avg|average|mean|rel|relative|abs|absolute|net|%|total|error)\.? ){0,2}"
    r"(?:improvements?|gains?|changes?|diffs?|differences?|deltas?|increase|decrease|reduction|drop)"
    r"\.?(?:[ (:].{0,150})?"
)


def _of_way(way: str) -> str:
    """Write how a row is called by the way of its average: Macro, macro avg, Overall (macro)."""
    averaged = r"[ -]?(?:avg|averaged?|mean)?\.?"
    over_all = r"(?:overall|all|total|avg\.?|average|mean)"
    return rf"{way}{averaged}|{over_all} ?[(\[]{way}{averaged}[)\]]|{over_all},? {way}{averaged}"


_AVERAGE_ROWS = re.compile(rf"(?:avg|average|mean|aver|ave|평균|平均)\.?|{_of_way('macro')}")
_WEIGHTED_ROWS = re.compile(_of_way("weighted"))
_TOTAL_ROWS = re.compile(r"(?:total|sum|합계|合计)")
_POOLED_ROWS = re.compile(rf"overall|all|corrected model|{_of_way('micro')}")
_ACCURACY_ROWS = re.compile(r"(?:accuracy|acc\.?)")


def row_word(label: str) -> str:
    """Tell whether a label names no system: average, weighted, total, pooled, accuracy, other, "".

    What is `other` (median, std, best, a change, a p-value) holds no scores of one system.

    >>> row_word("Avg."), row_word("weighted avg"), row_word("Overall"), row_word("ours")
    ('average', 'weighted', 'pooled', '')
    >>> row_word("Macro"), row_word("Overall (micro)"), row_word("All, weighted")
    ('average', 'pooled', 'weighted')
    >>> row_word("Median"), row_word("Δ to base"), row_word("Mean ± SD"), row_word("Mean Teacher")
    ('other', 'other', 'other', '')
    """
    plain = label[:MOST_HEAD].strip().lower().rstrip(":")
    forms = (
        ("average", _AVERAGE_ROWS),
        ("weighted", _WEIGHTED_ROWS),
        ("total", _TOTAL_ROWS),
        ("pooled", _POOLED_ROWS),
        ("accuracy", _ACCURACY_ROWS),
        ("other", _OTHERS),
    )
    return next((name for name, form in forms if form.fullmatch(plain)), "")
