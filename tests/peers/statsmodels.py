"""statsmodels: adjusted p-values, McNemar's test, the sign test, intervals of a proportion."""

import gc
from collections.abc import Mapping
from importlib import import_module

from measurand.edges.trials.suites import INTERVAL, P_ADJUST, PAIRED_TEST
from measurand.laws.kinds.adjust import PValues
from measurand.laws.kinds.interval import Values
from measurand.laws.kinds.paired import Scores
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

ADJUST = ("from statsmodels.stats.multitest import multipletests",)
TABLES = ("from statsmodels.stats.contingency_tables import mcnemar",)
SIGNS = ("from statsmodels.stats.descriptivestats import sign_test",)
RATES = ("from statsmodels.stats.proportion import proportion_confint",)

UNCHECKED = Note(
    Tone.TRAP,
    "No check of the range is promised. A p-value below 0 or above 1, which is a mistake before "
    "this call, is adjusted like any other.",
    known="D19",
)
SWALLOWED = Note(
    Tone.DEFECT,
    "One NaN makes every adjusted p-value NaN, without an error or a warning; for some of these "
    "methods the first array still says that a test is rejected.",
    known="D19",
)
ADAPTIVE = Note(
    Tone.DESIGN,
    "An adaptive procedure estimates how many hypotheses are true, and does not promise to leave "
    "p-values where one estimate more or less moves them.",
    known="D20",
)
COUNTED = Note(
    Tone.TRAP,
    "A NaN counts as one more test of the family. R drops it; neither is documented here.",
    known="D19",
)

_SIZE = frozenset({"fixed", "at-most-bonferroni", "empty-family", "nan-safe"})
METHODS: Mapping[str, tuple[frozenset[str], Mapping[str, Note]]] = {
    "bonferroni": (_SIZE | {"bonferroni", "step-down", "step-up"}, {}),
    "sidak": (_SIZE | {"step-down", "step-up"}, {}),
    "holm": (
        _SIZE | {"holm", "step-down", "at-most-holm", "checked", "nan-kept"},
        {"checked": UNCHECKED, "nan-kept": COUNTED},
    ),
    "holm-sidak": (_SIZE | {"step-down", "at-most-holm"}, {}),
    "simes-hochberg": (
        _SIZE | {"hochberg", "step-up", "at-most-holm"},
        {"nan": SWALLOWED},
    ),
    "hommel": (_SIZE | {"at-most-holm"}, {"nan": SWALLOWED}),
    "fdr_bh": (_SIZE | {"bh", "step-up", "at-most-holm"}, {"nan": SWALLOWED}),
    "fdr_by": (
        frozenset({"fixed", "by", "step-up", "empty-family", "nan-safe"}),
        {"nan": SWALLOWED},
    ),
    "fdr_tsbh": (
        frozenset({"fixed", "nan-safe"}),
        {
            "nan": SWALLOWED,
            "not-below-raw": ADAPTIVE,
            "further-test": ADAPTIVE,
            "rising": ADAPTIVE,
        },
    ),
    "fdr_tsbky": (
        frozenset({"fixed", "nan-safe"}),
        {
            "nan": SWALLOWED,
            "not-below-raw": ADAPTIVE,
            "further-test": ADAPTIVE,
            "rising": ADAPTIVE,
            "single": ADAPTIVE,
        },
    ),
    "fdr_gbs": (
        frozenset({"fixed", "step-down", "nan-safe"}),
        {"nan": SWALLOWED, "not-below-raw": ADAPTIVE, "single": ADAPTIVE},
    ),
}


def _adjusted(method: str) -> Peer:
    def adjust(p_values: PValues) -> object:
        from statsmodels.stats.multitest import multipletests

        found: object = multipletests(p_values, method=method)[1]
        return found

    def write(p_values: PValues) -> str:
        return f"multipletests({written(p_values)}, method={method!r})[1]"

    claims, notes = METHODS[method]
    subject = Subject(f"multipletests {method}", adjust, claims, None, write, ADJUST)
    return Peer(suite=P_ADJUST, subject=subject, notes=notes)


