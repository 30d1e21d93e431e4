"""Means that a text reports: M = 3.44, SD = 2.47, n = 18, 95% CI [2.21, 4.67].

Only what stands together is read together: the mean first, and then, with nothing but signs and a
unit between them, its deviation, its error, its number and its interval, in any order. A number of
samples may stand right before the mean.
"""

import re
from collections.abc import Iterator
from itertools import islice

from attrs import evolve

from measurand.auditing.proofs.sheet import Role
from measurand.edges.statements.statement import (
    NUMBER,
    WHOLE,
    Part,
    Statement,
    number,
    options,
    span_text,
)
from measurand.values.printed import Unit

_IS = r"[ ]?(?:=|:|of|was|is)\s{0,2}"
_COMMA = rf",(?=\s{{0,2}}{NUMBER}[ ]?%?[ ]?(?:to|-)[ ]?{NUMBER})"
"""A comma before an interval; two numbers that commas part there may be of a list."""
_CI = (
    r"(?P<level>[0-9]{2}(?:\.[0-9])?)[ ]?%[ -]?"
    r"(?:CI|KI|IC|[Cc]onfidence [Ii]nterval|신뢰 ?구간|置信区间|信頼区間)"
    rf"s?[ ]?(?:=|:|of|was|{_COMMA})?\s{{0,2}}[(\[]?[ ]?(?P<low>{NUMBER})[ ]?(?P<sign>%?)[ ]?"
    rf"(?:,|;|to|-|~|and)\s{{0,2}}(?P<high>{NUMBER})(?:[ ]?%)?[ ]?[)\]]?"
)
INTERVAL = re.compile(_CI)
_MEAN = re.compile(
    r"(?<![\w.])(?:M|[Mm]ean|평균|均值|平均值?)(?:[ ]?\([A-Za-z][A-Za-z ]{0,30}\))?"
    rf"{_IS}(?P<value>{NUMBER})(?P<percent>[ ]?%)?"
)
_UNIT = r"(?:[ ]?(?:[A-Za-z°/]{1,12}|[0-9]{1,3}-point)){0,5}?"
_BETWEEN = re.compile(rf"{_UNIT}\s{{0,2}}[,;:()\[\]]{{0,3}}\s{{0,2}}(?:and |with )?[(\[]?")
_PIECES = {
    "SD": re.compile(rf"(?:S\.?D\.?|[Ss]td\.?|표준 ?편차|标准差|標準偏差){_IS}(?P<value>{NUMBER})"),
    "SE": re.compile(rf"(?:S\.?E\.?M?\.?|표준 ?오차|标准误|標準誤差){_IS}(?P<value>{NUMBER})"),
    "n": re.compile(rf"[nN]{_IS}(?P<value>{WHOLE})"),
    "CI": INTERVAL,
}
_ROLES = {"SD": Role.SD, "SE": Role.SE, "n": Role.SAMPLES}
_BEFORE = re.compile(rf"(?<![\w.])[nN]{_IS}(?P<value>{WHOLE})[ ]?[,;:)]?\s{{0,2}}\(?\Z")
_BACK = 30
_MOST, _REACH, _MOST_MEANS = 5, 120, 10_000
_SCALE = re.compile(
    r"\b[0-9]{1,3}[- ]point\b|likert|\b(?:scale|rated|scored) (?:from|of) [0-9]"
    r"|점 ?척도|点量表|件法",
    re.IGNORECASE,
)
_NEAR = 250
_FINER = re.compile(
    r"\bitems\b|\b(?:[2-9]|[1-9][0-9]|two|three|four|five|six|ten|multi|several)[- ]item"
    r"|composite|averag|sub-?scale|aggregat|\bindex|문항",
    re.IGNORECASE,
)
_OTHER_UNIT = re.compile(
    r"[ ]?(?:m?s|sec(?:onds?)?|min(?:utes)?|years?|yrs?|months?|days|hours?|kg|[ckm]?m|세|岁|歳)\b"
)
_OF_MODEL = re.compile(
    r"(?:adjusted|LS|squares?|marginal|weighted|pooled|predicted|geometric|harmonic|trimmed|grand)"
    r"[- ]\Z",
    re.IGNORECASE,
)


