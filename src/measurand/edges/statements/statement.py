"""One statement of a text: its numbers, what each is, and what the words around it open."""

import re

from attrs import frozen

from measurand.auditing.proofs.sheet import Facts, Role
from measurand.values.printed import Printed

MOST_SHOWN = 100
NUMBER = (
    r"(?:[-+][ ]?)?(?:[0-9]{1,3}(?:,[0-9]{3}){1,3}(?![0-9])(?:\.[0-9]{1,15})?"
    r"|[0-9]{0,9}\.[0-9]{1,15}|\.[ ][0-9]{1,15}|[0-9]{1,9}(?!,[0-9]))(?![0-9])"
)
EXPONENT = r"(?:[ ]?(?:[x×·*][ ]?10[ ]?\^?[ ]?\{?-[ ]?[0-9]{1,2}\}?|[eE]-?[0-9]{1,2}))?"
RELATION = r"(?:<=|>=|=[ ]?<|=[ ]?>|<<?<?|>>?>?|=|≤|≥)"
# What follows a number of which this is all: no more of its thousands, 2 720 or 2'720.
UNPARTED = r"(?![0-9]|[.,'’][0-9]|[ ][0-9]{3}(?![0-9]))"
WHOLE = rf"(?:[0-9]{{1,3}}(?:,[0-9]{{3}}){{1,3}}(?![0-9])|[0-9]{{1,9}}){UNPARTED}"
_ESTIMATED = re.compile(
    r"\bkaplan\b|\bKM\b|\blife[- ]table|\bactuarial|\bcumulative (?:incidence|rate|prob)|\bweighted"
    r"|\breweighted|(?<!un)adjusted\b(?! (?:p\b|α|alpha|level|for (?:multip|several)))"
    r"|(?<!un)standardi[sz]ed\b(?! (?:mean diff|effect|coef|β|beta|difference))"
    r"|\bmodel[- ]based|\bimput(?:ed|ation)|\bmarginal (?:mean|prob|rate|est)"
    r"|\bestimated (?:marg|prop|perc|prev|rate|prob|from)"
    r"|\bpercentages? (?:are|is|were) (?:[\w-]+ )?(?:estimate|predict)"
    r"|\bpredicted (?:prob|perc|rate|prop)|\bpropensity|\bbayes|\bposterior (?:mean|med)|\bshrunk"
    r"|\bmacro\b"
    r"|\bmeans? (?:over|across|of) (?:subjects|patients|participants|raters|clusters|sites)"
    r"|\bgewichtet|\bpond[eé]r|가중|加权",
    re.IGNORECASE,
)
_RESAMPLED = re.compile(
    r"\bbootstrap|\bresampl|\bcluster(?:ed|s|-robust)?\b|\brobust\b|\bsandwich|\bdesign[- ]based"
    r"|\bmodel[- ]based|\bmixed[- ](?:model|effect)|\bmultilevel|\bgee\b|\bgeneralized estimating"
    r"|\bcredible|\bbayes|\bposterior|\bjack-?knife",
    re.IGNORECASE,
)
_AROUND = 1500
_POWER = re.compile(r"[ ]?[x×·*][ ]?10[ ]?\^?[ ]?\{?(-)[ ]?([0-9]{1,2})\}?")
_END = re.compile(r"[.!?。][)\]\"'”’]{0,2}\s+(?=[^a-z\s(\[])|\n[ ]{0,9}\n")


@frozen(kw_only=True)
class Part:
    """One number of a statement: the column that it would stand in, and what is known of it."""

    name: str
    role: Role
    printed: Printed
    options: tuple[tuple[str, str], ...] = ()
    of: tuple[str, ...] = ()


@frozen(kw_only=True)
class Statement:
    """Numbers that belong together, where they begin, and the text that they are read from.

    `left` says why nothing was read of it. One of a table has the `line` of its row, and is read
    `at` these columns.
    """

    start: int
    text: str
    parts: tuple[Part, ...] = ()
    facts: Facts = ()
    left: str = ""
    line: int = 0
    at: tuple[int, ...] = ()


