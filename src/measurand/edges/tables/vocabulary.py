"""What the head of a column seems to mean: its role, and how sure that is."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from unicodedata import normalize

from attrs import evolve, field, frozen

from measurand.auditing.proofs.sheet import Role, metric_named, role_of
from measurand.edges.tables.interval_words import interval_of, says_confidence
from measurand.edges.tables.row_words import MOST_HEAD
from measurand.metrics.families import families
from measurand.metrics.metric import Metric, Named
from measurand.metrics.signature import options
from measurand.metrics.standard import STANDARD
from measurand.values.printed import Unit

_DROPPED = re.compile(r"[ _{}^\\↑↓▲▼*:-]")


def _names(metric: Named) -> tuple[str, ...]:
    """List the heads that a metric has by its own name and words."""
    return tuple(_DROPPED.sub("", word) for word in (metric.name, *metric.words))


_ENDS_OF_INTERVALS = {
    end: (
        *(f"{level}{word}" for level in ("", "95%", "95") for word in words),
        *(
            percent,
            f"ci95{words[0].removeprefix('ci')}",
            *(f"{level}{few}" for level in ("", "95%")),
        ),
    )
    for end, percent, few, words in (
        ("low", "2.5%", "ll", ("cilow", "cilower", "lowerci", "cill", "lcl", "lowerlimit")),
        ("high", "97.5%", "ul", ("cihigh", "ciupper", "upperci", "ciul", "ucl", "upperlimit")),
    )
}
_WORDS: dict[Role, tuple[str, ...]] = {
    Role.PRECISION: (
        *(*_names(STANDARD["precision"]), "precisione", "precisao"),
        *("정밀도", "精确率", "精確率", "精准率", "查准率", "適合率"),
    ),
    Role.RECALL: (
        *(word for word in _names(STANDARD["recall"]) if word.startswith("rec")),
        *("rappel", "exhaustividad", "richiamo", "재현율", "召回率", "查全率", "再現率"),
    ),
    Role.TPR: (
        *(word for word in _names(STANDARD["recall"]) if not word.startswith("rec")),
        *("sensibilite", "sensibilidad", "sensitivitat", "민감도", "灵敏度", "敏感度", "敏感性"),
    ),
    Role.FPR: _names(STANDARD["fpr"]),
    Role.FNR: _names(STANDARD["fnr"]),
    Role.FDR: _names(STANDARD["fdr"]),
    Role.FOR: ("falseomissionrate",),
    Role.ERROR_RATE: ("errorrate", "zerooneloss"),
    Role.AUC: ("auc", "auroc", "rocauc", "aucroc"),
    Role.F: ("dice", "dsc", "dicecoefficient", "dicesimilaritycoefficient"),
    Role.JACCARD: ("jaccard", "jaccardindex", "iou", "miou"),
    Role.EXACT_MATCH: ("em", "exactmatch", "subsetaccuracy", "subsetacc"),
    Role.ACCURACY: (
        *_names(STANDARD["accuracy"]),
        "accnorm",
        "정확도",
        "准确率",
        "正确率",
        "正解率",
    ),
    Role.SPECIFICITY: (
        *_names(STANDARD["specificity"]),
        *("specificite", "especificidad", "spezifitat", "특이도"),
        *("特异度", "特异性"),
    ),
    Role.NPV: _names(STANDARD["npv"]),
    Role.BALANCED_ACCURACY: (
        *_names(STANDARD["balanced_accuracy"]),
        *("balancedacc", "balacc", "bal.acc", "bal.accuracy"),
    ),
    Role.FOWLKES_MALLOWS: ("fowlkesmallows", "fowlkesmallowsindex"),
    Role.G_MEAN: ("gmean", "geometricmean"),
    Role.LR_POSITIVE: ("lr+", "positivelikelihoodratio"),
    Role.LR_NEGATIVE: ("lr−", "negativelikelihoodratio"),
    Role.ODDS_RATIO: ("dor", "diagnosticoddsratio"),
    Role.MCC: (*_names(STANDARD["mcc"]), "matthews"),
    Role.KAPPA: (*_names(STANDARD["kappa"]), "κ", "cohenκ", "cohensκ"),
    Role.INFORMEDNESS: ("informedness", "youdensj", "youdenj"),
    Role.MARKEDNESS: ("markedness",),
    Role.PREVALENCE: (*_names(STANDARD["prevalence"]), "prev"),
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
    Role.TP: (*_names(STANDARD["tp"]), "truepositives", "#tp"),
    Role.FP: (*_names(STANDARD["fp"]), "falsepositives", "#fp"),
    Role.FN: (*_names(STANDARD["fn"]), "falsenegatives", "#fn"),
    Role.TN: (*_names(STANDARD["tn"]), "truenegatives", "#tn"),
    Role.SD: ("sd", "std", "stddev", "stdev", "s.d", "standarddeviation"),
    Role.SE: ("stderr", "stderror", "std.err", "std.error", "standarderror", "se", "s.e"),
    Role.MAE: ("mae",),
    Role.MSE: ("mse",),
    Role.RMSE: ("rmse",),
    Role.R2: ("r2", "rsquared"),
    Role.VARIANCE: ("variance", "var"),
    Role.LOW: _ENDS_OF_INTERVALS["low"],
    Role.HIGH: _ENDS_OF_INTERVALS["high"],
    Role.P: (
        *("pvalue", "pval", "praw", "rawp", "sig", "sig.(2tailed)", "p(2tailed)", "p(2sided)"),
        *("p(twotailed)", "p(twosided)", "pvalue(twotailed)", "pvalue(twosided)"),
        *("p>|t|", "p>|z|", "pr(>|t|)", "pr(>|z|)", "pr(>f)", "pr(>chisq)"),
    ),
    Role.P_HOLM: (
        *("pholm", "holm", "holmp", "holmadjustedp", "holmadjp", "holmcorrectedp", "p(holm)"),
        *("pvalue(holm)", "padj(holm)", "adjustedp(holm)", "adjp(holm)", "p(holmadjusted)"),
        *("holmpvalue", "holmadjustedpvalue", "p(holmcorrected)", "holmbonferroni"),
    ),
    Role.T: ("tvalue", "tstatistic", "tstat"),
    Role.F_RATIO: ("fvalue", "fratio", "fstatistic"),
    Role.CHI2: ("χ2", "chi2", "chisquare", "chisquared"),
    Role.Z: ("zvalue", "zstatistic"),
    Role.DF: ("df", "d.f", "df1", "dof", "degreesoffreedom", "자유도", "自由度"),
    Role.DF2: ("df2",),
    Role.AVERAGE: ("avg", "average", "aver", "ave", "mean", "평균", "平均"),
    Role.TOTAL: ("total", "sum", "합계", "合计"),
}
_ERROR_OF = re.compile(
    r".+(?:stderr|stderror|std\.err|std\.error|standarderror)|.+\((?:se|s\.e\.?|stderr)\)"
)
_ROLES = {word: role for role, words in _WORDS.items() for word in words}
_MINUS = re.compile(r"(?<=^lr)[ ]?[-\u2013\u2212]$")
_LETTERS = {"p": Role.PRECISION, "r": Role.RECALL, "f": Role.F}
_BEGUN = {"pre": Role.PRECISION, "pr": Role.PRECISION, "re": Role.RECALL}
"""Beginnings of words, which are read as letters are: only beside others."""
_SHORT = frozenset({"se", "s.e", "κ"})
"""Words that are as short as letters, and mean as many things."""
_F = re.compile(
    r"f\(?(?:β|beta)?=?([0-9]{0,3}(?:\.[0-9]{1,3})?)\)?(?:score|measure|mesure|值|値|分数|점수)?"
)
_UNIT = re.compile(
    r"[(\[][ ]?(%|\$|€|£|¥|in %|pp|points|percent|pct\.?|[×x*] ?100)[ ]?[)\]]"
    r"|(?<=[^0-9.]) ?%$|^% ?(?=[a-z])"
)
_MEAN = r"(?:[- _.]{0,2}(?:averaged?|avg\.?|mean|平均))?"
_WAY = "macro|micro|weighted|宏|微|加权|매크로|마이크로|가중"
_AVERAGED = re.compile(
    rf"^({_WAY}|samples){_MEAN}[- _.]*(?=[^\W\d_]|[#|])|^(w|ma?|mi|μ)[-_ .]?(?=f(?:[-_ ]?[1β]|$))"
)
_AFTER = re.compile(rf"(?<=[\w|])[- _.,]*[(\[]?({_WAY}){_MEAN}[)\]]?$")
_ALONE = re.compile(rf"({_WAY}){_MEAN}")
_WAYS = {
    **dict.fromkeys(("macro", "宏", "매크로", "m", "ma"), "macro"),
    **dict.fromkeys(("micro", "微", "마이크로", "mi", "μ"), "micro"),
    **dict.fromkeys(("weighted", "加权", "가중", "w"), "weighted"),
    "samples": "samples",
}
_GLOSSED = re.compile(r"([^()\[\]]{1,100}?)[ ]?[(\[]([^()\[\]]{1,100})[)\]]")
_TWICE = re.compile(
    r"([^ -~]{1,20})[ /]{0,3}([a-z][a-z0-9.@-]{0,30})"
    r"|([a-z][a-z0-9.@-]{0,30})[ /]{0,3}([^ -~]{1,20})"
)
"""A word, and the same in a script that is not Latin, beside it: `精确率 P`."""
_SPREADS = re.compile(r"padj|adjp|adjustedp|qvalue|pfdr|pbh|pbonf")
_CHANGES = ("δ", "∆", "diff", "delta", "gain", "improvement", "change", "ratio", "speedup")
CHANGE = "of which columns is not said: `difference[A,B]` or `ratio[A,B]` says it"
"""The hint of a head that speaks of a change."""

_LEVELS = {"low": "low", "lower": "low", "high": "high", "upper": "high"}
_UNITS = {
    "$": Unit.DOLLAR,
    "€": Unit.EURO,
    "£": Unit.POUND,
    "¥": Unit.YEN,
    "pp": Unit.POINTS,
    "points": Unit.POINTS,
}
_SPREAD = (
    r"(?P<sd>s\.?d\.?|std\.?(?:[ .]?dev\.?)?|stdev|standard deviation|标准差|σ)"
    r"|s\.?e\.?m?\.?|std\.?[ .]?err\.?(?:or)?|stderr|standard error|标准误"
)
_SPREAD_TOO = re.compile(
    r"(?<=[^\s(\[])[ ]{0,2}(?:[(\[][ ]?(?:(?:mean|avg\.?|m)[ ]?)?(?:±|\+/-|,)?|±|\+/-)[ ]?"
    rf"(?:{_SPREAD})[ ]?[)\]]{{0,2}}$"
)


@frozen(kw_only=True)
class Head:
    """What a head seems to mean.

    `letter` says that it is a letter or two, which mean this only beside others; `averaged` is the
    word macro, micro or weighted in it; `hint` says why nothing is guessed where it could be.
    `partners` are metrics or roles of which one has to stand beside it, for it to mean `partnered`.
    `metric` is one of one's own, or of a family, whose name or word the head is; `options` are what
    the head says of its definition.
    """

    role: Role = Role.VALUE
    beta: Fraction = field(default=Fraction(1))
    unit: Unit | None = None
    letter: str = ""
    averaged: str = ""
    hint: str = ""
    metric: Named | None = None
    options: tuple[tuple[str, str], ...] = ()
    partnered: Named | None = None
    partners: frozenset[str] = frozenset()

    @property
    def known(self) -> bool:
        """Tell whether anything is known of it."""
        return self.role is not Role.VALUE or self.metric is not None


OwnMetrics = Sequence[Metric]
_PART = re.compile(r"(?P<head>.*\S) (?:(?P<end>low|high)|(?P<sign>[<>]))")
_PARTS = {"low": Role.LOW, "high": Role.HIGH, "<": Role.P_BELOW, ">": Role.P_ABOVE}
"""Parts of columns of intervals and of p-values, which stand after their heads."""


def is_p_value(head: str) -> bool:
    """Tell a head under which p-values may stand.

    >>> is_p_value("p"), is_p_value("P value"), is_p_value("Precision")
    (True, True, False)
    """
    return _says_p(head_of(head))


def _says_p(head: "Head") -> bool:
    return head.role is Role.P or head.letter.lower() == "p"


def head_of(text: str, own: OwnMetrics = ()) -> Head:
    """Guess what a head means; what nothing is known of has the role `value`.

    A translation in brackets says the same again, or says it alone; one without brackets has to say
    the same. The names and words of metrics
    of one's `own` win over all that is known here, and that over those of the families.

    >>> head_of("F_0.5 (%)")
    Head(role=<Role.F: 'f'>, beta=Fraction(1, 2), unit=<Unit.PERCENT: '%'>, letter='', \
averaged='', hint='', metric=None, options=(), partnered=None, partners=frozenset())
    >>> head_of("Macro-F1").averaged, head_of("|Truth|").role.value, head_of("R²").role.value
    ('macro', 'gold', 'r2')
    >>> head_of("wF1").averaged, head_of("精确率 (Precision)").role.value, head_of("F1 (dev)").role
    ('weighted', 'precision', <Role.VALUE: 'value'>)
    >>> head_of("召回率 R").role.value, head_of("召回率 P").role.value
    ('recall', 'value')
    >>> head_of("Sensitivity, % (95% CI)").role.value, head_of("95% CI").role.value
    ('tpr', 'value')
    >>> head_of("95% CI low").role.value, head_of("p <").role.value, head_of("UL").role.value
    ('low', 'p_below', 'high')
    >>> head_of("Spearman's ρ").metric.name, head_of("Spearman's ρ").metric.low
    ('spearman', -1)
    >>> head_of("QWK").metric.name, head_of("QWK").options, head_of("τ").partnered.name
    ('weighted_kappa', (('weights', 'quadratic'),), 'kendall')
    """
    part = _PART.fullmatch(text[:MOST_HEAD])
    if part is not None and (interval_of(part["head"]) is not None or part["sign"]):
        whole = head_of(part["head"], own)
        if not part["sign"]:
            return evolve(Head(role=_PARTS[part["end"]]), unit=whole.unit)
        return evolve(whole, role=_PARTS[part["sign"]]) if _says_p(whole) else whole
    plain, unit = _united(without_interval(text))
    plain = _SPREAD_TOO.sub("", plain)
    named = _named(plain, own)
    if named is not None:
        return evolve(named, unit=unit)
    averaged = ""
    for form in (_AVERAGED, _AFTER):
        way = form.search(plain)
        if way is not None:
            complete = _of_family(plain)
            if complete.known:
                return evolve(complete, unit=unit)
            averaged = _WAYS[next(filter(None, way.groups()))]
            plain = f"{plain[: way.start()]}{plain[way.end() :]}"
            break
    head = _named(plain, own) or _meaning(plain)
    glossed = _GLOSSED.fullmatch(plain)
    if not head.known and not head.hint and glossed is not None:
        head = _same(glossed[1], glossed[2])
    twice = _TWICE.fullmatch(plain)
    if not head.known and not head.hint and twice is not None:
        head = _both(*map(_meaning, filter(None, twice.groups())))
    if not head.known and not head.hint:
        head = _of_family(plain)
    letter = head.letter.upper() if head.letter.upper() in text else head.letter
    name, partners = _BESIDE.get(_marked(plain), ("", frozenset[str]()))
    return evolve(
        head,
        unit=unit,
        averaged=averaged,
        letter=letter,
        partnered=metric_named(name) if name else None,
        partners=partners,
    )


def _named(plain: str, own: OwnMetrics) -> Head | None:
    """Read the name or a word of a metric of one's own, with or without `score` after it."""
    bare = _DROPPED.sub("", plain).rstrip(".")
    said = {bare, bare.removesuffix("score")}
    for metric in own:
        if not said.isdisjoint(_names(metric)):
            return Head(role=role_of(metric), metric=metric)
    return None


