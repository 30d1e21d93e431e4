"""The names of a graph as words of its rules: found in a text, respelled, read as products.

Names are free text (`rest mass`, `a + b`, `x_{0}`), so that a rule cannot be cut without them. A
spelling or a product counts only where one way leads there: two leave the word as it stands.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache

from attrs import frozen

from measurand.studies.causal.rules.text import (
    CHANGES,
    DIGITS,
    GREEK,
    GREEK_NAMES,
    OPERATORS,
    SUBSCRIPTS,
    continues,
    is_letter,
)

_MOST_PARTS = 4
_MOST_SPLIT = 16
_LONG_WORD = 3
_OPEN, _CLOSE = "([{⟨", ")]}⟩"
_JOINS = frozenset(OPERATORS) | {"!"}
_RELATES = frozenset("=<>≤≥≈≠≡→⇒∝~")


@frozen
class Vocabulary:
    """Names of a graph, ready to be found: `whole` as written, `folded` by spelling.

    `joined` are names that read as sums or lists (`a + b`, `x, y`): they are found only where
    nothing else stands beside them. `given` are all names: between back quotes any can stand.
    """

    given: frozenset[str]
    whole: frozenset[str]
    joined: frozenset[str]
    folded: Mapping[str, str]
    lengths: tuple[int, ...]

    def at(self, text: str, start: int) -> str:
        """Find the longest name that starts here and ends where a word ends; empty for none.

        >>> vocabulary({"v", "v_0", "a + b"}).at("v_0 * (a + b)", 0)
        'v_0'
        """
        for length in self.lengths:
            name = text[start : start + length]
            if name in self.whole and _ends(text, start, name, alone=name in self.joined):
                return name
        return ""

    def respelled(self, word: str) -> str:
        """Find the one name that is spelled like a word, but for Greek and subscripts.

        >>> vocabulary({"lambda", "m_1"}).respelled("λ"), vocabulary({"m_1"}).respelled("m1")
        ('lambda', 'm_1')
        """
        return self.folded.get(folded(word), "")

    def parts(self, word: str) -> tuple[str, ...]:
        """Read a word as a product of symbols that are names, if there is one way; else nothing.

        >>> vocabulary({"m", "g", "h"}).parts("mgh")
        ('m', 'g', 'h')
        >>> vocabulary({"g", "a", "m"}).parts("gamma"), vocabulary({"d", "E"}).parts("dE")
        ((), ())
        """
        if not 1 < len(word) <= _MOST_SPLIT or word in GREEK_NAMES:
            return ()
        ways = [way for way in _ways(self.whole, word, _MOST_PARTS) if len(way) > 1]
        right = len(ways) == 1 and len(set(ways[0])) == len(ways[0])
        # The last symbol is no operator: `F d` is a product where `d F` is a change of F.
        return ways[0] if right and CHANGES.isdisjoint(ways[0][:-1]) else ()


def vocabulary(names: Collection[str]) -> Vocabulary:
    """Prepare names; blank ones, numbers and equations (`k = 7`) are no words of a rule.

    >>> sorted(vocabulary(["m", "", "k = 7", "2^99"]).whole)
    ['m']
    """
    return _prepared(frozenset(names))


@lru_cache(maxsize=64)
def _prepared(names: frozenset[str]) -> Vocabulary:
    words = frozenset(name for name in names if _is_word(name))
    spellings: dict[str, list[str]] = {}
    for name in sorted(words):
        spellings.setdefault(folded(name), []).append(name)
    return Vocabulary(
        given=names,
        whole=words,
        joined=frozenset(name for name in words if _is_joined(name, words)),
        folded={key: found[0] for key, found in spellings.items() if len(found) == 1},
        lengths=tuple(sorted({len(name) for name in words}, reverse=True)),
    )


def folded(word: str) -> str:
    """Spell Greek letters out, lower subscripts, and leave out lines and braces.

    >>> folded("ε₀") == folded("epsilon_0") == folded("epsilon_{0}")
    True
    """
    spelled = (GREEK.get(letter, SUBSCRIPTS.get(letter, letter)) for letter in word)
    return "".join(letter for letter in spelled if letter not in "_{}").replace("′", "'")


def _is_word(name: str) -> bool:
    blank = not name.strip() or name != name.strip()
    return not blank and any(is_letter(letter) for letter in name) and not _RELATES & set(name)


def _is_joined(name: str, others: frozenset[str]) -> bool:
    """Say whether a name holds an operator or a list outside of its brackets."""
    depth = 0
    for at, letter in enumerate(name):
        depth += (letter in _OPEN) - (letter in _CLOSE)
        if depth or (not at and letter not in "-–−+"):
            continue
        listed = letter in ",;" and name[at + 1 : at + 2] == " "
        if listed or (letter in _JOINS and not _is_inside(name, at, others)):
            return True
    return False


def _is_inside(name: str, at: int, others: frozenset[str]) -> bool:
    """Say whether a sign belongs to a word: `cross-section`, `dL/dt`, `v^2`."""
    before, after = name[:at], name[at + 1 :]
    if not before:
        return False
    if name[at] == "^":
        return after.strip("(){}").isdigit() and all(map(continues, before))
    if name[at] == "/":
        return before[:1] == after[:1] == "d" and (before + after).isalpha()
    words = _last(before), _first(after)
    return name[at] in "-–" and all(words) and not set(words) <= others


def _last(text: str) -> str:
    return text.rsplit(maxsplit=1)[-1] if text and not text[-1].isspace() else ""


def _first(text: str) -> str:
    return text.split(maxsplit=1)[0] if text and not text[0].isspace() else ""


def _ends(text: str, start: int, name: str, *, alone: bool) -> bool:
    end = start + len(name)
    after = text[end : end + 1]
    if after and ((continues(name[-1]) and continues(after)) or after in "'′"):
        return False
    if "^" in name and text[end:].lstrip()[:1] in ("^", "!"):
        return False
    if not alone:
        return True
    before, rest = text[:start].rstrip()[-1:], text[end:].lstrip()[:1]
    return (not before or before in "([=") and (not rest or rest in ")]=")


def _ways(names: frozenset[str], word: str, most: int) -> list[tuple[str, ...]]:
    """List the ways to cut a word into symbols, two at most."""
    if not word:
        return [()]
    if not most:
        return []
    ways: list[tuple[str, ...]] = []
    for end in range(1, len(word) + 1):
        part = word[:end]
        if (part in names and _is_symbol(part)) or part == "π":
            rests = _ways(names, word[end:], most - 1)
            ways += [(part, *rest) for rest in rests if not rest or _starts(rest[0])]
    return ways[:2]


def _starts(part: str) -> bool:
    return is_letter(part[0])


def _is_symbol(part: str) -> bool:
    """Say whether a name is one letter, or a Greek word, with or without a subscript."""
    stem = part.partition("_")[0]
    while len(stem) > 1 and (stem[-1] in DIGITS or stem[-1] in SUBSCRIPTS):
        stem = stem[:-1]
    return (len(stem) == 1 and is_letter(stem)) or stem in GREEK_NAMES


def is_plain_word(text: str) -> bool:
    """Say whether a text reads as a word of a language: three letters or more, or several words.

    >>> [is_plain_word(text) for text in ("mass", "mass flow", "v_0", "rho", "ln(V / 2)")]
    [True, True, False, False, False]
    """
    depth = 0
    for letter in text:
        depth += (letter in _OPEN) - (letter in _CLOSE)
        if letter.isspace() and not depth:
            return True
    long = len(text) >= _LONG_WORD and all(is_letter(letter) or letter in "-'" for letter in text)
    return long and text not in GREEK_NAMES
