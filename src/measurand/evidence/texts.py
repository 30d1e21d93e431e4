"""Generated texts against references: which texts a sample has, and the tokens that they are.

Gold are the references of a sample, one or several; what was predicted is one text. A text is
normalised by named steps, then cut into tokens. Three ways to cut are programs' own, written here
by their published rules: `13a` is that of the NIST script mteval-v13a, which is the default of
sacrebleu; `intl` that of mteval-v14, by the Unicode categories of punctuation, symbols and numbers;
`rouge` keeps runs of the letters a to z and of digits, as the script of Lin 2004 does. `words` are
what white space parts, and `char` every character that is no white space.

An answer that was not given is no text. One that is an empty list, or an empty text, has no tokens.
"""

import re
import sys
import unicodedata
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache

from attrs import frozen

from measurand.evidence.evidence import Excluded, Fact
from measurand.evidence.facts import Reads
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.normalise import Step, normalise
from measurand.evidence.observation import Missing
from measurand.values.fault import shown
from measurand.values.items import Item, item_text
from measurand.values.sample import GOLD, PREDICTED, Sample


class Tokens(Enum):
    """How a text is cut into tokens."""

    THIRTEEN_A = "13a"
    INTL = "intl"
    WORDS = "words"
    CHAR = "char"
    ROUGE = "rouge"


_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
# All ASCII marks but the apostrophe, comma, hyphen and period; then a period or comma that has no
# digit before it, or none behind it; then a hyphen behind a digit.
_MARKS = str.maketrans(
    {
        mark: f" {mark} "
        for mark in re.findall(r"[ -&(-+/:-@\[-`{-~]", "".join(map(chr, range(128))))
    }
)
_AFTER, _BEFORE = re.compile(r"([^0-9])([.,])"), re.compile(r"([.,])([^0-9])")
_HYPHEN = re.compile(r"([0-9])(-)")


def _thirteen_a(text: str) -> list[str]:
    text = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    if "&" in text:
        for written, meant in _ENTITIES:
            text = text.replace(written, meant)
    text = f" {text} ".translate(_MARKS)
    if "." in text or "," in text:
        text = _BEFORE.sub(r" \1 \2", _AFTER.sub(r"\1 \2 ", text))
    return (_HYPHEN.sub(r"\1 \2 ", text) if "-" in text else text).split()


def _intl(text: str) -> list[str]:
    after, before, symbols = _unicode_marks()
    text = before.sub(r" \1 \2", after.sub(r"\1 \2 ", text.rstrip()))
    return symbols.sub(r" \1 ", text).split()


@cache
def _unicode_marks() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Find a mark behind what is no number, a mark before such, and a symbol."""
    kinds: dict[str, list[str]] = {"P": [], "S": [], "N": []}
    for code in range(sys.maxunicode + 1):
        kind = unicodedata.category(chr(code))[0]
        if kind in kinds:
            kinds[kind].append(f"\\U{code:08x}")
    marks, symbols, digits = ("".join(kinds[kind]) for kind in "PSN")
    return (
        re.compile(f"([^{digits}])([{marks}])", re.DOTALL),
        re.compile(f"([{marks}])([^{digits}])", re.DOTALL),
        re.compile(f"([{symbols}])"),
    )


_ALPHANUMERIC = re.compile("[a-z0-9]+")

_CUT: Mapping[Tokens, Callable[[str], list[str]]] = {
    Tokens.THIRTEEN_A: _thirteen_a,
    Tokens.INTL: _intl,
    Tokens.WORDS: str.split,
    Tokens.CHAR: lambda text: list("".join(text.split())),
    Tokens.ROUGE: lambda text: _ALPHANUMERIC.findall(text.lower()),
}


def tokens_of(text: str, how: Tokens) -> list[str]:
    """Cut a text into tokens.

    >>> tokens_of("It costs 3.5-4, not more.", Tokens.THIRTEEN_A)
    ['It', 'costs', '3.5', '-', '4', ',', 'not', 'more', '.']
    >>> tokens_of("It's 5 €.", Tokens.INTL), tokens_of("It's 5 €.", Tokens.ROUGE)
    (['It', "'", 's', '5', '€', '.'], ['it', 's', '5'])
    """
    return _CUT[how](text)


_SQUAD = "say --like squad:f1, or write records with all answers to a question under gold"

SQUAD = "squad.version"
"""The group of a sample that says that its items are the tokens of one reference, as SQuAD's are
made, and not texts; and by which version they were made."""


@frozen(kw_only=True, cache_hash=True)
class AgainstReferences(Reads):
    """What one text has to do with references: a base.

    A sample without a reference, or without an answer, is left out; with `missing=empty` an answer
    that was not given is the empty text.
    """

    normalise: tuple[Step, ...] = ()
    missing: Missing = Missing.SKIP

    @abstractmethod
    def against(self, text: str, references: Sequence[str]) -> Fact:
        """Observe a text that is normalised, as its references are; there is at least one."""

    def see(self, sample: Sample) -> Fact | Excluded:
        """Observe a sample, or say why it is left out.

        Raises UnfitSampleError where there are several answers, or an item is no text.
        """
        if sample.group(SQUAD) is not None:
            message = (
                "texts and their references: got the tokens of answers that SQuAD's files have"
            )
            raise UnfitSampleError(message, _SQUAD)
        if not sample.gold:
            return Excluded(sample.reason(GOLD) or "no reference")
        if sample.predicted is None and self.missing is Missing.SKIP:
            return Excluded(sample.reason(PREDICTED) or "no answer")
        texts = sample.predicted or ("",)
        if len(texts) > 1:
            message = f"one text that was generated: got {len(texts)}"
            raise UnfitSampleError(message, "say which one: --field pred=PATH[0], for example")
        return self.against(self._text(texts[0]), [self._text(one) for one in sample.gold])

    def _text(self, item: Item) -> str:
        if isinstance(item, str):
            return normalise(self.normalise, item) if self.normalise else item
        message = f"a text: got {shown(item_text(item))}"
        raise UnfitSampleError(message, "say --items text, or where it stands: --field pred=PATH")
