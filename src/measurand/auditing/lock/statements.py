"""All that a claims file says, as texts by their places: what a lock keeps of the file itself.

The places are those of the values that a claims file becomes, walked field by field, so that a
field that is new there is locked with no line written here. A field that keeps its default says
nothing. What is said otherwise is a finding, unless it is known below to ask for more than before,
or to change nothing that is checked.

Options of a known definition are compared by what they mean together: a default that is written out
says nothing. They are kept as written, so that locks of before are compared so too.

No statement are the order of tables, rows, columns and claims; comments, and how a TOML file is
laid out and over which files it is spread; names of definitions (what they stand for is); `pin`
(what it asks for is); and which file data stand in: that is a digest here, and a note.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from itertools import accumulate

import attrs
from attrs import field, frozen

from measurand.auditing.claims.model import Claims
from measurand.auditing.claims.text_check import Spot
from measurand.auditing.lock.evidence import digest
from measurand.metrics.grammar import Term, read_value, write_value
from measurand.metrics.signature import canonical, define, options
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.verdict import Verdict

Statements = Mapping[str, str]
"""What is said, by its place, as `tables[1].rows[ours].cells[F1]`."""

_NAMES = ("name", "label", "id", "option")
_PLAIN = re.compile(r"[^\[\]\"\\#\x00-\x1f\x7f]+")
_NAME = r"\[(?:\"(?:[^\"\\]|\\.)*\"|[^\[\]\"]*)\](?:#[0-9]+)?"
_PART = re.compile(rf"\.?[a-z_0-9]+|{_NAME}")
_HIDDEN = {"sources[].path", "sources[].predictions", "sources[].labels.path"}
_ADDABLE = {
    "sources[]",
    "claims[]",
    "tables[]",
    "tables[].space",
    "tables[].facts[]",
    "tables[].columns[]",
    "tables[].rows[]",
    "tables[].rows[].cells[]",
    "tables[].rows[].facts[]",
}
"""What only asks for more where it is added."""
_OPTIONS = {"tables[].options[]", "tables[].columns[].options[]"}
_AMOUNT = re.compile(r"[0-9]{1,130}(?:/[1-9][0-9]{0,129})?")
_MOST_SHOWN = 80


def statements(claims: Claims) -> dict[str, str]:
    """List all that a claims file says.

    >>> from measurand.auditing.claims.model import Scalar
    >>> wards = Scalar(id="wards", printed=Printed.parse("12"), at="paper.tex:3")
    >>> statements(Claims(sources=(), tables=(), claims=(wards,)))
    {'claims[wards]': 'Scalar', 'claims[wards].at': 'paper.tex:3', 'claims[wards].printed': '12'}
    """
    return dict(sorted(_fields(claims, "")))


def _fields(value: object, place: str, name: str = "") -> Iterator[tuple[str, str]]:
    """Walk what does not keep its default; values that may be missing are a statement themselves.

    The field that gave a value of a list its name is in its place already.
    """
    for one in attrs.fields(type(value)):  # type: ignore[arg-type]  # has() is no guard of types
        inner, default = getattr(value, one.name), _default(one.default, value)
        if not one.init or one.name == name or inner == default:
            continue
        here = f"{place}.{one.name}".removeprefix(".")
        if _has_fields(inner) and not _has_fields(default):
            # So the names of these classes are part of the format of locks.
            yield here, type(inner).__name__
        yield from _walked(inner, here)


def _default(default: object, value: object) -> object:
    """Give the default of a field; without one, that a list is empty says nothing either."""
    factory = getattr(default, "factory", None)
    if factory is None:
        return () if default is attrs.NOTHING else default
    made: object = factory(value) if getattr(default, "takes_self", False) else factory()
    return made


def _has_fields(value: object) -> bool:
    return attrs.has(type(value)) and not isinstance(value, Printed | Term)


def _walked(value: object, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, tuple) and (named := _named(value)):
        times: dict[str, int] = {}
        for name, key, inner in named:
            times[name] = times.get(name, 0) + 1
            here = part_place(place, name) + (f"#{times[name]}" if times[name] > 1 else "")
            if _has_fields(inner):
                yield here, type(inner).__name__
                yield from _fields(inner, here, key)
            else:
                yield from _walked(inner, here)
    elif _has_fields(value):
        yield from _fields(value, place)
    else:
        text = _text(value)
        yield place, digest(text) if kind_of(place) in _HIDDEN else text


def part_place(place: str, name: str) -> str:
    """Write the place of a part by its name.

    >>> part_place("tables", "1"), part_place("tables", "a[b]")
    ('tables[1]', 'tables["a[b]"]')
    """
    plain = _PLAIN.fullmatch(name) and name.strip() == name
    return f"{place}[{name if plain else json.dumps(name)}]"


def _named(value: tuple[object, ...]) -> list[tuple[str, str, object]]:
    """Name what stands in a list: pairs by their first, values by a field, lists by number.

    Gives the name, the field that it is from, and what is named.
    """
    named: list[tuple[str, str, object]] = []
    for at, one in enumerate(value):
        match one:
            case (str() as name, inner):
                named.append((name, "", inner))
            case (Enum() as member, inner):
                named.append((str(member.value), "", inner))
            case (first, *_) if _has_fields(first):
                named.append((str(at), "", one))
            case _ if _has_fields(one):
                key = next((name for name in _NAMES if hasattr(one, name)), "")
                named.append((str(getattr(one, key, at)), key, one))
            case _:
                return []
    return named


def _text(value: object) -> str:
    match value:
        case Printed():
            return printed_text(value)
        case Enum():
            return str(value.value)
        case (Term(), *_):
            return write_value(tuple(one for one in value if isinstance(one, Term)))
        case tuple():
            return json.dumps([_text(one) for one in value], ensure_ascii=False)
        case _:
            return str(value)


def printed_text(printed: Printed) -> str:
    """Write a printed number with all that says which values print so.

    >>> printed_text(Printed.parse("63.3%")), printed_text(Printed.parse("63.3", unit=Unit.POINTS))
    ('63.3%', '63.3 points')
    """
    unit = " points" if printed.unit is Unit.POINTS else ""
    how = "" if printed.rounding is Rounding.DECIMAL else f" {printed.rounding.value}"
    return f"{printed.text}{unit}{how}"


class Edit(Enum):
    """What became of a statement."""

    CHANGED = "changed"
    VANISHED = "vanished"
    WEAKENED = "weakened"
    STRICTER = "stricter"
    ADDED = "added"
    REWORDED = "other words"
    MOVED = "another place"

    @property
    def finding(self) -> bool:
        """Tell whether less, or something else, is checked than was locked."""
        return self in {Edit.CHANGED, Edit.VANISHED, Edit.WEAKENED}


@frozen(kw_only=True)
class StatementEdit:
    """A statement that is not as it was locked; empty where it was not, or is not, made.

    >>> StatementEdit(place="title", edit=Edit.REWORDED, before="a", now="b").text
    'title: other words: a -> b'
    """

    place: str
    edit: Edit
    before: str = ""
    now: str = ""

    @property
    def text(self) -> str:
        """Say it in one line."""
        return ": ".join(filter(None, (self.place, self.edit.value, self.said)))

    @property
    def said(self) -> str:
        """Say what was said, and what is; nothing of what is there no more, or new."""
        if self.edit in {Edit.VANISHED, Edit.ADDED} or kind_of(self.place) in _HIDDEN:
            return ""
        before, now = (_short(text) or "not said" for text in (self.before, self.now))
        return f"{before} -> {now}"


def _short(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


@frozen(kw_only=True)
class StatementsCheck:
    """What a claims file says, held against a lock; `known` is False where that has none of it.

    >>> StatementsCheck(count=3).verdict, StatementsCheck(count=3, known=False).verdict
    (<Verdict.HOLDS: 'holds'>, <Verdict.UNDECIDED: 'undecided'>)
    """

    count: int = 0
    edits: tuple[StatementEdit, ...] = field(default=())
    known: bool = True

    @property
    def findings(self) -> tuple[StatementEdit, ...]:
        """List what is not as it was locked."""
        return tuple(one for one in self.edits if one.edit.finding)

    @property
    def verdict(self) -> Verdict:
        """Say whether the file claims what it claimed."""
        if self.findings:
            return Verdict.REFUTED
        return Verdict.HOLDS if self.known and self.count else Verdict.UNDECIDED


def compare_statements(
    old: Statements | None, new: Statements, *, partly: bool = False
) -> StatementsCheck:
    """Hold what is said now against what was said; None where a lock does not have it.

    Of a table that vanished only the table is told, and so of all that has parts. `partly` says
    that not all tables and claims were looked at.

    >>> compare_statements({"title": "a"}, {"title": "a", "tables[1]": "Table"}).edits[0].text
    'tables[1]: added'
    """
    if old is None:
        return StatementsCheck(count=len(new), known=False)
    count = len(old.keys() | new.keys())
    old, new = _as_meant(old), _as_meant(new)
    one_sided = {place for place in old.keys() | new.keys() if (place in old) != (place in new)}
    edits = (
        StatementEdit(
            place=place,
            edit=_edit(place, old.get(place), new.get(place), one_sided),
            before=old.get(place, ""),
            now=new.get(place, ""),
        )
        for place in sorted(old.keys() | new.keys())
        if old.get(place) != new.get(place) and one_sided.isdisjoint(_enclosing_places(place))
    )
    unseen = {"tables[]", "claims[]"} if partly else set()
    return StatementsCheck(
        count=count,
        edits=tuple(
            one
            for one in edits
            if one.edit is not Edit.VANISHED or kind_of(one.place) not in unseen
        ),
    )


def _as_meant(said: Statements) -> Statements:
    """Leave out options of definitions that say the default; write the others in one form.

    >>> _as_meant({"tables[1].columns[F].metric": "f", "tables[1].columns[F].options[beta]": "1.0"})
    {'tables[1].columns[F].metric': 'f'}
    >>> lower = {"tables[1].columns[F].metric": "f", "tables[1].options[normalise]": "lower"}
    >>> over = {**lower, "tables[1].columns[F].options[normalise]": "none"}
    >>> _as_meant(over) == over
    True
    """
    layers: dict[str, dict[str, str]] = {}
    for place, text in said.items():
        if kind_of(place) in _OPTIONS:
            [*_, name] = _PART.findall(place)
            layers.setdefault(place.removesuffix(name), {})[_name_in(name)] = text
    meant = dict(said)
    for place, own in layers.items():
        column, table = place.removesuffix(".options"), "".join(_PART.findall(place)[:2])
        # What is to be found is not all known: there a default leaves less to be found.
        if f"{column}.metric" in said and f"{column}.known" not in said:
            others = layers.get(f"{table}.options", {})
            forms = _forms(said[f"{column}.metric"], own, others)
            for name, form in forms.items():
                meant.pop(part_place(place, name))
                meant |= {} if form is None else {part_place(place, name): form}
    return meant


def _forms(metric: str, own: Statements, others: Statements) -> Mapping[str, str | None]:
    """Write options as they are meant; None for those without which a definition is the same."""
    try:
        known = {name: canonical(name, read_value(text)) for name, text in own.items()}
        beside = {
            name: read_value(text) for name, text in others.items() if name in options(metric)
        }
        whole = define(metric, {**beside, **known})
    except ValueError:
        return {}

    def needed(name: str) -> bool:
        left = {one: value for one, value in known.items() if one != name}
        try:
            return define(metric, {**beside, **left}) != whole
        except ValueError:
            return True

    return {name: write_value(known[name]) if needed(name) else None for name in known}


def _name_in(part: str) -> str:
    """Read the name in the part of a place.

    >>> _name_in("[beta]"), _name_in('["a[b]"]')
    ('beta', 'a[b]')
    """
    inner = part.partition("]#")[0].removeprefix("[").removesuffix("]")
    return str(json.loads(inner)) if inner.startswith('"') else inner


def kind_of(place: str) -> str:
    """Say of which field a place speaks: its names are left out.

    >>> kind_of('tables["a[b]"].rows[ours]#2.at')
    'tables[].rows[].at'
    """
    return "".join("[]" if part.startswith("[") else part for part in _PART.findall(place))


def _enclosing_places(place: str) -> Iterator[str]:
    return accumulate(_PART.findall(place)[:-1])


def _edit(place: str, before: str | None, now: str | None, one_sided: set[str]) -> Edit:
    kind, parts = kind_of(place), _PART.findall(place)
    if kind in _ADDABLE and (before is None or now is None):
        return Edit.ADDED if before is None else Edit.VANISHED
    if parts[-2:-1] in ([".expected"], [".tolerances"]):
        cell = "".join((*parts[:-2], ".cells", parts[-1]))
        if cell in one_sided:
            return Edit.ADDED if before is None else Edit.VANISHED
    for ending, how in _KNOWN.items():
        if kind.endswith(ending):
            return how(before, now)
    return Edit.CHANGED


def _allowance(before: str | None, now: str | None) -> Edit:
    """Judge what lets a number be off: to take it away is stricter."""
    return Edit.WEAKENED if before is None else Edit.STRICTER if now is None else Edit.CHANGED


def _wider(before: str | None, now: str | None) -> Edit:
    # A lock that was written by hand may hold anything here.
    if not (_AMOUNT.fullmatch(before or "") and _AMOUNT.fullmatch(now or "")):
        return Edit.CHANGED
    return Edit.WEAKENED if Fraction(now or 0) > Fraction(before or 0) else Edit.STRICTER


def _later(before: str | None, now: str | None) -> Edit:
    return Edit.WEAKENED if (now or "") > (before or "") else Edit.STRICTER


def _requested(before: str | None, now: str | None) -> Edit:
    """Judge what is asked for, or is not: only what is not the default is said."""
    return Edit.STRICTER if now == str(True) or before == str(False) else Edit.WEAKENED


def _pinned(before: str | None, _now: str | None) -> Edit:
    return Edit.STRICTER if before is None else Edit.CHANGED


def _printed_at(before: str | None, now: str | None) -> Edit:
    if before is None or now is None:
        return Edit.STRICTER if before is None else Edit.VANISHED
    try:
        old, new = Spot.parse(before), Spot.parse(now)
    except ValueError:
        return Edit.CHANGED
    if old.path != new.path:
        return Edit.CHANGED
    wider = not new.first or (old.first and new.last - new.first > old.last - old.first)
    return Edit.WEAKENED if wider else Edit.MOVED


def _reworded(_before: str | None, _now: str | None) -> Edit:
    return Edit.REWORDED


_KNOWN: Mapping[str, Callable[[str | None, str | None], Edit]] = {
    ".tolerance": _allowance,
    ".tolerances[]": _allowance,
    ".tolerance.value": _wider,
    ".tolerances[].value": _wider,
    ".expect": _allowance,
    ".expected[]": _allowance,
    ".review": _later,
    ".reason": _reworded,
    ".mismatch": _reworded,
    "title": _reworded,
    "tables[].source": _reworded,
    "sources[].path": lambda _before, _now: Edit.MOVED,
    "sources[].predictions": lambda _before, _now: Edit.MOVED,
    "sources[].labels.path": lambda _before, _now: Edit.MOVED,
    "sha256": _pinned,
    ".known": _requested,
    ".computed": _requested,
    ".rules": _requested,
    ".at": _printed_at,
}
"""What is no finding, or not always, by the end of its place."""
