"""Keeping a removed value out of what is shown: numbers are compared by value, not by spelling."""

import re
from fractions import Fraction

from attrs import field, frozen

from measurand.studies.causal.asking.spellings import Spelled, ratio, spelled
from measurand.values.reasoning import Known

HIDDEN = "[number not shown]"
"""Stands in a prompt for a number that would give away the removed value."""

_INSIDE = 3
_UNIT = re.compile(r"\s?(?!(?:π|pi|x|times)\b)([^\W\d_]+|[%°])")
_BETWEEN = r"[\s_]+"
_STATES = r"\s{0,3}(?:=|:=?|≈|→|\b(?:is|equals|be|of)\b)\s{0,3}[(\[]?[+\-\u2212]?\s?"


@frozen
class Blot:
    """Hides a removed value wherever else it is written: in rules, in other values, in names.

    Spelled numbers are hidden that are worth the same, whatever their sign: 300000000, 3e8 and
    3 x 10^8; 1.5, 3/2 and 1½; 0.4 and 40%. Decimals of two significant digits or more are the same
    where these are, whatever the power of ten (units are converted so): 20.3, 0.0203 and 2.03e1. A
    single digit is an exponent or a half elsewhere, and is hidden only with the removed name and
    `=`, `:` or `is` before it, with the unit of the removed value behind it, or as the value of a
    known whose name holds the removed one. Inside a name (`v203`) three digits count.

    What may remain: a value in words ("twenty"), a rounded one (0.333 for 1/3), an expression that
    is worth as much (2 * 10.15), other units where there is one significant digit or more than a
    power of ten between them, and a single digit that is stated by another name (`m = 5` where the
    known is called mass).

    >>> hide = Blot.of(Known(name="v", text="20.3 m/s"))
    >>> hide("x = 20.30 * t + 2 - v203"), hide("203/10 W"), hide("a 120.3")
    ('x = [number not shown] * t + 2 - v[number not shown]', '[number not shown] W', 'a 120.3')
    >>> Blot.of(Known(name="n", text="5 kg"))("E = 5*n/2, where n = 5, or 5.0, or 5 kg")
    'E = 5*n/2, where n = [number not shown], or [number not shown], or [number not shown] kg'
    """

    name: str = ""
    values: frozenset[str] = frozenset()
    digits: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    _states: re.Pattern[str] | None = field(default=None, repr=False, eq=False)

    @classmethod
    def of(cls, known: Known) -> "Blot":
        """Look at the value of a known; what is absent, or the name again, hides nothing."""
        text = written(known).strip()
        found = [it for it in spelled(text) if (not it.inside or _long(it)) and not it.raised]
        if text == known.name.strip() and not (found and found[0].begin == 0):
            return cls(known.name)
        values = frozenset().union(*(it.values for it in found))
        units = (_UNIT.match(text, it.end) for it in found)
        words = [re.escape(word) for word in re.split(r"[\s_]+", known.name.strip()) if word]
        return cls(
            name=known.name,
            values=values if known.number is None else values | {ratio(known.number)},
            digits=frozenset(it.digits for it in found if len(it.digits) > 1),
            units=frozenset(unit.group(1) for unit in units if unit),
            states=re.compile(rf"(?<!\w){_BETWEEN.join(words)}{_STATES}") if words else None,
        )

    def names(self, name: str) -> bool:
        """Tell whether a name is the removed one with more words: `x` in `x_copy`."""
        words = re.split(r"[\W_]+", self.name.strip())
        return "".join(words) != "" and _holds(re.split(r"[\W_]+", name), words)

    def __call__(self, text: str, *, stated: bool = False) -> str:
        """Hide the value in a text; `stated` says that the text begins with the removed value."""
        if not self.values:
            return text
        told = {found.end() for found in self._states.finditer(text)} if self._states else set()
        if stated:
            told.add(0)

        def wanted(it: Spelled) -> bool:
            if it.inside and not _long(it):
                return False
            if len(it.text) > 1 or not it.text.isdecimal():
                return it.digits in self.digits or not self.values.isdisjoint(it.values)
            if ratio(Fraction(int(it.text))) not in self.values:
                return not self.values.isdisjoint(it.values)  # 5% is 0.05
            unit = None if it.raised else _UNIT.match(text, it.end)
            by_unit = unit is not None and unit.group(1) in self.units
            return by_unit or it.start in told or it.begin in told

        shown, at = [], 0
        for it in spelled(text, wanted):
            shown += [text[at : it.begin], HIDDEN]
            at = it.end
        return "".join([*shown, text[at:]])


def _long(it: Spelled) -> bool:
    """Tell whether a number inside a name has enough digits."""
    return sum(c.isdecimal() for c in it.text.lower().partition("e")[0]) >= _INSIDE


def _holds(words: list[str], part: list[str]) -> bool:
    size = len(part)
    return any(words[at : at + size] == part for at in range(len(words) - size + 1))


def written(known: Known) -> str:
    """Write the value of a known as a prompt shows it.

    >>> written(Known(name="m", text="2 kg")), written(Known(name="m", number=Fraction(1, 4)))
    ('2 kg', '0.25')
    """
    number = known.number
    if known.text or number is None:
        return known.text
    if number.denominator == 1:
        return str(number.numerator)
    return repr(float(number)) if abs(number) < 10**16 else ""


@frozen
class Names:
    """The names of a graph as a prompt shows them: what is hidden keeps names apart.

    >>> names = Names(Blot.of(Known(name="v", text="20.3")))
    >>> names("v=20.3"), names("v=2.03"), names("v=20.3"), names("t")
    ('v=[number not shown]', 'v=[number not shown] (2)', 'v=[number not shown]', 't')
    """

    hide: Blot
    given: dict[str, str] = field(factory=dict, repr=False)
    taken: set[str] = field(factory=set, repr=False)

    def __call__(self, name: str) -> str:
        """Show a name."""
        if name not in self.given:
            shown = base = self.hide(name)
            count = 1
            while shown in self.taken:
                count += 1
                shown = f"{base} ({count})"
            self.taken.add(shown)
            self.given[name] = shown
        return self.given[name]