def reported_means(text: str) -> Iterator[Statement]:
    """Find the means of a text that is `plain` of which something can be asked.

    >>> [one] = reported_means("It took long (M = 3.44, SD = 2.47, n = 18).")
    >>> one.text, [(part.name, part.printed.text) for part in one.parts]
    ('M = 3.44, SD = 2.47, n = 18', [('M', '3.44'), ('SD', '2.47'), ('n', '18')])
    """
    means = [*islice(_MEAN.finditer(text), _MOST_MEANS)]
    following = [*(mean.start() for mean in means[1:]), len(text)]
    for mean, most in zip(means, following, strict=False):
        if _OF_MODEL.search(text, max(0, mean.start() - _BACK), mean.start()):
            continue
        pieces = _pieces(text, mean.end(), most)
        before = _BEFORE.search(text[max(0, mean.start() - _BACK) : mean.start()])
        start, end = mean.start(), max((one.end() for one in pieces.values()), default=mean.end())
        if before is not None and "n" not in pieces:
            start = max(0, mean.start() - _BACK) + before.start()
            pieces["n"] = before
        if not {"n", "CI"} & set(pieces):
            continue
        parts = _parts(mean, pieces, "open" if _of_points(text, mean, start, end) else "unsaid")
        if parts:
            yield Statement(start=start, text=span_text(text, start, end), parts=parts)


def _of_points(text: str, mean: re.Match[str], start: int, end: int) -> bool:
    """Tell whether words near a mean say that it is one of points of a scale."""
    ends = max(0, start - _NEAR), min(len(text), end + _NEAR)
    scale = _SCALE.search(text, *ends)
    if scale is None or _FINER.search(text, *ends) or _OTHER_UNIT.match(text, mean.end()):
        return False
    value, most = number(mean["value"]), re.match(r"[0-9]{1,3}", scale[0])
    return value is None or most is None or value.value <= int(most[0])


def _pieces(text: str, end: int, most: int) -> dict[str, re.Match[str]]:
    """Collect what follows a mean with nothing else between, up to some place."""
    pieces: dict[str, re.Match[str]] = {}
    for _ in range(_MOST):
        found = None
        for name, form in _PIECES.items():
            piece = form.search(text, end, min(end + _REACH, most))
            if name in pieces or piece is None:
                continue
            if _BETWEEN.fullmatch(text, end, piece.start()) and not _inside(text, piece.start()):
                found = name, piece
                break
        if found is None:
            break
        pieces[found[0]] = found[1]
        end = found[1].end()
    return pieces


def _inside(text: str, start: int) -> bool:
    """Tell whether a name begins inside of a word."""
    return start > 0 and text[start - 1].isalnum() and text[start].isalnum()


def _parts(mean: re.Match[str], pieces: dict[str, re.Match[str]], whole: str) -> tuple[Part, ...]:
    value = number(mean["value"])
    if value is None:
        return ()
    if mean["percent"]:
        value, whole = evolve(value, unit=Unit.PERCENT), ""
    parts = [Part(name="M", role=Role.MEAN, printed=value, options=options(whole=whole))]
    for name, role in _ROLES.items():
        read = number(pieces[name]["value"]) if name in pieces else None
        if read is not None:
            unit = value.unit if name != "n" else Unit.NONE
            parts.append(Part(name=name, role=role, printed=evolve(read, unit=unit)))
    if "CI" in pieces:
        parts += interval_parts(pieces["CI"], "M", value.unit)
    return tuple(parts)


def interval_parts(found: re.Match[str], of: str, unit: Unit) -> tuple[Part, ...]:
    """Give the ends of an interval, in a unit; nothing where one cannot be read.

    >>> [one.name for one in interval_parts(INTERVAL.search("95% CI [2, 4]"), "M", Unit.NONE)]
    ['low', 'high']
    """
    low, high = number(found["low"]), number(found["high"])
    if low is None or high is None:
        return ()
    level = options(level=f"{found['level']}/100") if "." not in found["level"] else ()
    return (
        Part(name="low", role=Role.LOW, printed=evolve(low, unit=unit), of=(of,), options=level),
        Part(name="high", role=Role.HIGH, printed=evolve(high, unit=unit), of=(of,)),
    )
