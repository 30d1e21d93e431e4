"""Translations against references: edits of words, where a run of words may be moved at once (TER).

The fewest edits with moves are hard to find (Shapira and Storer 2002), so TER is what a greedy
search finds, and its rules are part of the definition. From all moves of a run of up to ten words
to a place, at most fifty words off, where the reference has that run, the one that saves most edits
is made, as long as one saves any; each move is one edit. Of equal ones the longest run counts, then
the one that begins first, then the one that goes to the first place. A run is moved only if the
shortest way in use has a word of it wrong, and a word of where the reference has it. After a
thousand moves were tried, no other is made.

Edits are found in a band around the diagonal of the table of both texts. Where more words lie
between two ways than the band is wide, edits outside of it are not seen; so it is in sacrebleu,
whose rules these are. Those of tercom differ where it moves behind a place and not before it.

A corpus has the sum of edits by the sum of lengths of references. Of several references a text is
held to the one with the fewest edits, and the length is the mean of theirs.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from fractions import Fraction
from math import ceil, floor, inf

from attrs import frozen

from measurand.algebra.number import Number
from measurand.evidence.evidence import Fact
from measurand.evidence.facts import whole_or_ratio
from measurand.evidence.normalise import Step
from measurand.evidence.observation import Missing
from measurand.evidence.texts import AgainstReferences, Tokens, tokens_of
from measurand.metrics.family import About, OfSums

_LONGEST, _FARTHEST, _MOST_TRIED, _BAND = 10, 50, 1000, 25

Row = tuple[int, list[float]]
"""Cells of a row of the table, from a column on; those outside of it are infinite."""
Move = tuple[int, int, int]
"""Where a run begins, how many words it has, and before which word it goes."""


@frozen
class _Table:
    """The fewest edits from each beginning of a text to each of a reference, within the band."""

    words: tuple[str, ...]
    reference: Sequence[str]
    rows: list[Row]

    @property
    def edits(self) -> float:
        return self.rows[-1][1][-1]

    def moved(self, start: int, length: int, target: int) -> "_Table":
        """Move a run; rows above the first word that changes stay."""
        words, end = self.words, start + length
        run = words[start:end]
        if target < start:
            made = (*words[:target], *run, *words[target:start], *words[end:])
        elif target > end:
            made = (*words[:start], *words[end:target], *run, *words[target:])
        else:
            # The place is inside of the run or beside it: the run goes so far to the right.
            made = (*words[:start], *words[end : length + target], *run, *words[length + target :])
        return _table(made, self.reference, self.rows[: min(start, target) + 1])


def _table(words: tuple[str, ...], reference: Sequence[str], rows: list[Row]) -> _Table:
    """Fill the rows that are missing; the first is there."""
    # The band is found by a float, as sacrebleu does: it decides which cells there are.
    ratio = len(reference) / len(words) if words else 1.0
    band = ceil(ratio / 2 + _BAND) if ratio / 2 > _BAND else _BAND
    rows = list(rows)
    for at in range(len(rows), len(words) + 1):
        middle = floor(at * ratio)
        last = at == len(words)
        ends = len(reference) + 1, middle + band
        low, high = max(0, middle - band), ends[0] if last else min(ends)
        rows.append((low, _cells(words[at - 1], reference, rows[-1], low, high)))
    return _Table(words, reference, rows)


def _cells(word: str, reference: Sequence[str], above: Row, low: int, high: int) -> list[float]:
    start, cells = above
    end = start + len(cells)
    left, found = inf, []
    for at in range(low, high):
        before = cells[at - 1 - start] if start < at <= end else inf
        over = cells[at - start] if start <= at < end else inf
        paired = before + (word != reference[at - 1]) if at else inf
        left = min(paired, over + 1, left + 1)
        found.append(left)
    return found


@frozen
class _Way:
    """A shortest way: of each word of the reference how many words of the text are before it.

    Its own is one of these. `wrong` and `missed` are the words of the text, and of the reference,
    that are not as they are on the other side.
    """

    places: list[int]
    wrong: list[bool]
    missed: list[bool]


def _way(table: _Table) -> _Way:
    """Go back through the table: a pair where it is shortest, else a word of the text goes."""
    words, reference, rows = table.words, table.reference, table.rows
    row, column = len(words), len(reference)
    found = _Way([0] * column, [True] * row, [True] * column)

    def cell(row: int, column: int) -> float:
        start, cells = rows[row]
        return cells[column - start] if start <= column < start + len(cells) else inf

    while row or column:
        here = cell(row, column)
        different = bool(row and column) and words[row - 1] != reference[column - 1]
        if row and column and cell(row - 1, column - 1) + different == here:
            found.places[column - 1] = row
            found.wrong[row - 1] = found.missed[column - 1] = different
            row, column = row - 1, column - 1
        elif row and cell(row - 1, column) + 1 == here:
            row -= 1
        else:
            found.places[column - 1] = row
            column -= 1
    return found


def _moves(table: _Table) -> Iterator[list[Move]]:
    """List the moves of each run of the text to where the reference has it."""
    way, words, reference = _way(table), table.words, table.reference
    for start in range(len(words)):
        near = range(max(0, start - _FARTHEST), min(len(reference), start + _FARTHEST + 1))
        for at in near:
            most = min(_LONGEST, len(words) - start, len(reference) - at)
            for length in range(1, most + 1):
                if words[start + length - 1] != reference[at + length - 1]:
                    break
                there = start < way.places[at] <= start + length
                wrong = any(way.wrong[start : start + length])
                if wrong and any(way.missed[at : at + length]) and not there:
                    before = [0] if not at else [way.places[at - 1]]
                    targets = dict.fromkeys((*before, *way.places[at : at + length]))
                    yield [(start, length, target) for target in targets]


def shifted_edits(text: Sequence[str], reference: Sequence[str]) -> int:
    """Count the edits and moves of a text, by the rules of sacrebleu.

    >>> shifted_edits("b c a".split(), "a b c".split()), shifted_edits("a b".split(), [])
    (1, 2)
    """
    if not reference:
        return len(text)
    table = _table(tuple(text), reference, [(0, [float(n) for n in range(len(reference) + 1)])])
    moves = tried = 0
    while True:
        best: tuple[tuple[float, int, int, int], _Table] | None = None
        for some in _moves(table):
            for start, length, target in some:
                moved = table.moved(start, length, target)
                rank = (table.edits - moved.edits, length, -start, -target)
                best = max(best or (rank, moved), (rank, moved), key=lambda one: one[0])
            tried += len(some)
            if tried >= _MOST_TRIED:
                return moves + int(table.edits)
        if best is None or best[0][0] <= 0:
            return moves + int(table.edits)
        moves, table = moves + 1, best[1]


@frozen(kw_only=True, cache_hash=True)
class ShiftedEdits(AgainstReferences):
    """How many edits a text needs to be its nearest reference, and the mean length of references.

    >>> from measurand.values.sample import Sample
    >>> sample = Sample(id="1", gold=("a b c", "a b"), predicted=("b c a",))
    >>> [str(one) for one in ShiftedEdits(tokens=Tokens.WORDS).see(sample)]
    ['1', '5/2']
    """

    tokens: Tokens

    def against(self, text: str, references: Sequence[str]) -> Fact:
        """Count the edits of a text to each reference."""
        mine = tokens_of(text, self.tokens)
        theirs = [tokens_of(one, self.tokens) for one in references]
        length = Fraction(sum(map(len, theirs)), len(theirs))
        return (min(shifted_edits(mine, one) for one in theirs), whole_or_ratio(length))


class NoWords(Enum):
    """What there is where references have no word: nothing, or 1 where something was generated.

    With `one`, references and texts without a word have 0.
    """

    UNDEFINED = "undefined"
    ONE = "one"


_NO_REFERENCE = "no reference has a token"
_PEER = "with no_words=one, in percent: 1e-12 of it, and `--like sacrebleu:ter` has its bits"


@frozen(kw_only=True, cache_hash=True)
class TranslationEditRate(OfSums):
    """Edits of words and moves of runs of words, by how many words the references have: TER.

    At least 0, and above 1 where more is inserted than is right; tables print percent. By default
    it is what sacrebleu computes of a corpus: of words that white space parts, in lower case.

    >>> from measurand.values.sample import Sample
    >>> from measurand.metrics.finalise import evaluate
    >>> said = Sample(id="1", gold=("the cat sat down",), predicted=("down sat the cat",))
    >>> evaluate(TranslationEditRate(), [said])
    Defined(value=Fraction(1, 2))
    """

    about = About(
        name="ter",
        says="edits of words and moves of runs of words, by how many words the references have",
        formula="(insertions + deletions + substitutions + moves) / words of references",
        source="Snover, Dorr, Schwartz, Micciulla and Makhoul 2006; Post 2018 (search)",
        low=0,
        better=-1,
        words=("translation_edit_rate", "translation_error_rate"),
        undefined=f"{_NO_REFERENCE} (see no_words)",
        peers=(("sacrebleu.corpus_ter", _PEER),),
        tried=(
            ("tokens", ("words", "13a", "char")),
            ("normalise", ("lower", "none", "lower+punctuation")),
            ("level", ("corpus", "sample")),
            ("missing", ("skip", "empty")),
            ("no_words", ("undefined", "one")),
        ),
    )
    tokens: Tokens = Tokens.WORDS
    normalise: tuple[Step, ...] = (Step.LOWER,)
    missing: Missing = Missing.SKIP
    no_words: NoWords = NoWords.UNDEFINED

    @property
    def reading(self) -> ShiftedEdits:
        """Say what is observed of a sample: its edits, and the length of its references."""
        return ShiftedEdits(tokens=self.tokens, normalise=self.normalise, missing=self.missing)

    @property
    def size(self) -> int:
        """Say how many counts a sample gives: edits, and the words of references."""
        return 2

    def of(self, sums: Sequence[Number]) -> Number:
        """Divide the edits by the words of references."""
        edits, words = sums
        rate = edits.over(words, _NO_REFERENCE)
        if self.no_words is NoWords.UNDEFINED:
            return rate
        none = edits * 0
        return words.if_zero(edits.if_zero(none, none + 1), rate)
