"""What the head of a column seems to mean: its role, and how sure that is."""

import re
from fractions import Fraction
from unicodedata import normalize

from attrs import field, frozen

from measurand.proofs.sheet import Role
from measurand.values.printed import Unit

_WORDS: dict[Role, tuple[str, ...]] = {
    Role.PRECISION: ("prec", "precision", "ppv", "positivepredictivevalue", "정밀도", "精确率"),
    Role.RECALL: ("rec", "recall", "재현율", "召回率"),
    Role.TPR: ("sens", "sensitivity", "tpr", "truepositiverate"),
    Role.FPR: ("fpr", "falsepositiverate"),
    Role.FNR: ("fnr", "falsenegativerate"),
    Role.FDR: ("fdr", "falsediscoveryrate"),
    Role.AUC: ("auc", "auroc", "rocauc", "aucroc"),
    Role.JACCARD: ("jaccard",),
    Role.EXACT_MATCH: ("em", "exactmatch"),
    Role.ACCURACY: ("acc", "accuracy", "정확도", "准确率"),
    Role.SPECIFICITY: ("spec", "specificity", "tnr"),
    Role.NPV: ("npv",),
    Role.BALANCED_ACCURACY: ("bacc", "balancedaccuracy", "balancedacc", "balacc"),
    Role.MCC: ("mcc", "matthews"),
    Role.KAPPA: ("κ", "kappa", "cohenskappa", "cohenκ"),
    Role.INFORMEDNESS: ("informedness", "youdensj", "youdenj"),
    Role.MARKEDNESS: ("markedness",),
    Role.PREVALENCE: ("prevalence", "prev"),
    Role.SAMPLES: (
        "n",
        "#samples",
        "samples",
        "nsamples",
        "#examples",
        "examples",
        "#docs",
        "#documents",
        "#instances",
        "instances",
        "#questions",
        "#n",
        "samplesize",
    ),
    Role.GOLD: ("|gold|", "gold", "#gold", "ngold", "|truth|", "truth", "|true|", "|g|", "support"),
    Role.PREDICTED: ("|pred|", "pred", "#pred", "npred", "|predicted|", "predicted", "|s|"),
    Role.HITS: ("mtotal", "hits", "#hits", "matched", "#matched", "matches"),
    Role.TP: ("tp", "truepositives", "#tp"),
    Role.FP: ("fp", "falsepositives", "#fp"),
    Role.FN: ("fn", "falsenegatives", "#fn"),
    Role.TN: ("tn", "truenegatives", "#tn"),
    Role.SD: ("sd", "std", "stddev", "stdev", "s.d", "standarddeviation"),
    Role.SE: ("stderr", "stderror", "std.err", "std.error", "standarderror", "se", "s.e"),
    Role.MAE: ("mae",),
    Role.MSE: ("mse",),
    Role.RMSE: ("rmse",),
    Role.R2: ("r2", "rsquared"),
    Role.VARIANCE: ("variance", "var"),
    Role.LOW: ("cilow", "cilower", "95%cilow", "2.5%", "lowerci", "ci95low"),
    Role.HIGH: ("cihigh", "ciupper", "95%cihigh", "97.5%", "upperci", "ci95high"),
    Role.P: ("pvalue", "pval", "praw", "rawp"),
    Role.P_HOLM: (
        *("pholm", "holm", "holmp", "holmadjustedp", "holmadjp", "holmcorrectedp", "p(holm)"),
        *("pvalue(holm)", "padj(holm)", "adjustedp(holm)", "adjp(holm)", "p(holmadjusted)"),
        *("holmpvalue", "holmadjustedpvalue", "p(holmcorrected)", "holmbonferroni"),
    ),
    Role.AVERAGE: ("avg", "average", "aver", "ave", "mean", "평균", "平均"),
    Role.TOTAL: ("total", "sum", "합계", "合计"),
}
_ERROR_OF = re.compile(
    r".+(?:stderr|stderror|std\.err|std\.error|standarderror)|.+\((?:se|s\.e\.?|stderr)\)"
)
_ROLES = {word: role for role, words in _WORDS.items() for word in words}
_LETTERS = {"p": Role.PRECISION, "r": Role.RECALL, "f": Role.F}
_SHORT = frozenset({"se", "s.e", "κ"})
"""Words that are as short as letters, and mean as many things."""

_F = re.compile(r"f(?:β|beta)?=?([0-9]{0,3}(?:\.[0-9]{1,3})?)(?:score|measure)?")
_UNIT = re.compile(r"[(\[][ ]?(%|\$|€|£|¥|in %|pp|points|percent)[ ]?[)\]]|(?<=[^0-9.]) ?%$")
_AVERAGED = re.compile(r"^(macro|micro|weighted|samples)(?:averaged?|avg)?[- _.]*(?=[a-z#|])")
_AFTER = re.compile(r"(?<=[a-z0-9])[- _.]*\(?(macro|micro|weighted)(?:averaged?|avg)?\)?$")
_DROPPED = re.compile(r"[ _{}^\\↑↓▲▼*:-]")
_SPREADS = re.compile(r"padj|adjp|adjustedp|qvalue|pfdr|pbh|pbonf")
_CHANGES = ("δ", "∆", "diff", "delta", "gain", "improvement", "change", "ratio", "speedup")
_LEVELS = {"low": "low", "lower": "low", "high": "high", "upper": "high"}
_UNITS = {
    "%": Unit.PERCENT,
    "in %": Unit.PERCENT,
    "percent": Unit.PERCENT,
    "$": Unit.DOLLAR,
    "€": Unit.EURO,
    "£": Unit.POUND,
    "¥": Unit.YEN,
    "pp": Unit.POINTS,
    "points": Unit.POINTS,
}
LONGEST = 200


