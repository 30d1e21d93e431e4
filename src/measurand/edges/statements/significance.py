"""Tests that a text reports: t(28) = 2.20, p = .036, and the words that say how they were made.

What belongs together is decided by order alone: a p-value belongs to the statistic before it, up to
the next statistic or the end of the sentence, or stands right before it. Where one sentence has
several statistics and then their p-values, or says "respectively", nobody can tell, and nothing is
read.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve, frozen

from measurand.auditing.proofs.sheet import Role
from measurand.edges.statements.statement import (
    EXPONENT,
    NUMBER,
    RELATION,
    UNPARTED,
    Part,
    Statement,
    bounded,
    number,
    sentence_end,
    span_text,
)
from measurand.edges.statements.words_of_tests import NEAR, Words
from measurand.values.printed import Printed, Unit

_DF = r"[0-9]{1,7}(?:\.[0-9]{1,6})?"
_DF_ALONE = rf"{_DF}{UNPARTED}"
_DF2 = r"[1-9][0-9]{0,2}(?:,[0-9]{3})(?=[ ]?[)\]}])|[1-9][0-9]{0,6}(?:\.[0-9]{1,6})?|0?\.[0-9]{1,6}"
_GAP = r"\s{0,3}"
_IS = rf"{_GAP}(?P<rel>{RELATION}){_GAP}\|?(?P<value>{NUMBER})\|?"
_DF_IS = rf"(?:(?:d\.?f\.?|ν){_GAP}={_GAP})?"
_OPEN, _CLOSE = rf"{_GAP}[(\[{{]{_GAP}{_DF_IS}", rf"{_GAP}[)\]}}]"
_COUNT = rf"(?:{_GAP}[,;]{_GAP}[Nn]{_GAP}={_GAP}[0-9]{{1,9}}(?:,[0-9]{{3}}){{0,3}})?"
_CHI = r"(?:(?:χ|[XxG]|[Cc]hi)(?:[ ]?[-^{]{1,2})?[ ]?(?:2|sq(?:uared?)?\.?)\}?|Q_?[A-Za-z]{0,8})"
_AFTER, _SAYS = rf"{_GAP}[,;]{_GAP}", rf"{_GAP}={_GAP}"
_KINDS: tuple[tuple[Role, str], ...] = (
    (Role.T, rf"t{_OPEN}(?P<df>{_DF}){_CLOSE}{_IS}"),
    (Role.T, rf"t{_IS}{_AFTER}(?:d\.?f\.?){_GAP}={_GAP}(?P<df>{_DF_ALONE})"),
    (Role.F_RATIO, rf"F{_OPEN}(?P<df>{_DF}){_GAP}[,;/]{_GAP}{_DF_IS}(?P<df2>{_DF2}){_CLOSE}{_IS}"),
    (
        Role.F_RATIO,
        rf"F{_IS}{_AFTER}num df{_SAYS}(?P<df>{_DF}){_AFTER}denom df{_SAYS}(?P<df2>{_DF_ALONE})",
    ),
    (Role.F_RATIO, rf"F(?P<df>[1-9][0-9]?),(?P<df2>[1-9][0-9]{{1,4}}){_IS}"),
    (Role.CHI2, rf"{_CHI}{_OPEN}(?P<df>{_DF}){_COUNT}{_CLOSE}{_IS}"),
    (Role.CHI2, rf"{_CHI}{_IS}{_AFTER}(?:d\.?f\.?){_GAP}={_GAP}(?P<df>{_DF_ALONE})"),
    (Role.Z, rf"[zZ]{_IS}"),
    (Role.CORRELATION, rf"r{_OPEN}(?P<df>{_DF}){_CLOSE}{_IS}"),
    (Role.CORRELATION, rf"r{_IS}{_AFTER}[nN]{_GAP}={_GAP}(?P<n>{_DF_ALONE})"),
)
_FORMS = tuple((role, re.compile(rf"(?<![\w.\-]){form}")) for role, form in _KINDS)
_ADJUSTED_P = (
    r"(?P<adjusted>[ _]?[{(]?(?:adj|adjusted|corr|corrected|bonf|bonferroni|holm|fdr|tukey)"
    r"\.?[)}]?)?"
)
_P = re.compile(
    rf"(?<![\w^{{])[pP](?:['’]?s|(?P<word>[- ]?(?:values?|val\.?)))?{_ADJUSTED_P}{_GAP}"
    rf"(?P<rel>{RELATION}|\b(?:of|is|was|equals)\b|(?(word):|(?!)) ){_GAP}"
    rf"(?:(?P<power>10[ ]?\^?[ ]?\{{?-[ ]?[0-9]{{1,2}}\}}?)"
    rf"|(?P<value>{NUMBER}{EXPONENT}[ ]?%?)|(?P<ns>n\.?[ ]?s\b))"
)
_NS = re.compile(r"(?<![\w.])(?:n\.[ ]?s\.?|ns)(?!\w)")
_BEFORE = re.compile(r"\s{0,3}[,;:]?\s{0,3}\Z")
_WINDOW, _BACK = 160, 40
_NAMES = {
    Role.T: "t",
    Role.F_RATIO: "F",
    Role.CHI2: "chi2",
    Role.Z: "z",
    Role.CORRELATION: "r",
}
_CLAIMS = {Role.P: "p", Role.P_BELOW: "p <", Role.P_ABOVE: "p >"}
_UNSURE = re.compile(r"\brespectively\b|각각|分别|それぞれ", re.IGNORECASE)
LEFT = "which p-value is that of which statistic is not said: not read"
_OWN = re.compile(
    r"(?:\A|[^A-Za-z'’\-])(?:(?:and|with|had|has|at|the|an?|is|was|its|of|for|gives?|gave|giving|to|by"
    r"|yield(?:s|ed|ing)|associated|significan(?:t|ce)|level|observed|asymptotic|approximate|nominal"
    r"|exact|fisher['’]?s?|yates['’]?|bootstrap(?:ped)?|permut(?:ed|ation)|simulated|computed"
    r"|(?:one|two|1|2|single)[- ](?:tail(?:ed)?|sided)|(?:un)?(?:corrected|adjusted)"
    r"|(?:[a-z]{2,12}-)(?:corrected|adjusted)|bonferroni|holm|tukey|fdr|cluster-?(?:level|wise)|all|both|also|so|where|thus)"
    r"\s+)+\Z",
    re.IGNORECASE,
)
_WORD_BEFORE = re.compile(r"[A-Za-z]{2,}(?:['’]s?)?\s+\Z")
_OTHER = re.compile(
    r"\b(?:levene|mauchly|shapiro|bartlett|kolmogorov|but|whereas|while|however|although|than)\b"
    r"|;\s+(?:for|in|among|within)\s[a-z][\w ]{1,40},",
    re.IGNORECASE,
)


@frozen
class _Statistic:
    """A statistic where it stands."""

    role: Role
    match: re.Match[str]

    @property
    def start(self) -> int:
        """Give where it begins."""
        return self.match.start()

    @property
    def end(self) -> int:
        """Give where it ends."""
        return self.match.end()


def reported_tests(text: str) -> Iterator[Statement]:
    """Find the tests of a text that is `plain`, in its order.

    >>> [one] = reported_tests("We saw it, t(28) = 2.20, p < .05.")
    >>> one.text, [part.name for part in one.parts]
    ('t(28) = 2.20, p < .05', ['t', 'df', 'p <'])
    """
    statistics = _statistics(text)
    words = Words.of(text)
    taken, bare = 0, -1
    for at, one in enumerate(statistics):
        following = statistics[at + 1].start if at + 1 < len(statistics) else len(text)
        sentence = sentence_end(text, one.end, _WINDOW)
        own, another = _claim(text, one.end, min(sentence, following))
        p = own or _claim_before(text, taken, one.start)
        if p is None:
            # Its p-value may be among those after the next statistic: then both are unsure.
            bare = following if following < sentence else -1
            continue
        taken = max(p.end(), one.end)
        start = min(p.start(), one.start)
        shown = span_text(text, start, taken)
        if another or _of_none(text, one, p) or _of_level(text, p):
            yield Statement(start=start, text=shown, left=LEFT)
            continue
        unsure = bare == one.start or _UNSURE.search(text, taken, max(taken, sentence))
        if unsure:
            bare = following if following < sentence else -1
            yield Statement(start=start, text=shown, left=LEFT)
        else:
            parts = _parts(one, p, words.options(one.role, start, taken))
            if parts:
                yield Statement(start=start, text=shown, parts=parts)


def _statistics(text: str) -> list[_Statistic]:
    """Find all statistics; of two that overlap the longer one, which says more."""
    every = [_Statistic(role, match) for role, form in _FORMS for match in form.finditer(text)]
    every.sort(key=lambda one: (one.start, -one.end))
    kept: list[_Statistic] = []
    for one in every:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def _claim(text: str, start: int, end: int) -> tuple[re.Match[str] | None, bool]:
    """Find the first p-value that is of no other test; else the first, and say that."""
    every = [one for form in (_P, _NS) for one in form.finditer(text, start, end)]
    every.sort(key=lambda one: one.start())
    at = start
    for one in every:
        if not _names_another(text[at : one.start()]):
            return one, False
        at = one.end()
    return next(iter(every), None), bool(every)


def _names_another(between: str) -> bool:
    """Tell whether the words before a p-value name another test than the one before them."""
    if _OTHER.search(between):
        return True
    return _WORD_BEFORE.search(between) is not None and _OWN.search(between) is None


_LEVELS = frozenset(map(Fraction, ("1.28", "1.64", "1.645", "1.65", "1.96", "2.33", "2.58")))
_NO_TEST = re.compile(
    r"redshift|effect sizes?,? z"
    r"|galax|quasar|supernova|sample size|margin of error|nucleus|top-p|dropout|momentum"
    r"|coordinate",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    r"[ ]?(?:[hkMG]?Pa|atm|m?bar|psi|torr|mmHg|[GMk]eV|[mkM]?W|[kcm]?m|[mkM]?Hz|°C|K)\b"
)


def _of_none(text: str, one: _Statistic, p: re.Match[str]) -> bool:
    """Tell a z and a p that are of no test.

    1.96 beside a p of which it is no quantile is the z of a level, as in formulas of sample sizes.
    """
    if one.role is not Role.Z:
        return False
    z, said = number(one.match["value"]), number((p.groupdict().get("value") or "").rstrip("% "))
    if _MEASURED.match(text, p.end()) or _MEASURED.match(text, one.end):
        return True
    equal = p.groupdict().get("rel") == "=" and "%" not in p[0]
    if equal and ">" in one.match["rel"]:
        return True  # a threshold, beside the level of its clusters
    rough = equal and said is not None and said.decimals <= 1 and said.value > 0
    if z is None or not z.decimals or rough:
        return True
    level = z.value in _LEVELS and said is not None and said.value > _FIFTH
    around = text[max(0, one.start - NEAR) : p.end() + NEAR]
    return level or _NO_TEST.search(around) is not None


_FIFTH = Fraction(1, 5)
_LEVEL_BEFORE = re.compile(r"\bsignifican(?:t|ce)\s+at\s+(?:the\s+|an?\s+)?\Z", re.IGNORECASE)
_LEVEL_AFTER = re.compile(
    r"\s{0,3}(?:(?:significance|alpha|probability)\s+)?(?:levels?|thresholds?|cut-?offs?)\b",
    re.IGNORECASE,
)
_SET_AFTER = re.compile(
    r"\s{0,3}(?:(?:is|was|were|being)\s+)?(?:considered|taken|deemed|regarded|defined|set|chosen|used"
    r"|accepted|by convention)\b",
    re.IGNORECASE,
)


def _of_level(text: str, p: re.Match[str]) -> bool:
    """Tell a level of tests from a p-value: `significant at the p = .05 level`."""
    if _SET_AFTER.match(text, p.end()):
        return True
    if re.match(r"[<>≤≥]|=[ ]?[<>]", p.groupdict().get("rel") or "<"):
        return False
    before = text[max(0, p.start() - _BACK) : p.start()]
    return bool(_LEVEL_AFTER.match(text, p.end()) or _LEVEL_BEFORE.search(before))


def _claim_before(text: str, start: int, end: int) -> re.Match[str] | None:
    """Find a p-value that stands right before a statistic, and belongs to no other."""
    last = [*_P.finditer(text, max(start, end - _BACK), end)][-1:]
    return next((one for one in last if _BEFORE.match(text, one.end(), end)), None)


def _parts(
    one: _Statistic, p: re.Match[str], options: tuple[tuple[str, str], ...]
) -> tuple[Part, ...]:
    """Give the numbers of a test; nothing where one of them cannot be read."""
    groups = one.match.groupdict()
    value = number(groups["value"])
    if value is None:
        return ()
    bound = bounded(groups["rel"], (Role.P, Role.P_BELOW, Role.P_ABOVE))
    side = {Role.P_BELOW: (("bound", "below"),), Role.P_ABOVE: (("bound", "above"),)}.get(bound, ())
    parts = [Part(name=_NAMES[one.role], role=one.role, printed=value, options=(*options, *side))]
    two = one.role is Role.F_RATIO
    for group, name, role in (
        ("df", "df1" if two else "df", Role.DF),
        ("df2", "df2", Role.DF2),
        ("n", "n", Role.SAMPLES),
    ):
        text = groups.get(group)
        read = number(text) if text else None
        if text and (read is None or read.value <= 0):
            return ()
        if read is not None:
            parts.append(Part(name=name, role=role, printed=read))
    claim = _claimed(p)
    return (*parts, claim) if claim is not None else ()


def _claimed(p: re.Match[str]) -> Part | None:
    """Read what is claimed of p; not significant is above 0.05."""
    groups = p.groupdict()
    if groups.get("power"):
        places = int(re.split("-", groups["power"])[1].strip(" }"))
        below = "<" in groups["rel"] or "≤" in groups["rel"]
        least = Printed(Fraction(1, 10**places), places)
        return Part(name="p <", role=Role.P_BELOW, printed=least) if below else None
    if not groups.get("value"):
        return Part(name="p >", role=Role.P_ABOVE, printed=Printed(Fraction(5, 100), 2))
    value = number(groups["value"].rstrip("% "))
    if value is None or (value.value > 1 and not value.decimals and "%" not in groups["value"]):
        return None
    if groups["value"].endswith("%"):
        value = evolve(value, unit=Unit.PERCENT)
    role = bounded(groups["rel"], (Role.P, Role.P_BELOW, Role.P_ABOVE))
    adjusted = (("adjusted", "open"),) if groups["adjusted"] else ()
    return Part(name=_CLAIMS[role], role=role, printed=value, options=adjusted)