_CORRELATIONS = frozenset({"pearson", "spearman", "kendall", "concordance"})
_ERRORS = frozenset({"mae", "mse", "rmse", "medae", "mape", "limit_of_agreement"})
_AGREEMENTS = frozenset(
    {"kappa", "fleiss_kappa", "scott_pi", "gwet_ac1", "percent_agreement", "krippendorff_alpha"}
)
_BRIER = frozenset({"brier"})
_BESIDE: Mapping[str, tuple[str, frozenset[str]]] = {
    **dict.fromkeys(("ρ", "rho"), ("spearman", _CORRELATIONS - {"spearman"})),
    **dict.fromkeys(("τ", "tau"), ("kendall", _CORRELATIONS - {"kendall"})),
    # (Beside R2 alone it may be that of one predictor, and R2 of them all.)
    "r": ("pearson", (_CORRELATIONS - {"pearson"}) | {"mae", "mse", "rmse"}),
    **dict.fromkeys(("bias", "me"), ("bias", _ERRORS)),
    **dict.fromkeys(("α", "alpha"), ("krippendorff_alpha", _AGREEMENTS - {"krippendorff_alpha"})),
    "π": ("scott_pi", _AGREEMENTS - {"scott_pi"}),
    "po": ("percent_agreement", _AGREEMENTS - {"percent_agreement"}),
    "reliability": ("brier_reliability", _BRIER),
    "resolution": ("brier_resolution", _BRIER),
    "uncertainty": ("brier_uncertainty", _BRIER),
}
"""Heads that mean a metric only beside others that are measured with it."""

