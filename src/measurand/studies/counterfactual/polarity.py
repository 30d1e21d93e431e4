"""Which frames claim that a finding is there, and which that it is not."""

from attrs import field, frozen

from measurand.values.frames import Frame


@frozen
class Polarity:
    """The words for a finding that is there, and those for one that is not.

    `any_case` reads "Present" as "present"; without it words are compared exactly. A frame with
    another word is neither. Whether the frame was refused plays no part.

    >>> Polarity().is_positive(Frame(finding="nodule", polarity="Present"))
    False
    >>> Polarity(any_case=True).is_positive(Frame(finding="nodule", polarity="Present"))
    True

    Raises ValueError where a word stands for both.
    """

    positive: tuple[str, ...] = ("present", "positive")
    negative: tuple[str, ...] = field(default=("absent", "negative"))
    any_case: bool = False

    def __attrs_post_init__(self) -> None:
        both = self._words(self.positive) & self._words(self.negative)
        if both:
            message = f"a word is positive or negative: got {min(both)!r} as both"
            raise ValueError(message)

    def is_positive(self, frame: Frame) -> bool:
        """Decide whether a frame claims that its finding is there.

        >>> Polarity().is_positive(Frame(finding="nodule", polarity="positive"))
        True
        """
        return self._form(frame.polarity) in self._words(self.positive)

    def is_negative(self, frame: Frame) -> bool:
        """Decide whether a frame claims that its finding is not there.

        >>> Polarity().is_negative(Frame(finding="nodule", polarity="unknown"))
        False
        """
        return self._form(frame.polarity) in self._words(self.negative)

    def _form(self, word: str) -> str:
        return word.lower() if self.any_case else word

    def _words(self, words: tuple[str, ...]) -> frozenset[str]:
        return frozenset(self._form(word) for word in words)


POSITIVE = Polarity()
"""The usual words: present and positive, absent and negative, in exactly this case."""