@frozen(kw_only=True)
class Head:
    """What a head seems to mean.

    `letter` says that it is a letter or two, which mean this only beside others; `averaged` is the
    word macro, micro or weighted in it; `hint` says why nothing is guessed where it could be.
    """

    role: Role = Role.VALUE
    beta: Fraction = field(default=Fraction(1))
    unit: Unit | None = None
    letter: str = ""
    averaged: str = ""
    hint: str = ""


def head_of(text: str) -> Head:
    """Guess what a head means; what nothing is known of has the role `value`.

    >>> head_of("F_0.5 (%)")
    Head(role=<Role.F: 'f'>, beta=Fraction(1, 2), unit=<Unit.PERCENT: '%'>, letter='', \
averaged='', hint='')
    >>> head_of("Macro-F1").averaged, head_of("|Truth|").role.value, head_of("R²").role.value
    ('macro', 'gold', 'r2')
    """
    plain = normalize("NFKC", text[:LONGEST]).strip().lower()
    found = _UNIT.search(plain)
    unit = _UNITS.get(found[1] or "%") if found else None
    if found:
        plain = f"{plain[: found.start()]}{plain[found.end() :]}".strip()
    averaged = ""
    for form in (_AVERAGED, _AFTER):
        way = form.search(plain)
        if way is not None:
            averaged = way[1]
            plain = f"{plain[: way.start()]}{plain[way.end() :]}"
            break
    word = _DROPPED.sub("", plain).rstrip(".").removesuffix("score") or "score"
    if word in _LETTERS:
        letter = word.upper() if word.upper() in text else word
        return Head(role=_LETTERS[word], unit=unit, letter=letter, averaged=averaged)
    beta = _F.fullmatch(_DROPPED.sub("", plain).rstrip("."))
    if beta is not None:
        return _f(beta[1], unit, averaged)
    if word not in _ROLES and _SPREADS.search(word):
        hint = "which adjustment is not said: `p_holm` says that it is Holm's"
        return Head(unit=unit, hint=hint)
    if word.startswith(_CHANGES):
        hint = "of which columns is not said: `difference[A,B]` or `ratio[A,B]` says it"
        return Head(unit=unit, hint=hint)
    if word in _LEVELS:
        hint = f"a level, or an end of an interval: `{_LEVELS[word]}[A]` says that it is one of A"
        return Head(unit=unit, hint=hint)
    role = _ROLES.get(word) or (Role.SE if _ERROR_OF.fullmatch(word) else Role.VALUE)
    return Head(role=role, unit=unit, averaged=averaged, letter=word if word in _SHORT else "")


def _f(digits: str, unit: Unit | None, averaged: str) -> Head:
    value = Fraction(digits) if digits.strip(".") else Fraction(1)
    if value <= 0:
        return Head(unit=unit)
    return Head(role=Role.F, beta=value, unit=unit, averaged=averaged)


TWO_CLASSES = frozenset(
    {Role.SPECIFICITY, Role.NPV, Role.TN, Role.INFORMEDNESS, Role.MARKEDNESS, Role.TP}
)
"""Roles that are only spoken of where there are two classes."""

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
_AVERAGE_ROWS = re.compile(r"(?:macro[ -]?)?(?:avg|average|mean|aver|ave|평균|平均)\.?")
_WEIGHTED_ROWS = re.compile(r"weighted[ -]?(?:avg|average|mean)\.?")
_TOTAL_ROWS = re.compile(r"(?:total|sum|합계|合计)")
_POOLED_ROWS = re.compile(r"(?:micro[ -]?(?:avg|average|mean)?\.?|overall|all)")
_ACCURACY_ROWS = re.compile(r"(?:accuracy|acc\.?)")


def row_word(label: str) -> str:
    """Tell whether a label names no system: average, weighted, total, pooled, accuracy, other, "".

    What is `other` (median, std, best, a change, a p-value) holds no scores of one system.

    >>> row_word("Avg."), row_word("weighted avg"), row_word("Overall"), row_word("ours")
    ('average', 'weighted', 'pooled', '')
    >>> row_word("Median"), row_word("Δ to base"), row_word("Mean ± SD"), row_word("Mean Teacher")
    ('other', 'other', 'other', '')
    """
    plain = label[:LONGEST].strip().lower().rstrip(":")
    forms = (
        ("average", _AVERAGE_ROWS),
        ("weighted", _WEIGHTED_ROWS),
        ("total", _TOTAL_ROWS),
        ("pooled", _POOLED_ROWS),
        ("accuracy", _ACCURACY_ROWS),
        ("other", _OTHERS),
    )
    return next((name for name, form in forms if form.fullmatch(plain)), "")