_MOSTLY_SHARES = frozenset(
    {"corrected_score", "corrected_limit", "rogan_gladen", "ppi", "judge_bias", "rectified"}
)


def mostly_share(metric: Named, said: Mapping[str, str]) -> bool:
    """Tell whether a metric is a share where verdicts are, as they are if no scale is said.

    As an estimate it may leave [0, 1] by little.

    >>> ppi = metric_named("ppi")
    >>> mostly_share(ppi, {}), mostly_share(ppi, {"verdicts": "scale[1,5]"})
    (True, False)
    """
    scale = said.get("verdicts", "share")
    return metric.name in _MOSTLY_SHARES and (scale == "share" or scale.startswith("difference[1]"))


_EDIT_RATES = frozenset({"wer", "cer", "ter"})


def most_edits(metric: Named) -> int | None:
    """Say beyond what edits for each word of gold are percent, if a metric counts them.

    One edit a word writes gold anew; an answer that is longer by as many words again needs 2.

    >>> most_edits(metric_named("wer")), most_edits(metric_named("ppi"))
    (2, None)
    """
    return 2 if metric.name in _EDIT_RATES else None


_SAYING: Mapping[str, tuple[str, tuple[str, str]]] = {
    **{
        head: ("weighted_kappa", ("weights", way))
        for way in ("quadratic", "linear")
        for kappa in ("kappa", "κ", "cohenskappa", "cohenκ", "cohensκ")
        for head in (
            *(f"{way}{kappa}", f"{way}weighted{kappa}", f"{way}lyweighted{kappa}"),
            *(f"{kappa}({way})", f"weighted{kappa}({way})", f"{kappa}({way}weights)"),
        )
    },
    "qwk": ("weighted_kappa", ("weights", "quadratic")),
    "lwk": ("weighted_kappa", ("weights", "linear")),
    **{
        head: ("limit_of_agreement", ("side", side))
        for side in ("lower", "upper")
        for limit in ("loa", "limitofagreement", "95%loa", "limit")
        for head in (f"{side}{limit}", f"{limit}{side}", f"{limit}({side})")
    },
    **{
        head: ("corrected_score", ("correction", correction))
        for correction, heads in (
            (
                "none",
                (
                    *("judgerate", "judgesrate", "judgescore", "judgealone", "judgeonly"),
                    *("rawjudgerate", "apparentrate", "apparentprevalence"),
                ),
            ),
            (
                "humans",
                ("humanrate", "humanscore", "humansalone", "humansonly", "humanonly", "goldonly"),
            ),
            ("error_rates", ("corrected(rogangladen)", "rogangladencorrected")),
            ("ppi_tuned", ("corrected(ppi)", "corrected(ppi++)", "ppicorrected")),
        )
        for head in heads
    },
}
"""Heads that say an option of a metric in words."""
_NUMBERS: Mapping[str, str] = {
    **dict.fromkeys(("meanerror", "meanbias", "meanbiaserror", "mbe"), "bias"),
    **dict.fromkeys(("pearson", "pearsonr", "pearsonsr", "pcc", "plcc"), "pearson"),
    **dict.fromkeys(("pearsoncorrelation", "pearsoncorr", "pearsonscorrelation"), "pearson"),
    **dict.fromkeys(("ccc", "linsccc", "concordancecorrelationcoefficient"), "concordance"),
}
"""Heads of metrics of numbers that are no roles."""


