"""Words around tests that say how they were made, and which readings of the tests they open."""

import re
from bisect import bisect_left

from attrs import frozen

from measurand.auditing.proofs.sheet import Role
from measurand.edges.statements.statement import RELATION, sentence_ends

_ONE_TAILED = re.compile(
    r"\b(?:one|1|single|upper|lower|right|left)[- ]?(?:tail(?:ed)?|sided)\b"
    r"|non-?inferior|\btost\b|equivalence test|superiority|\bdirectional (?:test|hypothes)"
    r"|단측|한쪽 ?검정|单[尾侧]|單[尾側]|片側",
    re.IGNORECASE,
)
_TWO_TAILED = re.compile(
    r"\b(?:two|2)[- ]?(?:tail(?:ed)?|sided)\b|양측|双[尾侧]|雙[尾側]|両側", re.IGNORECASE
)
_ADJUSTED = re.compile(
    r"bonferroni|\bholm\b|[sš]id[aá]k|tukey|scheff[eé]|hochberg|dunn(?:ett)?\b"
    r"|false discovery|\bfdr\b|benjamini|games-?[ ]?howell|multiple (?:comparisons?|testing|tests)"
    r"|family-?wise|\bfwe\b|\bcluster(?:-?level|-?wise|[- ]?p\b|[- ](?:size|extent|correct))"
    r"|\b(?:un)?correct(?:ed|ion)\b"
    r"|\badjusted\b(?! ?r)|post[- ]?hoc|pairwise|보정|사후|본페로니|校正|多重|补正",
    re.IGNORECASE,
)
_OF_COUNTS = re.compile(
    r"\bexact\b[ ,]*(?:p\b|tests?\b|probabilit|sig|method|mcnemar|fisher|two|one|\))"
    r"|fisher['’]?s?[-–— ,(]*(?:exact|tests?\b|freeman)"
    r"|(?<!negative[ -])binomial (?:test|prob|p\b|distrib)|\(binomial\)"
    r"|\bmid-?p\b|정확 ?검정|精确|正確",
    re.IGNORECASE,
)
"""Words of tests that count tables: their p comes with no t and no F."""
_EXACT = re.compile(
    r"fisher['’]?s?\b(?!['’]?s?[-–— ,(]*(?:exact|tests?\b|freeman|의? ?정확|的?精确))"
    r"|permut|bootstrap|resampl|monte[- ]carlo|\bsimulated p\b|by simulation"
    r"|randomi[sz]ation test|kendall|mantel|\badf\b|kolmogorov|\bk-s\b"
    r"|intra-?class|posterior|dickey|phillips-perron|steel-dwass|newman-keuls|satscan"
    r"|chi-bar|mixture of chi|mixture\)|half mixture",
    re.IGNORECASE,
)
_OWN_P = rf"(?<![\w^{{])[pP](?:[- ]?values?)?\s{{0,3}}(?:{RELATION})"
_WITH_P = re.compile(rf"[^;()\[\].,]{{0,60}}?{_OWN_P}")
_APART_WITH_P = re.compile(rf"[^;()\[\].]{{0,60}}?{_OWN_P}")
_APART = re.compile(r"[;(]\s{0,3}\Z")
_RANKS = re.compile(
    r"mann-? ?whitney|wilcoxon|signed[- ]rank|rank[- ]sum|\bU ?=|spearman", re.IGNORECASE
)
_SPHERICITY = re.compile(
    r"greenhouse|geisser|huynh|feldt|spheric|구형성|球形|球面|[εϵ]|\bepsilon\b", re.IGNORECASE
)
_WELCH = re.compile(r"welch|satterthwaite|unequal variance|등분산|异方差", re.IGNORECASE)
_NEAR_BEFORE, NEAR, _BESIDE = 300, 200, 40
_NAMED = 30
"""Within how many characters the name of a test names the statistic that it stands beside."""
_WITH_DF = frozenset({Role.T, Role.F_RATIO, Role.CORRELATION})


def _is_of_sphericity(text: str, found: re.Match[str]) -> bool:
    """Tell a correction of degrees of freedom from one for several tests."""
    start, end = found.span()
    around = text[max(0, start - _BESIDE) : end + _BESIDE]
    return found[0].lower().startswith("correct") and _SPHERICITY.search(around) is not None


