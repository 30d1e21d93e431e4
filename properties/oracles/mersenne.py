"""The generator MT19937 by the paper (Matsumoto, Nishimura 1998), and numpy's two uses of it.

`permutation` and `integers` are RandomState(seed).permutation(n) and .randint(0, n, size).
"""

WORDS = 624
MIDDLE = 397
ALL = 0xFFFFFFFF
HIGH = 0x80000000
LOW = 0x7FFFFFFF
TWIST = 0x9908B0DF


class Mersenne:
    """One stream of 32-bit words, from one seed."""

    def __init__(self, seed: int) -> None:
        self.words = [seed & ALL]
        for at in range(1, WORDS):
            before = self.words[-1]
            self.words.append((1812433253 * (before ^ (before >> 30)) + at) & ALL)
        self.next = WORDS

    def twist(self) -> None:
        words = self.words
        for at in range(WORDS):
            both = (words[at] & HIGH) | (words[(at + 1) % WORDS] & LOW)
            words[at] = words[(at + MIDDLE) % WORDS] ^ (both >> 1) ^ (TWIST if both & 1 else 0)
        self.next = 0

    def word(self) -> int:
        if self.next == WORDS:
            self.twist()
        word = self.words[self.next]
        self.next += 1
        word ^= word >> 11
        word ^= (word << 7) & 0x9D2C5680
        word ^= (word << 15) & 0xEFC60000
        return word ^ (word >> 18)

    def at_most(self, largest: int) -> int:
        """Draw from 0 to `largest`: cut a word to as many bits, and again if it is too large.

        Where there is one outcome, nothing is drawn.
        """
        if largest == 0:
            return 0
        mask = (1 << largest.bit_length()) - 1
        while True:
            found = self.word() & mask
            if found <= largest:
                return found

    def permutation(self, size: int) -> list[int]:
        """Shuffle 0 to size - 1 from the end (Fisher and Yates)."""
        order = list(range(size))
        for last in reversed(range(1, size)):
            other = self.at_most(last)
            order[last], order[other] = order[other], order[last]
        return order

    def integers(self, below: int, size: int) -> list[int]:
        """Draw `size` indices from 0 to below - 1."""
        return [self.at_most(below - 1) for _ in range(size)]