def _of_family(plain: str) -> Head:
    """Read the name or a word of a metric of a family; the 10 of `@10` and `top-10` is its k.

    The 2 of `ROUGE-2` is its n, the 4 of `BLEU-4` its order.
    """
    bare = _marked(plain).rstrip(".")
    if bare in _SAYING:
        name, said = _SAYING[bare]
        return _of_metric(metric_named(name), (said,))
    if bare in _NUMBERS:
        return _of_metric(metric_named(_NUMBERS[bare]))
    depth = _DEPTH.search(bare)
    option, letter = _DEEP[depth.lastgroup or ""] if depth is not None else ("", "")
    if depth is not None:
        bare = f"{bare[: depth.start()]}{letter}{bare[depth.end() :]}"
    known = _family_words()
    metric = known.get(bare) or known.get(bare.removesuffix("score"))
    if metric is None or (depth is not None and option not in options(metric.name)):
        return Head()
    return _of_metric(metric, ((option, depth[0].lstrip("0")),) if depth is not None else ())


def _of_metric(metric: Named | None, said: tuple[tuple[str, str], ...] = ()) -> Head:
    return Head() if metric is None else Head(role=role_of(metric), metric=metric, options=said)


_DEPTH = re.compile(
    r"(?P<at>(?<=@)0{0,9}[1-9][0-9]{0,8}|(?:(?<=^top)|(?<=cut))[1-9][0-9]{0,8})"
    r"|(?P<rouge>(?<=^rouge)[1-9])|(?P<bleu>(?<=^bleu)[1-9])"
)
_DEEP = {"at": ("k", "k"), "rouge": ("n", "n"), "bleu": ("order", "")}
"""The option that a number in a head says, and the letter that stands for it in a word."""