@frozen
class Words:
    """Where the words of a text stand that open readings of its tests.

    One-tailed tests, corrections for sphericity and unequal variances open a reading of every test
    of the text, as each allows few p-values. An adjustment for several tests allows many: it is
    usual near the words, and unusual elsewhere in the text.
    """

    one_tailed: bool
    two_tailed: bool
    sphericity: bool
    welch: bool
    adjusted: tuple[int, ...]
    exact: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    of_counts: tuple[int, ...] = ()
    with_p: frozenset[int] = frozenset()
    ends: tuple[int, ...] = ()

    @staticmethod
    def of(text: str) -> "Words":
        """Find the words of a text that is `plain`.

        >>> Words.of("All tests were one-tailed.").one_tailed
        True
        """
        of_counts = tuple(found.start() for found in _OF_COUNTS.finditer(text))
        return Words(
            one_tailed=_ONE_TAILED.search(text) is not None,
            two_tailed=_TWO_TAILED.search(text) is not None,
            sphericity=_SPHERICITY.search(text) is not None,
            welch=_WELCH.search(text) is not None,
            adjusted=tuple(
                found.start()
                for found in _ADJUSTED.finditer(text)
                if not _is_of_sphericity(text, found)
            ),
            exact=tuple(found.start() for found in _EXACT.finditer(text)),
            ranks=tuple(found.start() for found in _RANKS.finditer(text)),
            of_counts=of_counts,
            with_p=frozenset(at for at in of_counts if _has_own_p(text, at)),
            ends=sentence_ends(text) if of_counts else (),
        )

    def options(self, role: Role, start: int, end: int) -> tuple[tuple[str, str], ...]:
        """Give the options that the words open for a test between two places."""
        near_by = (start - _NEAR_BEFORE, end + NEAR)
        ranks = role in {Role.Z, Role.CORRELATION} and _any_in(self.ranks, near_by)
        adjusted = "open" if _any_in(self.adjusted, near_by) else "far"
        open_exact = _any_in(self.exact, near_by)
        exact = "open" if open_exact else self._exact_of_counts(role, start, end)
        opened = {
            "tails": "open" if self.one_tailed else "two" if self.two_tailed else "",
            "adjusted": adjusted if self.adjusted else "",
            "exact": exact or ("ranks" if ranks else ""),
            "sphericity": "open" if self.sphericity and role is Role.F_RATIO else "",
            "df": "open" if self.welch and role is Role.T else "",
        }
        return tuple((name, value) for name, value in opened.items() if value)

    def _exact_of_counts(self, role: Role, start: int, end: int) -> str:
        """Tell what an exact test of counts opens for a test between two places.

        Its p has no degrees of freedom, no t, no F and no r: those it opens only as their name,
        right beside. A chi-square may stand in its sentence beside the p of an exact test, and
        elsewhere rarely does. A z, and an r of ranks, are of tests that may be exact themselves.
        """
        near_by = (start - _NEAR_BEFORE, end + NEAR)
        if not _any_in(self.of_counts, near_by):
            return ""
        ranks = role is Role.CORRELATION and _any_in(self.ranks, near_by)
        if role is Role.Z or ranks:
            return "open"
        first, last = bisect_left(self.ends, start), bisect_left(self.ends, end)
        begin = self.ends[first - 1] if first else 0
        stop = self.ends[last] if last < len(self.ends) else end + NEAR
        # (A name after p that its own p follows is that of another test.)
        named = tuple(at for at in self.of_counts if at < end or at not in self.with_p)
        sentence = (max(begin, near_by[0]), min(stop, near_by[1]))
        if role not in _WITH_DF:
            return "open" if _any_in(named, sentence) else "far"
        beside = (max(begin, start - _NAMED), min(stop, end + _NAMED))
        if _any_in(named, beside):
            return "open"
        return "far" if _any_in(self.of_counts, sentence) else ""


def _any_in(places: tuple[int, ...], span: tuple[int, int]) -> bool:
    return bisect_left(places, span[0]) < bisect_left(places, span[1])


def _has_own_p(text: str, at: int) -> bool:
    """Tell whether a name of a test is followed by a p that is said of it."""
    apart = _APART.search(text, max(0, at - _BESIDE), at) is not None
    return (_APART_WITH_P if apart else _WITH_P).match(text, at) is not None