def _table(first: Scores, second: Scores) -> list[list[int]]:
    pairs = [*zip(first, second, strict=True)]
    return [[sum(pair == (a, b) for pair in pairs) for b in (1, 0)] for a in (1, 0)]


def _mcnemar(*, exact: bool) -> Peer:
    def test(first: Scores, second: Scores) -> object:
        from statsmodels.stats.contingency_tables import mcnemar

        found: object = mcnemar(_table(first, second), exact=exact).pvalue
        return found

    def write(first: Scores, second: Scores) -> str:
        return f"mcnemar({written(_table(first, second))}, exact={exact}).pvalue"

    name = "mcnemar, exact" if exact else "mcnemar, chi-squared"
    claims = {"binary", "deterministic", "two-sided", "ties-out", "calibrated"}
    more = {"sign-flip"} if exact else set[str]()
    notes = {} if exact else CHI_SQUARED
    subject = Subject(name, test, frozenset(claims | more), None, write, TABLES)
    return Peer(suite=PAIRED_TEST, subject=subject, notes=notes)


CHI_SQUARED: Mapping[str, Note] = {
    "self": Note(
        Tone.DEFECT,
        "Without a discordant pair the corrected statistic is 1/0, and its p-value 0: two equal "
        "systems differ with certainty. The exact form, which is the default, gives 1.",
        known="new",
    ),
    "never-zero": Note(
        Tone.DEFECT,
        "The same division: no discordant pair, and a p-value of 0.",
        known="new",
    ),
}


def _sign_test() -> Peer:
    def test(first: Scores, second: Scores) -> object:
        from statsmodels.stats.descriptivestats import sign_test

        found: object = sign_test([a - b for a, b in zip(first, second, strict=True)])[1]
        return found

    def write(first: Scores, second: Scores) -> str:
        return f"sign_test({written([a - b for a, b in zip(first, second, strict=True)])})[1]"

    claims = frozenset(
        {"deterministic", "two-sided", "paired", "shift", "scale", "ties-out", "calibrated"}
    )
    notes = {
        "defined": Note(
            Tone.DESIGN,
            "Without a difference it raises and says so; other tests of the package give 1 there.",
            known="new",
        )
    }
    subject = Subject("sign_test", test, claims, None, write, SIGNS)
    return Peer(suite=PAIRED_TEST, subject=subject, notes=notes)


_RATE = frozenset({"proportion", "levelled", "deterministic", "order-free", "mirror", "in-range"})
RATE_METHODS: Mapping[str, frozenset[str]] = {
    "wilson": _RATE | {"wilson", "contains", "covers", "honest"},
    "beta": _RATE | {"clopper-pearson", "contains", "covers", "honest"},
    "normal": _RATE | {"contains"},
    "agresti_coull": _RATE | {"contains", "covers", "honest"},
    "jeffreys": _RATE | {"covers", "honest"},
}
RATE_NOTES: Mapping[str, Mapping[str, Note]] = {}


def _rate(method: str) -> Peer:
    def ends(values: Values, level: float) -> object:
        from statsmodels.stats.proportion import proportion_confint

        hits, alpha = int(sum(values)), 1 - level
        found: object = proportion_confint(hits, len(values), alpha=alpha, method=method)
        return found

    def write(values: Values, level: float) -> str:
        alpha = round(1 - level, 6)
        asked = f"{int(sum(values))}, {len(values)}, alpha={alpha}, method={method!r}"
        return f"proportion_confint({asked})"

    name = f"proportion_confint {method}"
    subject: Subject[...] = Subject(name, ends, RATE_METHODS[method], None, write, RATES)
    return Peer(suite=INTERVAL, subject=subject, notes=RATE_NOTES.get(method, {}))


def _peers() -> tuple[Peer, ...]:
    import_module("statsmodels.stats.multitest")
    gc.freeze()  # it collects garbage in each call: what is there now is set aside
    return (
        *map(_adjusted, METHODS),
        _mcnemar(exact=True),
        _mcnemar(exact=False),
        _sign_test(),
        *map(_rate, RATE_METHODS),
    )


LIBRARY = Library(name="statsmodels", package="statsmodels", peers=_peers)
