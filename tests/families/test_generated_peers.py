"""Metrics of generated text are what the packages that people use compute, on random texts."""

import logging
import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import jiwer
import numpy as np
import pytest
from nltk.stem.porter import PorterStemmer
from rapidfuzz.distance import Levenshtein
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.lib_ter import translation_edit_rate
from sacrebleu.metrics.ter import TER

from measurand.algebra.sequences import edits
from measurand.evidence.stemming import stem
from measurand.metrics.compat.short_names import named
from measurand.metrics.families.translation_edits import shifted_edits
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined

logging.getLogger("sacrebleu").setLevel(logging.ERROR)
WORDS = (
    *("the", "cat", "cats", "sat", "on", "mat,", "a", "dog.", "3.5", "(ran)", "it's", "Über"),
    *("€5", "naïve-ly", "&", "&amp;", "10-4", "\u00a0", "«ok»", "don\u2019t", "happily."),
)
TIMES = 300
References = list[list[str]]


def text(draw: random.Random, least: int = 0) -> str:
    return " ".join(draw.choice(WORDS) for _ in range(draw.randint(least, 9)))


def corpora(times: int = TIMES) -> Iterator[tuple[random.Random, list[str], References]]:
    """Draw texts, and for each up to three references, some of which begin as the text does."""
    draw = random.Random(7)  # noqa: S311 # no secret is made of it
    for _ in range(times):
        texts = [text(draw) for _ in range(draw.randint(1, 4))]
        references = [
            [
                f"{one[: draw.randint(0, 40)]} {text(draw)}" if draw.random() < 0.5 else text(draw)
                for one in texts
            ]
            for _ in range(draw.randint(1, 3))
        ]
        yield draw, texts, references


def samples(texts: list[str], references: References) -> tuple[Sample, ...]:
    return tuple(
        Sample(id=str(at), gold=tuple(some[at] for some in references), predicted=(one,))
        for at, one in enumerate(texts)
    )


def score(definition: str, corpus: tuple[Sample, ...]) -> float:
    found = evaluate(parse(definition), corpus)
    assert isinstance(found, Defined)
    return float(found.value)


def test_bleu_is_that_of_sacrebleu() -> None:
    for draw, texts, references in corpora():
        tokens, smoothing = (
            draw.choice(["13a", "none", "char", "intl"]),
            draw.choice(["exp", "none", "floor", "add-k"]),
        )
        effective, lower, order = (
            draw.random() < 0.5,
            draw.random() < 0.5,
            draw.choice([1, 2, 4, 5]),
        )
        peer = BLEU(
            tokenize=tokens,
            smooth_method=smoothing,
            effective_order=effective,
            lowercase=lower,
            max_ngram_order=order,
        )
        ours = (
            f"bleu(order={order},tokens={'words' if tokens == 'none' else tokens},"
            f"normalise={'lower' if lower else 'none'},smoothing={smoothing.replace('-', '_')},"
            f"orders={'effective' if effective else 'all'},no_ngrams=zero)"
        )

        expected = peer.corpus_score(texts, references).score / 100
        assert score(ours, samples(texts, references)) == pytest.approx(expected, rel=1e-12)


def test_chrf_is_that_of_sacrebleu() -> None:
    for draw, texts, references in corpora():
        words, beta = draw.choice([0, 1, 2]), draw.choice([1, 2, 3])
        eps, spaces, lower = (draw.random() < 0.4 for _ in range(3))
        peer = CHRF(
            word_order=words, beta=beta, eps_smoothing=eps, whitespace=spaces, lowercase=lower
        )
        ours = (
            f"chrf(words={words},beta={beta},normalise={'lower' if lower else 'none'},"
            f"spaces={'kept' if spaces else 'dropped'},averaging={'eps' if eps else 'effective'},"
            "no_ngrams=zero)"
        )

        expected = peer.corpus_score(texts, references).score / 100
        assert score(ours, samples(texts, references)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("rouge_n(n=1", "rouge1"),
        ("rouge_n(n=2", "rouge2"),
        ("rouge_l(", "rougeL"),
        ("rouge_lsum(", "rougeLsum"),
    ],
)
@pytest.mark.parametrize("stems", ["none", "porter"])
def test_rouge_is_that_of_rouge_score(ours: str, theirs: str, stems: str) -> None:
    peer = RougeScorer([theirs], use_stemmer=stems == "porter")
    comma = "" if ours.endswith("(") else ","
    for draw, flat, plain in corpora(60):
        texts, *references = (
            [one.replace(" the", "\nthe") for one in some] for some in (flat, *plain)
        )
        part = draw.choice(["f", "precision", "recall"])
        name = {"f": "fmeasure"}.get(part, part)
        scores = [
            getattr(peer.score_multi([some[at] for some in references], one)[theirs], name)
            for at, one in enumerate(texts)
        ]

        found = score(f"{ours}{comma}part={part},stems={stems})", samples(texts, references))
        assert found == pytest.approx(sum(scores) / len(scores), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "peer"),
    [("wer", jiwer.wer), ("cer", jiwer.cer), ("mer", jiwer.mer), ("wil", jiwer.wil)],
)
def test_error_rates_are_those_of_jiwer(
    name: str, peer: Callable[[list[str], list[str]], float]
) -> None:
    draw = random.Random(5)  # noqa: S311 # no secret is made of it
    for _ in range(100):
        size = draw.randint(1, 4)
        texts, references = ([text(draw, 1).strip() for _ in range(size)] for _ in range(2))
        if not all(one.split() for one in (*texts, *references)):
            continue

        found = evaluate(parse(name), samples(texts, [references]))
        assert isinstance(found, Defined)
        assert float(found.value) == pytest.approx(peer(references, texts), abs=1e-15)