def span_text(text: str, start: int, end: int) -> str:
    r"""Give a part of a text on one line, not too long, with the brackets that end at its end.

    >>> span_text("so t(28) = 2.20,\n p = .04", 3, 26)
    't(28) = 2.20, p = .04'
    >>> span_text("25.0% (12/48) and", 0, 12), span_text("25.0% (12/48; none)", 0, 12)
    ('25.0% (12/48)', '25.0% (12/48 ...)')
    """
    shown = " ".join(text[start:end].split())
    left = _unclosed(shown)
    after = " ".join(text[end : end + len(left) + 1].split())
    shown = f"{shown}{left}" if after.startswith(left) else f"{shown} ...{left}"
    return shown if len(shown) <= MOST_SHOWN else f"{shown[: MOST_SHOWN - 3]}..."


_CLOSING = {"(": ")", "[": "]", "{": "}"}


def _unclosed(text: str) -> str:
    """Give what closes the brackets of a text that are open at its end."""
    left: list[str] = []
    for one in text:
        if one in _CLOSING:
            left.append(_CLOSING[one])
        elif left and one == left[-1]:
            left.pop()
    return "".join(reversed(left))


def sentence_end(text: str, start: int, most: int) -> int:
    """Find where a sentence ends, at most so many characters on.

    >>> sentence_end("p = .04. Then", 0, 100)
    8
    """
    found = _END.search(text, start, min(len(text), start + most))
    return min(len(text), start + most) if found is None else found.start() + 1


def sentence_ends(text: str) -> tuple[int, ...]:
    """Find where all sentences of a text end.

    >>> sentence_ends("p = .04. Then. So")
    (8, 14)
    """
    return tuple(found.start() + 1 for found in _END.finditer(text))


def options(**known: str) -> tuple[tuple[str, str], ...]:
    """Write options that are not empty.

    >>> options(whole="open", level="")
    (('whole', 'open'),)
    """
    return tuple((name, value) for name, value in known.items() if value)


def number(text: str) -> Printed | None:
    """Read a number as sentences print it: .036, 1,234, - 2.20, 1.2 × 10-5; None for none.

    >>> number(".050").text, number("1.2 × 10-5").text, number("- 2.20").text
    ('0.050', '0.000012', '-2.20')
    """
    compact = _POWER.sub(r"e\1\2", text.strip())
    compact = re.sub(r"[ ,]", "", compact)
    sign, digits = (compact[:1], compact[1:]) if compact[:1] in {"-", "+"} else ("", compact)
    digits = f"0{digits}" if digits.startswith(".") else digits
    try:
        return Printed.parse(f"{sign}{digits}")
    except ValueError:
        return None


def bounded(relation: str, role: tuple[Role, Role, Role]) -> Role:
    """Choose a role by a sign: equal, below, above.

    >>> bounded("<", (Role.P, Role.P_BELOW, Role.P_ABOVE)).value
    'p_below'
    """
    equal, below, above = role
    if "<" in relation or "≤" in relation:
        return below
    return above if ">" in relation or "≥" in relation else equal


def speaks_of_estimates(text: str, start: int = 0, end: int | None = None) -> bool:
    """Tell whether words near a place say that shares are no quotients of counts, but estimates.

    >>> speaks_of_estimates("Percentages are Kaplan-Meier estimates."), speaks_of_estimates("n (%)")
    (True, False)
    """
    return _near(_ESTIMATED, text, start, end)


def speaks_of_other_intervals(text: str, start: int = 0, end: int | None = None) -> bool:
    """Tell whether words near a place say that intervals are of resamples, clusters or a model.

    >>> speaks_of_other_intervals("Bootstrap 95% CI"), speaks_of_other_intervals("95% CI")
    (True, False)
    """
    return _near(_RESAMPLED, text, start, end)


def _near(form: re.Pattern[str], text: str, start: int, end: int | None) -> bool:
    last = len(text) if end is None else end
    return form.search(text, max(0, start - _AROUND), last + _AROUND) is not None
