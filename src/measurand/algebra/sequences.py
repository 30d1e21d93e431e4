"""What two sequences share: their longest common subsequence, and the fewest edits between them.

A row of the table of either is one number of many bits: a bit for each element of the first
sequence tells whether the next cell is one more, and a row is made of the last one by a sum, which
carries through all bits at once. So a table costs as many steps as the second sequence is long
(Myers 1999, doi:10.1145/316542.316550, as Hyyro 2003 has it for edits; Crochemore et al. 2001,
doi:10.1016/S0020-0190(00)00214-X, for subsequences). What is kept of the rows suffices to go back
through the table.

Several shortest ways lead from one sequence to the other, and they differ in how many elements stay
as they are. The way that is counted is found from the end, once all that both end and begin with is
set aside: a deletion if it is on a shortest way, else an insertion if what is before it is nearer
than what is before the pair, else the pair, equal or not. So does the package that most programs
ask (rapidfuzz, for sequences that it does not have to halve).
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import NamedTuple


class Edits(NamedTuple):
    """How many elements of the first sequence stay, are replaced, are deleted; how many come."""

    hits: int
    substitutions: int
    deletions: int
    insertions: int


def _places(sequence: Sequence[Hashable]) -> "defaultdict[Hashable, int]":
    """Set, for each element, the bits of its places."""
    places: defaultdict[Hashable, int] = defaultdict(int)
    for at, one in enumerate(sequence):
        places[one] |= 1 << at
    return places


def edits(first: Sequence[Hashable], second: Sequence[Hashable]) -> Edits:
    """Count the edits of a shortest way from one sequence to another.

    >>> edits("kitten", "sitting")
    Edits(hits=4, substitutions=2, deletions=0, insertions=1)
    >>> edits("", "ab"), edits("ab", "")
    (Edits(hits=0, substitutions=0, deletions=0, insertions=2), \
Edits(hits=0, substitutions=0, deletions=2, insertions=0))
    """
    start, end = _alike(first, second)
    first, second = first[start : len(first) - end], second[start : len(second) - end]
    rises, falls = _rows(first, second)
    column, row = len(first), len(second)
    substitutions = deletions = insertions = 0
    while row and column:
        bit = 1 << (column - 1)
        if rises[row - 1] & bit:
            deletions, column = deletions + 1, column - 1
            continue
        row -= 1
        if row and falls[row - 1] & bit:
            insertions += 1
        else:
            column -= 1
            substitutions += first[column] != second[row]
    deletions, insertions = deletions + column, insertions + row
    hits = start + end + len(first) - substitutions - deletions
    return Edits(hits, substitutions, deletions, insertions)


def _alike(first: Sequence[Hashable], second: Sequence[Hashable]) -> tuple[int, int]:
    """Count the elements that both begin with, and then those that both end with."""
    most = min(len(first), len(second))
    start = next((at for at in range(most) if first[at] != second[at]), most)
    rest = most - start
    end = next((at for at in range(rest) if first[-1 - at] != second[-1 - at]), rest)
    return start, end


def _rows(
    first: Sequence[Hashable], second: Sequence[Hashable]
) -> tuple[Sequence[int], Sequence[int]]:
    """Tell, for each row of the table, where a cell is one more than the one before, or less."""
    places, every = _places(first), (1 << len(first)) - 1
    up, down = every, 0
    ups, downs = [], []
    for one in second:
        equal = places.get(one, 0)
        diagonal = (((equal & up) + up) ^ up) | equal | down
        right_up = down | (~(diagonal | up) & every)
        right_down = diagonal & up
        right_up = right_up << 1 | 1
        right_down <<= 1
        up = (right_down | ~(diagonal | right_up)) & every
        down = right_up & diagonal & every
        ups.append(up)
        downs.append(down)
    return ups, downs


def common_length(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    """Give the length of the longest common subsequence.

    >>> common_length("abcde", "axcey"), common_length("", "a")
    (3, 0)
    """
    return len(first) - _unmatched(first, second)[-1].bit_count()


def _unmatched(first: Sequence[Hashable], second: Sequence[Hashable]) -> Sequence[int]:
    """Tell, for each row of the table, where a cell is what the one before is; one row more first.

    A cell of a row is the length of what a beginning of the first sequence has in common with a
    beginning of the second; it is one more than the cell before where the bit is 0.
    """
    places, every = _places(first), (1 << len(first)) - 1
    rows = [every]
    for one in second:
        row = rows[-1]
        both = row & places.get(one, 0)
        rows.append(((row + both) | (row - both)) & every)
    return rows


def common_places(first: Sequence[Hashable], second: Sequence[Hashable]) -> Sequence[int]:
    """List the places in the first sequence of a longest common subsequence, the last one first.

    Of several it is the one that is found from the end, where equal elements are a pair, and else
    the end of the first sequence goes unless more is in common without that of the second.

    >>> common_places("abcab", "ab"), common_places("abcab", "ba")
    ([4, 3], [3, 1])
    """
    rows = _unmatched(first, second)
    column, row = len(first), len(second)
    places = []
    while row and column:
        if first[column - 1] == second[row - 1]:
            places.append(column - 1)
            column, row = column - 1, row - 1
        elif _cell(rows, row - 1, column) > _cell(rows, row, column - 1):
            row -= 1
        else:
            column -= 1
    return places


def _cell(rows: Sequence[int], row: int, column: int) -> int:
    return column - (rows[row] & ((1 << column) - 1)).bit_count()