def drawn(times: int) -> Iterator[tuple[list[str], References, tuple[Sample, ...]]]:
    for _, texts, references in corpora(times):
        yield texts, references, samples(texts, references)


PEERS = {"bleu": BLEU(), "chrf": CHRF(), "chrf++": CHRF(word_order=2), "ter": TER()}


@pytest.mark.parametrize("name", PEERS)
def test_like_sacrebleu_has_its_bits(name: str) -> None:
    peer = PEERS[name]

    for texts, references, corpus in drawn(200):
        expected = peer.corpus_score(texts, references).score
        assert named(f"sacrebleu:{name}").number(corpus) == expected


# Long texts of few words: the band around the diagonal and the bound on moves both cut here.
@pytest.mark.parametrize(("kinds", "long"), [(2, 60), (4, 90), (30, 120)])
def test_edits_with_moves_are_those_of_sacrebleu(kinds: int, long: int) -> None:
    draw = random.Random(kinds)  # noqa: S311 # no secret is made of it
    for _ in range(3):
        one = [str(draw.randrange(kinds)) for _ in range(draw.randint(0, long))]
        cut = draw.randint(0, len(one))
        other = [*one[cut:], *one[:cut]][: draw.randint(1, 2 * long)]
        other += [str(draw.randrange(kinds)) for _ in range(draw.choice([0, 3, long]))]

        if other:
            assert shifted_edits(one, other) == translation_edit_rate(one, other)[0]


def test_like_sacrebleu_has_the_bits_of_one_text() -> None:
    peer, ours = BLEU(effective_order=True), named("sacrebleu:sentence_bleu")
    for texts, references, corpus in drawn(100):
        expected = peer.sentence_score(texts[0], [some[0] for some in references]).score
        assert ours.number(corpus[:1]) == expected


@pytest.mark.parametrize("name", ["rouge1", "rouge2", "rougeL", "rougeLsum"])
@pytest.mark.parametrize("stemmed", [False, True])
def test_like_rouge_score_has_its_bits(name: str, *, stemmed: bool) -> None:
    peer = RougeScorer([name], use_stemmer=stemmed)
    ours = named(f"rouge_score:{name}{':stemmed' if stemmed else ''}")

    for texts, references, corpus in drawn(40):
        scores = [
            peer.score_multi([some[at] for some in references], one)[name].fmeasure
            for at, one in enumerate(texts)
        ]
        assert ours.number(corpus) == np.mean(scores)


@pytest.mark.parametrize(
    ("name", "peer"),
    [("wer", jiwer.wer), ("cer", jiwer.cer), ("mer", jiwer.mer), ("wil", jiwer.wil)],
)
def test_like_jiwer_has_its_bits(name: str, peer: Callable[[list[str], list[str]], float]) -> None:
    for texts, (references, *_), _ in drawn(60):
        if not any(one.split() for one in references) or not any(one.split() for one in texts):
            continue
        corpus = samples(texts, [references])

        assert named(f"jiwer:{name}").number(corpus) == peer(references, texts)


def test_a_tool_is_not_asked_for_what_it_would_not_take() -> None:
    broken = (Sample(id="7", gold=("a\tb",), predicted=("a b",)),)
    silent = (Sample(id="7", gold=("a b",), predicted=None),)

    with pytest.raises(ValueError, match="got a lone tab or line end in '7'"):
        named("jiwer:wer").number(broken)
    with pytest.raises(ValueError, match="got no answer in '7'"):
        named("sacrebleu:bleu").number(silent)
    with pytest.raises(ValueError, match="one text, as sentence_bleu scores: got 2"):
        named("sacrebleu:sentence_bleu").number(samples(["a b", "b"], [["a b", "c"]]))
    with pytest.raises(ValueError, match="did you mean 'bleu'"):
        named("sacrebleu:blue")


def test_edits_are_those_of_rapidfuzz() -> None:
    draw = random.Random(3)  # noqa: S311 # no secret is made of it
    for _ in range(2000):
        kinds = draw.choice([2, 3, 5])
        first, second = (
            [draw.randrange(kinds) for _ in range(draw.choice([4, 12, 80]))] for _ in range(2)
        )
        tags = [one.tag for one in Levenshtein.editops(first, second)]

        expected = tuple(tags.count(tag) for tag in ("replace", "delete", "insert"))
        assert edits(first, second)[1:] == expected


def test_stems_are_those_of_nltk() -> None:
    draw, peer = random.Random(2), PorterStemmer()  # noqa: S311 # no secret is made of it
    ends = (
        "ed",
        "ing",
        "eed",
        "ied",
        "y",
        "ll",
        "ies",
        "alli",
        "ly",
        "logi",
        "ness",
        "fulli",
        "ion",
    )
    for _ in range(4000):
        start = "".join(draw.choice("aeiouybcdlstzwx") for _ in range(draw.randint(0, 6)))
        word = f"{start}{draw.choice(ends)}{draw.choice(['', 's', 'ed', 'ing'])}"

        assert stem(word) == peer.stem(word)


def test_what_has_no_tokens_is_undefined_where_programs_say_0() -> None:
    nothing = (Sample(id="1", gold=("",), predicted=("",)),)

    assert isinstance(evaluate(parse("bleu"), nothing), Undefined)
    assert isinstance(evaluate(parse("chrf"), nothing), Undefined)
    assert evaluate(parse("bleu(no_ngrams=zero)"), nothing) == Defined(Fraction(0))