@cache
def _family_words() -> Mapping[str, Named]:
    """List the names and words of metrics of families, as heads have them."""
    known: dict[str, Named] = {}
    for kind in families().values():
        for word in _spelled(kind.about):
            known.setdefault(word, kind.about)
    return known


def _spelled(metric: Named) -> Iterator[str]:
    for word in (metric.name, *metric.words):
        yield _marked(word.lower())
        yield f"{_marked(word.lower().removesuffix('_at_k'))}@k"
        if word.endswith("_cut"):
            yield f"{_marked(word)}k"


def _marked(text: str) -> str:
    """Drop what a head may have between letters, and what `Spearman's` has; `^4` is no `4`."""
    return re.sub("['’]", "", _DROPPED.sub("", _RAISED.sub("@@", text)))


_RAISED = re.compile(r"\^\{?(?=[0-9]|k\Z)")


def averaging_word(text: str) -> str:
    """Tell whether a text says how scores are averaged, and nothing else.

    >>> averaging_word("Micro avg."), averaging_word("加权平均"), averaging_word("micro tasks")
    ('micro', 'weighted', '')
    """
    word = _ALONE.fullmatch(normalize("NFKC", text[:MOST_HEAD]).strip().lower())
    return _WAYS[word[1]] if word else ""


def _united(text: str) -> tuple[str, Unit | None]:
    """Take the unit off a head, and write the rest small and without accents."""
    plain = _bare(normalize("NFKC", text[:MOST_HEAD]).strip().lower())
    mark = _UNIT.search(plain)
    if mark is None:
        return plain, None
    rest = f"{plain[: mark.start()]}{plain[mark.end() :]}".strip(" ,;")
    return rest, _UNITS.get(mark[1] or "%", Unit.PERCENT)


