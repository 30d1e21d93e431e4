"""The kind `text-score`: BLEU, ROUGE, word F1, exact match, error rates and their relatives."""

from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.texts.cases import (
    CORPUS_LAWS,
    EMPTY_ONE,
    EMPTY_ZERO,
    ERROR,
    LENGTHS,
    MEAN,
    MONOTONE,
    OVERLAP,
    PERCENT,
    REPLICATED,
    SHORT,
    SYMMETRIC,
    UNDEFINED,
    UNICODE,
    WORDS,
    Texts,
    TextsCase,
)
from measurand.laws.kinds.texts.right import RIGHT_TEXTS
from measurand.laws.kinds.texts.words import (
    BAG,
    MULTISET,
    PRECISE,
    SET,
    UNCASED,
    UNMARKED,
    WORD_LAWS,
)
from measurand.laws.kinds.texts.wrong import WRONG_TEXTS

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
    laws=(*CORPUS_LAWS, *WORD_LAWS),
    apart=(
        frozenset({EMPTY_ONE, EMPTY_ZERO}),
        frozenset({SET, MULTISET}),
        frozenset({ERROR, PERCENT}),
        frozenset({ERROR, OVERLAP}),
    ),
    right=RIGHT_TEXTS,
    wrong=WRONG_TEXTS,
)
