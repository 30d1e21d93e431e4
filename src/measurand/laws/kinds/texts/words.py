"""Laws of scores of texts: what white space, order, repetition, case and marks do."""

from measurand.algebra.law import Algebra, Law, Outcome, Silent
from measurand.laws.kinds.compare import at_most, same
from measurand.laws.kinds.subject import Call, Number
from measurand.laws.kinds.texts.cases import (
    ERROR,
    FAR,
    WORDS,
    Texts,
    TextsCase,
    TextScore,
    text_score,
)

BAG, SET, MULTISET = "bag", "set", "multiset"
PRECISE, UNCASED, UNMARKED = "precise", "uncased", "unmarked"


def _asked(subject: TextScore, case: TextsCase, hypotheses: Texts) -> Call[Number]:
    return text_score(subject, case.references, hypotheses)


def _unchanged(subject: TextScore, case: TextsCase, hypotheses: Texts) -> Outcome:
    here = _asked(subject, case, case.hypotheses)
    return same(subject, here, _asked(subject, case, hypotheses))


def _spaces(subject: TextScore, case: TextsCase) -> Outcome:
    spaced = [case.space.join([*text.split(), ""]) for text in case.hypotheses]
    return _unchanged(subject, case, spaced)


def _joined(texts: Texts) -> Texts:
    return [" ".join(text.split()) for text in texts]


def _word_order(subject: TextScore, case: TextsCase) -> Outcome:
    here = _asked(subject, case, _joined(case.hypotheses))
    turned = [" ".join(text.split()[::-1]) for text in case.hypotheses]
    return same(subject, here, _asked(subject, case, turned))


def _one_word_more(subject: TextScore, case: TextsCase, word: str) -> Outcome:
    found = case.hypotheses[case.at].split()
    here = _asked(subject, case, case.put(" ".join(found)))
    more = _asked(subject, case, case.put(" ".join([*found, word])))
    low, high = (here, more) if ERROR in subject.claims else (more, here)
    return at_most(subject, low, high)


def _clipping(subject: TextScore, case: TextsCase) -> Outcome:
    if not case.references:
        return Silent("no text")
    gold = case.references[case.at].lower().split()
    words = case.hypotheses[case.at].split()
    found = [word.lower() for word in words]
    surplus = [word for word in words if found.count(word.lower()) >= gold.count(word.lower())]
    if not surplus:
        return Silent("no word of the hypothesis is used up")
    return _one_word_more(subject, case, surplus[0])


def _repeats(subject: TextScore, case: TextsCase) -> Outcome:
    here = _asked(subject, case, _joined(case.hypotheses))
    twice = [" ".join(text.split() * 2) for text in case.hypotheses]
    return same(subject, here, _asked(subject, case, twice))


def _noise(subject: TextScore, case: TextsCase) -> Outcome:
    if not case.references or not case.words:
        return Silent("no text")
    noise = FAR.get(case.words[0], case.words[0])
    if set(noise.lower()) & set("".join(case.references).lower()):
        return Silent("some reference has a letter of the word")
    return _one_word_more(subject, case, noise)


def _text_case(subject: TextScore, case: TextsCase) -> Outcome:
    return _unchanged(subject, case, [text.swapcase() for text in case.hypotheses])


def _marks(subject: TextScore, case: TextsCase) -> Outcome:
    marked = [" ".join(f"{word}," for word in text.split()) for text in case.hypotheses]
    here = _asked(subject, case, _joined(case.hypotheses))
    return same(subject, here, _asked(subject, case, marked))


WORD_LAWS: tuple[Law[TextScore, TextsCase], ...] = (
    Law(
        "spaces",
        "White space only parts words: how much and which plays no part.",
        _spaces,
        Algebra.TRANSFORMS,
        frozenset({WORDS}),
    ),
    Law(
        "word-order",
        "The order of the words of a hypothesis plays no part.",
        _word_order,
        Algebra.ORDER,
        frozenset({BAG}),
    ),
    Law(
        "clipping",
        "A word that a hypothesis already has as often as its reference never helps again.",
        _clipping,
        Algebra.MULTISET,
        frozenset({MULTISET}),
    ),
    Law(
        "repeats",
        "How often a hypothesis says its words plays no part.",
        _repeats,
        Algebra.MULTISET,
        frozenset({SET}),
    ),
    Law(
        "noise",
        "A word that no reference has never makes the score better.",
        _noise,
        Algebra.MONOTONE,
        frozenset({PRECISE}),
    ),
    Law(
        "case",
        "Small and capital letters are the same.",
        _text_case,
        Algebra.TRANSFORMS,
        frozenset({UNCASED}),
    ),
    Law(
        "marks",
        "A comma after a word plays no part.",
        _marks,
        Algebra.TRANSFORMS,
        frozenset({UNMARKED}),
    ),
)