def without_interval(text: str) -> str:
    """Take off the words which say that intervals of confidence stand beside the numbers.

    >>> without_interval("OR (95% CI)")
    'OR'
    """
    beside = _BESIDE_IT.search(text)
    return text[: beside.start()] if beside is not None and says_confidence(beside[0]) else text


_BESIDE_IT = re.compile(r"(?<=[^\s])[,;]?[ ]{0,2}[(\[][^()\[\]]{1,40}[)\]][ ]?$")


def says_deviation(text: str) -> bool:
    """Tell whether a head says that standard deviations stand beside its numbers.

    >>> says_deviation("M (SD)"), says_deviation("F1 [mean ± std]"), says_deviation("F1 (SE)")
    (True, True, False)
    """
    spread = _SPREAD_TOO.search(_united(text)[0])
    return spread is not None and spread["sd"] is not None


def _bare(text: str) -> str:
    """Take the accents off Latin letters; other scripts stay as they are."""
    parts = ((char, normalize("NFD", char)[0]) for char in text)
    return "".join(base if base.isascii() and base.isalpha() else char for char, base in parts)


def _same(outside: str, inside: str) -> Head:
    """Read a head and what stands in brackets after it as one, in two languages or spellings."""
    first, second = _meaning(outside), _meaning(inside)
    if second.role is Role.VALUE or second.role is first.role:
        translated = second.role is first.role or not inside.isascii()
        return first if translated else Head()
    return second if first.role is Role.VALUE and not outside.isascii() else Head()


