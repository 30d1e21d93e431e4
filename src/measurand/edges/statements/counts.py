"""Counts that a text reports: 12 of 48 (25.0%), and parts that exclude each other.

Both numbers and the share have to stand together, in brackets or between commas, so that no other
percentage is taken for it. Parts are only those of words that exclude each other.
"""

import re
from collections.abc import Iterator

from attrs import evolve

from measurand.algebra.rounding import hull
from measurand.auditing.proofs.sheet import Role
from measurand.edges.statements.moments import INTERVAL, interval_parts
from measurand.edges.statements.statement import (
    NUMBER,
    WHOLE,
    Part,
    Statement,
    number,
    options,
    span_text,
    speaks_of_estimates,
    speaks_of_other_intervals,
)
from measurand.values.printed import Printed, Rounding, Unit

_OF = r"\s?(?:/|\bof\b|\bout of\b|\b(?:von|sur|de|di|van)\b)\s?(?:the |all )?"
_WORDS = r"(?:\s[A-Za-z-]{1,20}){0,3}"
_PEOPLE = r"[ ]?(?:명|개|건|例|人|名|件)?"
_ALONE = r"(?<![\w/.,\-])"
_SHARE = rf"(?P<share>{NUMBER})[ ]?%"
_PERCENT = rf"{_SHARE}(?=[ ]?[)\],;])"
_COUNT, _TOTAL = rf"(?P<count>{WHOLE})", rf"(?P<total>{WHOLE})"
_AMONG = rf"{_TOTAL}{_PEOPLE}[ ]?(?:중|中|里|のうち)[, ]{{0,2}}{_COUNT}{_PEOPLE}"
_FORMS = tuple(
    re.compile(f"{_ALONE}{form}")
    for form in (
        rf"{_COUNT}{_OF}{_TOTAL}{_WORDS}\s?[(\[,;=]\s?{_PERCENT}",
        rf"{_SHARE}\s?[(\[]\s?(?:n\s?=\s?)?{_COUNT}{_OF}{_TOTAL}{_WORDS}(?=[ ]?[)\],;])",
        rf"{_AMONG}[ ]?[(,][ ]?{_PERCENT}",
    )
)
_CLOSE = re.compile(r"%?[ ]?[,;)\]]?\s?[(\[]?")
_FEW = 12
_LABEL = re.compile(
    r"(?:\b(?:grades?|stages?|scores?|scored|levels?|class(?:es)?|types?|phases?|ECOG|PS|WHO|ASA|NYHA"
    r"|steps?|epochs?|batch(?:es)?|iter(?:ation)?s?|pages?|chapters?|parts?|files?|items?|days?"
    r"|weeks?|rounds?|folds?|shards?|progress|\w{2,20}load(?:ed|ing)|tables?|figures?|dose|ratio)"
    r"[ ]?[:=#]?|\[)\s?\Z",
    re.IGNORECASE,
)
_MORE_SHARES = re.compile(rf"[ ]?[,;]\s?{NUMBER}[ ]?%(?![ -]?(?:CI|KI|IC|[Cc]onf))")
ESTIMATED = (
    "words near it speak of estimates: its percentage may be no quotient of counts: not read"
)
LEFT = "this may be a grade, a date or a step as well as a count of so many: not read"
_PAIRS = (
    ("women", "men"),
    ("females?", "males?"),
    ("girls", "boys"),
    ("여성|여자", "남성|남자"),
    ("女性?", "男性?"),
)
_BOTH = r"(?:,? and |[,;/] ?|과 |와 )"
_PERSONS = (
    r"participants?|patients|persons|people|subjects|individuals|adults|adolescents|children|infants"
    r"|volunteers|respondents|students|undergraduates|pupils|workers|employees|readers|raters"
    r"|annotators|speakers|listeners|players|observers|controls|cases"
)
_PER = re.compile(r"\b(?:each|per|every|groups? of|teams of|times|arms? of)\b", re.IGNORECASE)
_AROUND = 25


def _part(name: str, words: str) -> str:
    return rf"(?P<{name}>{WHOLE}) ?(?:명|名|人)?의? ?(?:[a-z]{{1,12}} )?(?:{words})\b"


