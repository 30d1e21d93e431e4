"""Scores of texts: references and hypotheses, and what becomes of whole corpora.

The kind `text-score` is BLEU, ROUGE, word F1, exact match, error rates and others. Its laws
are of whole corpora, and of words: what white space, order, repetition, case and marks do.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Ask,
    Check,
    answered_unless,
    claiming,
    needing,
    never_above,
    repeated,
    unchanged,
    where,
)
from measurand.laws.kinds.compare import broken, inside, is_mean, is_number
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Absent, Call, Number, Raised, Subject, asked, number

Texts = Sequence[str]
TextScore = Subject[[Texts, Texts]]
PERCENT, ERROR, SYMMETRIC, UNDEFINED = "percent", "error", "symmetric", "undefined"
MEAN, REPLICATED, MONOTONE, LENGTHS = "mean", "replicated", "monotone", "lengths"
EMPTY_ONE, EMPTY_ZERO = "empty=1", "empty=0"
SHORT, UNICODE, OVERLAP, WORDS = "short", "unicode", "overlap", "words"
NO_END = float("inf")
FAR = {"a": "x", "b": "zoo", "cat": "von", "The": "Ix", "the": "uzo"}
"""For every word of the cases a word that shares no letter with any of them."""


@frozen
class TextsCase:
    """Texts that a score is tried on: as many references as hypotheses, and what is done to them.

    `order` says in which order the pairs come again, `place` picks a pair, `times` is how often the
    whole is repeated. `words` are put into a text, `space` is white space between words. `script`
    has two words of one script that share no letter.

    >>> TextsCase(["a"], ["b"], place=7).at
    0
    """

    references: Texts
    hypotheses: Texts
    order: Sequence[int] = ()
    place: int = 0
    times: int = 2
    words: Sequence[str] = ("a",)
    space: str = "  "
    script: Sequence[str] = ("猫", "犬")

    @property
    def at(self) -> int:
        """Give the place of the pair that something is done to."""
        return self.place % max(1, len(self.references))

    def put(self, text: str) -> Texts:
        """Give the hypotheses with another text at the place."""
        return [text if i == self.at else old for i, old in enumerate(self.hypotheses)]


def text_score(subject: TextScore, references: Texts, hypotheses: Texts) -> Call[Number]:
    """Ask for the score of texts.

    >>> text_score(Subject("always", lambda references, hypotheses: 1), ["a"], ["b"]).answer
    Fraction(1, 1)
    """
    return asked(subject, number, references, hypotheses)


def text_top(subject: TextScore) -> Fraction:
    """Give what a text scores against itself: 1, or 100 percent; of errors 0.

    >>> text_top(Subject("bleu", max, {"percent"}))
    Fraction(100, 1)
    """
    best = Fraction(100 if PERCENT in subject.claims else 1)
    return Fraction(0) if ERROR in subject.claims else best


def text_bottom(subject: TextScore, call: Call[Number]) -> Outcome:
    """Hold where texts that share nothing get the worst score; errors have no worst one.

    >>> text_bottom(Subject("f", max), Call("f", (), 0.5)).because
    '0.5, expected 0'
    """
    if ERROR in subject.claims:
        return Silent("errors have no upper end")
    return is_number(subject, call, Fraction(0))


TextAsk = Ask[[Texts, Texts], TextsCase]
TextCheck = Check[[Texts, Texts], TextsCase]
TextLaw = Law[TextScore, TextsCase]


def _of(pick: Callable[[TextsCase], tuple[Texts, Texts]]) -> TextAsk:
    return lambda subject, case: text_score(subject, *pick(case))


def _hearing(change: Callable[[TextsCase], Texts]) -> TextAsk:
    """Ask about other hypotheses."""
    return _of(lambda case: (case.references, change(case)))


def _in_words(change: Callable[[list[str]], Sequence[str]]) -> TextAsk:
    """Ask about the words of each hypothesis, changed and joined by one blank."""
    return _hearing(lambda case: [" ".join(change(text.split())) for text in case.hypotheses])


_HERE = _of(lambda case: (case.references, case.hypotheses))
_WORDS = _in_words(lambda words: words)


@law("range", "A score lies between 0 and 1, in percent 100; errors from 0.")
def _text_range(subject: TextScore, case: TextsCase) -> Outcome:
    high = NO_END if ERROR in subject.claims else text_top(subject)
    long = _long(case.references)
    outcome = inside(_HERE(subject, case), 0, high)
    if isinstance(outcome, Broken) or not long:
        return outcome
    return inside(text_score(subject, long, long), 0, high)


def _long(texts: Texts) -> Texts:
    return [" ".join([text] * 4) for text in texts if text.strip()]


def _itself(texts: Callable[[TextsCase], Texts]) -> TextCheck:
    def check(subject: TextScore, case: TextsCase) -> Outcome:
        some = texts(case)
        if not some:
            return Silent("no text has words")
        return is_number(subject, text_score(subject, some, some), text_top(subject))

    return check


def _script_text(words: Sequence[str]) -> Texts:
    return [" ".join([*words, *words, *words, *words])]


@law(
    "unicode-disjoint",
    "Texts of any script that share no letter score 0.",
    Algebra.BOUNDS,
    UNICODE,
    OVERLAP,
)
def _unicode_disjoint(subject: TextScore, case: TextsCase) -> Outcome:
    here, *others = case.script
    far = _script_text(others) if WORDS in subject.claims else others[:1]
    return text_bottom(subject, text_score(subject, _script_text([here]), far))


@law(
    "disjoint",
    "Texts that share no letter score 0; so does a text against an empty one.",
    Algebra.BOUNDS,
    OVERLAP,
)
def _text_disjoint(subject: TextScore, case: TextsCase) -> Outcome:
    near = [" ".join(w if w in FAR else "a" for w in text.split()) for text in case.references]
    most = None if WORDS in subject.claims else 1  # a score of letters finds blanks of both
    far = [" ".join([FAR.get(w, "x") for w in text.split()][:most]) for text in case.hypotheses]
    if not far or any(not a and not b for a, b in zip(near, far, strict=True)):
        return Silent("in some pair both texts are empty")
    return text_bottom(subject, text_score(subject, near, far))


def _empty_one(subject: TextScore, _case: TextsCase) -> Outcome:
    return is_number(subject, text_score(subject, [""], [""]), text_top(subject))


def _empty_zero(subject: TextScore, _case: TextsCase) -> Outcome:
    return text_bottom(subject, text_score(subject, [""], [""]))


@law("mean", "The score of a corpus is the mean of the scores of its pairs.", Algebra.MERGE, MEAN)
def _text_mean(subject: TextScore, case: TextsCase) -> Outcome:
    pairs = zip(case.references, case.hypotheses, strict=True)
    singles = [text_score(subject, [a], [b]) for a, b in pairs]
    return is_mean(subject, _HERE(subject, case), singles, "some text has no score")


def _no_worse(worse: TextAsk, better: TextAsk) -> TextCheck:
    """Hold where one question is answered no better than the other; of errors less is better."""
    return claiming({ERROR}, never_above(better, worse), never_above(worse, better))


def _with_texts(check: TextCheck) -> TextCheck:
    return needing(lambda case: case.references, "no text", check)


@law(
    "lengths",
    "A reference without its hypothesis is refused, or there is no score.",
    Algebra.EMPTY_RULES,
    LENGTHS,
)
def _text_lengths(subject: TextScore, case: TextsCase) -> Outcome:
    call = text_score(subject, [*case.references, *case.words[:1]], case.hypotheses)
    if isinstance(call.answer, Raised | Absent):
        return Holds()
    return broken("there is one reference too many, and it gives a number", call)


CORPUS_LAWS: tuple[TextLaw, ...] = (
    law("defined", "Every corpus gets a number, empty texts too.")(
        answered_unless(UNDEFINED, _HERE)
    ),
    law("repeatable", "The same texts get the same score.", Algebra.STATISTICS)(repeated(_HERE)),
    _text_range,
    law(
        "identity",
        "Texts of four words or more against themselves score the best.",
        Algebra.IDENTITY,
    )(_itself(lambda case: _long(case.references))),
    law(
        "short-identity",
        "A text of any length against itself scores the best.",
        Algebra.IDENTITY,
        SHORT,
    )(_itself(lambda case: [text for text in case.references if text.strip()])),
    law(
        "unicode-identity",
        "A text of any script against itself scores the best.",
        Algebra.IDENTITY,
        UNICODE,
    )(_itself(lambda case: _script_text(case.script))),
    _unicode_disjoint,
    _text_disjoint,
    law("empty-is-one", "Nothing against nothing scores the best.", Algebra.EMPTY_RULES, EMPTY_ONE)(
        _empty_one
    ),
    law("empty-is-zero", "Nothing against nothing scores 0.", Algebra.EMPTY_RULES, EMPTY_ZERO)(
        _empty_zero
    ),
    law(
        "swap", "Exchanging references and hypotheses changes nothing.", Algebra.SYMMETRY, SYMMETRIC
    )(unchanged(_HERE, _of(lambda case: (case.hypotheses, case.references)))),
    law("pair-order", "The order of the pairs plays no part.", Algebra.ORDER)(
        needing(
            lambda case: sorted(case.order) == list(range(len(case.references))),
            "the order is no order of these pairs",
            unchanged(
                _HERE,
                _of(
                    lambda case: (
                        [case.references[i] for i in case.order],
                        [case.hypotheses[i] for i in case.order],
                    )
                ),
            ),
        )
    ),
    law("replication", "The whole corpus twice scores as once.", Algebra.MERGE, REPLICATED)(
        unchanged(
            _HERE,
            _of(
                lambda case: (
                    list(case.references) * case.times,
                    list(case.hypotheses) * case.times,
                )
            ),
        )
    ),
    _text_mean,
    law(
        "correction",
        "A hypothesis replaced by its reference never makes the score worse.",
        Algebra.MONOTONE,
        MONOTONE,
    )(_with_texts(_no_worse(_HERE, _hearing(lambda case: case.put(case.references[case.at]))))),
    _text_lengths,
)


BAG, SET, MULTISET = "bag", "set", "multiset"
PRECISE, UNCASED, UNMARKED = "precise", "uncased", "unmarked"


def _no_better(word: Callable[[TextsCase], str]) -> TextCheck:
    """Hold where one word more makes no score better."""

    def said(case: TextsCase) -> Texts:
        return case.put(" ".join([*case.hypotheses[case.at].split(), word(case)]))

    one = _hearing(lambda case: case.put(" ".join(case.hypotheses[case.at].split())))
    return claiming({ERROR}, never_above(one, _hearing(said)), never_above(_hearing(said), one))


def _surplus(case: TextsCase) -> list[str]:
    """List the words of a hypothesis that it has as often as its reference, or more often."""
    gold = case.references[case.at].lower().split()
    words = case.hypotheses[case.at].split()
    lower = [word.lower() for word in words]
    return [word for word in words if lower.count(word.lower()) >= gold.count(word.lower())]


def _noise(case: TextsCase) -> str:
    return FAR.get(case.words[0], case.words[0])


def _not_noise(case: TextsCase) -> str:
    if not case.references or not case.words:
        return "no text"
    met = set(_noise(case).lower()) & set("".join(case.references).lower())
    return "some reference has a letter of the word" if met else ""


WORD_LAWS: tuple[TextLaw, ...] = (
    law(
        "spaces",
        "White space only parts words: how much and which plays no part.",
        Algebra.TRANSFORMS,
        WORDS,
    )(
        unchanged(
            _HERE,
            _hearing(lambda case: [case.space.join([*x.split(), ""]) for x in case.hypotheses]),
        )
    ),
    law("word-order", "The order of the words of a hypothesis plays no part.", Algebra.ORDER, BAG)(
        unchanged(_WORDS, _in_words(lambda words: words[::-1]))
    ),
    law(
        "clipping",
        "A word that a hypothesis already has as often as its reference never helps again.",
        Algebra.MULTISET,
        MULTISET,
    )(
        _with_texts(
            needing(
                _surplus,
                "no word of the hypothesis is used up",
                _no_better(lambda case: _surplus(case)[0]),
            )
        )
    ),
    law("repeats", "How often a hypothesis says its words plays no part.", Algebra.MULTISET, SET)(
        unchanged(_WORDS, _in_words(lambda words: words * 2))
    ),
    law(
        "noise",
        "A word that no reference has never makes the score better.",
        Algebra.MONOTONE,
        PRECISE,
    )(where(_not_noise, _no_better(_noise))),
    law("case", "Small and capital letters are the same.", Algebra.TRANSFORMS, UNCASED)(
        unchanged(_HERE, _hearing(lambda case: [text.swapcase() for text in case.hypotheses]))
    ),
    law("marks", "A comma after a word plays no part.", Algebra.TRANSFORMS, UNMARKED)(
        unchanged(_WORDS, _in_words(lambda words: [f"{word}," for word in words]))
    ),
)


TEXT_LAWS = (*CORPUS_LAWS, *WORD_LAWS)
TEXT_SCORE: Kind[[Texts, Texts], TextsCase] = Kind(
    name="text-score",
    takes=(
        "two equally long sequences of texts, references and hypotheses, and gives a number, which "
        "is 1 for a text against itself (100 in percent, 0 of errors)"
    ),
    claims={
        PERCENT: "the best score is 100, not 1",
        ERROR: "it counts errors: 0 is the best, and there is no upper end",
        SYMMETRIC: "exchanging references and hypotheses changes nothing",
        UNDEFINED: "some corpora may have no number: None or NaN",
        MEAN: "the score of a corpus is the mean of the scores of its pairs",
        REPLICATED: "the whole corpus twice scores as once",
        MONOTONE: "a hypothesis replaced by its reference never makes the score worse",
        LENGTHS: "as many references as hypotheses, or there is no score",
        EMPTY_ONE: "nothing against nothing scores the best",
        EMPTY_ZERO: "nothing against nothing scores 0",
        SHORT: "a text of one word against itself scores the best too",
        UNICODE: "texts of every script are read",
        OVERLAP: "texts that share no letter score 0",
        WORDS: "texts are read as words: white space only parts them",
        BAG: "the order of words plays no part",
        SET: "a word counts once, however often it is said",
        MULTISET: "a word that is said as often as the reference has it never helps once more",
        PRECISE: "a word that no reference has never helps",
        UNCASED: "small and capital letters are the same",
        UNMARKED: "a comma after a word plays no part",
    },
    laws=TEXT_LAWS,
    apart=(
        frozenset({EMPTY_ONE, EMPTY_ZERO}),
        frozenset({SET, MULTISET}),
        frozenset({ERROR, PERCENT}),
        frozenset({ERROR, OVERLAP}),
    ),
)