def _both(first: Head, second: Head) -> Head:
    """Read a head in two languages side by side, where both say the same."""
    same = (first.role, first.beta) == (second.role, second.beta)
    return first if first.known and same else Head()


def _meaning(plain: str) -> Head:
    """Read what is left of a head without its unit and its averaging word."""
    word = _marked(_MINUS.sub("−", plain)).rstrip(".").removesuffix("score") or "score"
    if word in _LETTERS or word in _BEGUN:
        return Head(role=_LETTERS.get(word) or _BEGUN[word], letter=word)
    beta = _F.fullmatch(_DROPPED.sub("", plain).rstrip("."))
    if beta is not None:
        return _f(beta[1])
    if word not in _ROLES and _SPREADS.search(word):
        return Head(hint="which adjustment is not said: `p_holm` says that it is Holm's")
    if word.startswith(_CHANGES):
        return Head(hint=CHANGE)
    if word in _LEVELS:
        hint = f"a level, or an end of an interval: `{_LEVELS[word]}[A]` says that it is one of A"
        return Head(hint=hint)
    role = _ROLES.get(word) or (Role.SE if _ERROR_OF.fullmatch(word) else Role.VALUE)
    return Head(role=role, letter=word if word in _SHORT else "")


def _f(digits: str) -> Head:
    value = Fraction(digits) if digits.strip(".") else Fraction(1)
    return Head(role=Role.F, beta=value) if value > 0 else Head()


TWO_CLASSES = frozenset(
    {Role.SPECIFICITY, Role.NPV, Role.TN, Role.INFORMEDNESS, Role.MARKEDNESS, Role.TP}
)
"""Roles that are only spoken of where there are two classes."""