def _parts_form(first: str, second: str) -> re.Pattern[str]:
    many = rf"{_TOTAL}(?: ?(?:명|名|人)|(?: [A-Za-z-]{{1,20}}){{0,2}} (?:{_PERSONS}))"
    whole = rf"(?:{many}|[Nn] ?= ?(?P<all>{WHOLE}))"
    parts = rf"{_part('one', first)}{_BOTH}{_part('other', second)}"
    return re.compile(rf"{_ALONE}{whole} ?[(\[,:;] ?{parts}")


_WHOLES = tuple(_parts_form(*pair) for names in _PAIRS for pair in (names, names[::-1]))


def reported_counts(text: str) -> Iterator[Statement]:
    """Find shares of counts, and parts of a whole, in a text that is `plain`.

    >>> [one] = reported_counts("In all, 12 of 48 readers (25.1%) did so.")
    >>> [(part.name, part.printed.text) for part in one.parts]
    [('count', '12'), ('of', '48'), ('%', '25.1%')]
    """
    for form in _FORMS:
        yield from filter(None, (_share(text, found) for found in form.finditer(text)))
    for form in _WHOLES:
        yield from filter(None, (_whole(text, found) for found in form.finditer(text)))


def _share(text: str, found: re.Match[str]) -> Statement | None:
    count, total, share = (number(found[name]) for name in ("count", "total", "share"))
    if count is None or total is None or share is None or not total.value:
        return None
    start, end = found.start(), found.end()
    if _another(text, found, (count, total, share)):
        return Statement(start=start, text=span_text(text, start, end), left=LEFT)
    percent = evolve(share, unit=Unit.PERCENT)
    quotient = hull(percent).holds(count.value / total.value)
    if not quotient and speaks_of_estimates(text, start, end):
        return Statement(start=start, text=span_text(text, start, end), left=ESTIMATED)
    interval = INTERVAL.search(text, end, end + 80)
    close = interval is not None and _CLOSE.fullmatch(text, end, interval.start())
    another = speaks_of_other_intervals(text, start, end)
    parts = [
        Part(name="count", role=Role.VALUE, printed=count),
        Part(name="of", role=Role.VALUE, printed=total),
        Part(name="%", role=Role.RATE, printed=percent, of=("count", "of")),
    ]
    if interval is not None and close and not another:
        end = interval.end()
        high = number(interval["high"])
        as_share = high is not None and high.value <= 1 and not interval["sign"]
        parts += interval_parts(interval, "%", Unit.NONE if as_share else Unit.PERCENT)
    return Statement(start=start, text=span_text(text, start, end), parts=tuple(parts))


def _another(text: str, found: re.Match[str], numbers: tuple[Printed, Printed, Printed]) -> bool:
    """Tell two numbers that need not be a count and its total, and do not give the share.

    Those are grades (3/4), dates (9/11), rates (120/80), steps of a program, and lists of shares.
    """
    count, total, share = numbers
    printed, exact = evolve(share, unit=Unit.PERCENT), count.value / total.value
    if hull(printed).holds(exact):
        return False
    if _LABEL.search(text, max(0, found.start() - _AROUND), found.start()):
        return True
    if _MORE_SHARES.match(text, found.end()):
        return True
    slash = "/" in text[found.start("count") : found.end("total")]
    if hull(evolve(printed, rounding=Rounding.ANY)).holds(exact):
        return False
    return slash and (total.value <= _FEW or count.value > total.value)


def _whole(text: str, found: re.Match[str]) -> Statement | None:
    said = found["total"] or found["all"]
    around = text[max(0, found.start() - _AROUND) : found.end() + _AROUND]
    total, one, other = (number(one) for one in (said, found["one"], found["other"]))
    if _PER.search(around) or total is None or one is None or other is None:
        return None
    if found["all"] and total.value <= max(one.value, other.value):
        return None  # so many couples, groups or schools
    parts = (
        Part(name="part 1", role=Role.VALUE, printed=one),
        Part(name="part 2", role=Role.VALUE, printed=other),
        Part(
            name="N",
            role=Role.TOTAL,
            printed=total,
            of=("part 1", "part 2"),
            options=options(parts="apart"),
        ),
    )
    shown = span_text(text, found.start(), found.end())
    return Statement(start=found.start(), text=shown, parts=parts)
