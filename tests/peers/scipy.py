"""scipy: tests of paired scores, adjusted p-values, bootstrap and binomial intervals."""

from collections.abc import Callable, Mapping
from typing import Literal

from measurand.edges.trials.suites import INTERVAL, P_ADJUST, PAIRED_TEST
from measurand.laws.kinds.adjust import PValues
from measurand.laws.kinds.interval import Values
from measurand.laws.kinds.paired import Scores
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

STATS = ("from scipy import stats",)
ARRAYS = ("import numpy as np", *STATS)

_PAIRS = frozenset({"two-sided", "paired", "shift", "scale", "deterministic"})


def _apart(first: Scores, second: Scores) -> list[float]:
    return [a - b for a, b in zip(first, second, strict=True)]


ONE_ITEM = Note(
    Tone.DESIGN,
    "One item raises, with a message that asks for two.",
    known="new",
)


def _permutation() -> Peer:
    def test(first: Scores, second: Scores) -> object:
        import numpy as np
        from scipy import stats

        found = stats.permutation_test(
            (np.asarray(_apart(first, second), dtype=np.float64),),
            np.mean,
            permutation_type="samples",
            rng=0,
        )
        return found.pvalue

    def write(first: Scores, second: Scores) -> str:
        apart = written(_apart(first, second))
        return f"stats.permutation_test(({apart},), np.mean, permutation_type='samples').pvalue"

    claims = _PAIRS | {"sign-flip", "ties-out", "calibrated"}
    notes = {
        "defined": ONE_ITEM,
        "scale": Note(
            Tone.DEFECT,
            "Ties with the observed statistic are recognised relative to it; where it is nearly 0, "
            "floating-point dust takes patterns out, and a change of unit changes the p-value.",
            known="D21",
        ),
    }
    subject = Subject("permutation_test, samples", test, claims, None, write, ARRAYS)
    return Peer(suite=PAIRED_TEST, subject=subject, notes=notes, cases=150)


def _named(
    name: str,
    function: Callable[[Scores, Scores], object],
    claims: frozenset[str],
    notes: Mapping[str, Note],
) -> Peer:
    def write(first: Scores, second: Scores) -> str:
        return f"stats.{name}({written(first)}, {written(second)}).pvalue"

    subject = Subject(name, function, claims, None, write, STATS)
    return Peer(suite=PAIRED_TEST, subject=subject, notes=notes, cases=30)


def _wilcoxon(first: Scores, second: Scores) -> object:
    from scipy import stats

    return stats.wilcoxon(first, second).pvalue


def _student(first: Scores, second: Scores) -> object:
    from scipy import stats

    return stats.ttest_rel(first, second).pvalue


RANKED: Mapping[str, Note] = {
    "defined": Note(
        Tone.TRAP,
        "Two equal systems have a p-value of 1 on two items and raise on one, with the message "
        "of the permutation test that is called inside.",
        known="new",
    ),
}
STUDENT: Mapping[str, Note] = {
    "never-zero": Note(
        Tone.TRAP,
        "Where all differences are equal their spread is 0 and t infinite: two items won by as "
        "much give a p-value of 0.",
        known="new",
    ),
}


def _discovery(method: Literal["bh", "by"], claims: frozenset[str]) -> Peer:
    def adjust(p_values: PValues) -> object:
        from scipy import stats

        found: object = stats.false_discovery_control(p_values, method=method)
        return found

    def write(p_values: PValues) -> str:
        return f"stats.false_discovery_control({written(p_values)}, method={method!r})"

    more = frozenset({"fixed", "step-up", "checked", "nan-raises"})
    name = f"false_discovery_control {method}"
    return Peer(suite=P_ADJUST, subject=Subject(name, adjust, claims | more, None, write, STATS))


ORDER = Note(
    Tone.TRAP,
    "With the same seed the same values in another order have other ends: places are drawn, not "
    "values. Nothing else is promised.",
    known="D22",
)
LEFT = Note(
    Tone.TRAP,
    "Twice the mean less the ends of the percentile interval: the method leaves the range of the "
    "values, and the documentation does not warn of it for proportions.",
    known="D22",
)
NO_ENDS = Note(
    Tone.DEFECT,
    "Values that are all equal get (nan, nan) with a warning, where every resample has the same "
    "mean; what holds ends against a bound then passes or fails by accident.",
    known="D22",
)
ONE = Note(
    Tone.DESIGN,
    "A single value raises, and the message says that two are needed.",
    known="new",
)

Ends = Literal["percentile", "basic", "BCa"]
_DRAWN = frozenset({"seeded", "levelled", "in-range", "contains"})
BOOTSTRAPS: Mapping[Ends, tuple[frozenset[str], Mapping[str, Note]]] = {
    "percentile": (_DRAWN, {"defined": ONE}),
    "basic": (_DRAWN, {"defined": ONE, "in-range": LEFT}),
    "BCa": (_DRAWN | {"order-free"}, {"defined": NO_ENDS, "order-free": ORDER}),
}


def _taken(values: Values, method: Ends) -> list[float]:
    """Give BCa each value three times: with one or two it raises, which would hide the rest."""
    return [*values] * (3 if method == "BCa" else 1)


def _bootstrap(method: Ends) -> Peer:
    def ends(values: Values, level: float, seed: int) -> object:
        import numpy as np
        from scipy import stats

        found = stats.bootstrap(
            (_taken(values, method),),
            np.mean,
            confidence_level=level,
            method=method,
            n_resamples=999,
            rng=seed,
        )
        return tuple(found.confidence_interval)

    def write(values: Values, level: float, seed: int) -> str:
        given = written(_taken(values, method))
        asked = f"({given},), np.mean, confidence_level={level}, method={method!r}"
        return f"stats.bootstrap({asked}, n_resamples=999, rng={seed}).confidence_interval"

    claims, notes = BOOTSTRAPS[method]
    subject: Subject[...] = Subject(f"bootstrap {method}", ends, claims, None, write, ARRAYS)
    return Peer(suite=INTERVAL, subject=subject, notes=notes)


_RATE = frozenset(
    {
        "proportion",
        "levelled",
        "deterministic",
        "order-free",
        "mirror",
        "in-range",
        "contains",
        "honest",
        "covers",
    }
)


def _binomial(method: Literal["exact", "wilson", "wilsoncc"], claims: frozenset[str]) -> Peer:
    def ends(values: Values, level: float) -> object:
        from scipy import stats

        found = stats.binomtest(int(sum(values)), len(values))
        return tuple(found.proportion_ci(level, method))

    def write(values: Values, level: float) -> str:
        asked = f"stats.binomtest({int(sum(values))}, {len(values)})"
        return f"{asked}.proportion_ci({level}, {method!r})"

    name = f"binomtest.proportion_ci {method}"
    subject: Subject[...] = Subject(name, ends, _RATE | claims, None, write, STATS)
    return Peer(suite=INTERVAL, subject=subject)


def _peers() -> tuple[Peer, ...]:
    return (
        _permutation(),
        _named("wilcoxon", _wilcoxon, _PAIRS | {"ties-out"}, RANKED),
        _named("ttest_rel", _student, _PAIRS | {"undefined", "calibrated"}, STUDENT),
        _discovery("bh", frozenset({"bh", "at-most-holm", "empty-family"})),
        _discovery("by", frozenset({"by", "empty-family"})),
        *map(_bootstrap, BOOTSTRAPS),
        _binomial("exact", frozenset({"clopper-pearson"})),
        _binomial("wilson", frozenset({"wilson"})),
        _binomial("wilsoncc", frozenset()),
    )


LIBRARY = Library(name="scipy", package="scipy", peers=_peers)
