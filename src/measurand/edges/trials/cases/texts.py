"""Cases of texts: pairs of texts, options of a signature, lists to transform.

Few words, so that texts meet, repeat and are empty often, and differ in case and order; options are
chosen by number; lists of items mostly differ, and are now and then alike or empty.
"""

from hypothesis import strategies as st

from measurand.laws.kinds.signatures import SignatureCase
from measurand.laws.kinds.texts import FAR, TextsCase
from measurand.laws.kinds.transforms import TransformCase

text_words = st.sampled_from((*FAR, "x"))
parted = st.sampled_from((" ", " ", "\n"))
one_text = st.builds(str.join, parted, st.lists(text_words, max_size=4))
scripts = st.sampled_from((("猫", "犬"), ("кот", "дым"), ("맛", "집"), ("é", "ü")))
white = st.sampled_from(("  ", "\n", "\t", " \n "))


def like(text: str) -> st.SearchStrategy[str]:
    """Draw a text, often one of the words of another, or the same.

    >>> from measurand.edges.trials.strategies.first import first
    >>> text = first(like("b"), lambda text: text.count("b") > 1)
    >>> text.count("b") > 1
    True
    """
    words = text.split()
    mixed = st.builds(str.join, parted, st.lists(st.sampled_from([*words, "x"]), max_size=4))
    begun = st.integers(0, len(words)).map(lambda some: " ".join(words[:some]))
    return begun | mixed | one_text


@st.composite
def texts_cases(draw: st.DrawFn, most: int = 3) -> TextsCase:
    """Draw a case for scores of texts, of one to `most` pairs.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(texts_cases(), lambda case: case.references != case.hypotheses)
    >>> case.references != case.hypotheses
    True
    """
    references = draw(st.lists(one_text, min_size=1, max_size=most))
    return TextsCase(
        references,
        [draw(like(text)) for text in references],
        order=draw(st.permutations(range(len(references)))),
        place=draw(st.integers(0, most - 1)),
        times=draw(st.integers(2, 3)),
        words=draw(st.lists(text_words, min_size=1, max_size=2)),
        space=draw(white),
        script=draw(scripts),
    )


lines = st.lists(st.sampled_from(("a", "b", "B", "cat")), max_size=5).map(" ".join)
picks = st.lists(st.integers(0, 5), min_size=6, max_size=6)


@st.composite
def signature_cases(draw: st.DrawFn, most: int = 2) -> SignatureCase:
    """Draw a case for signatures, of one to `most` pairs of texts.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(signature_cases(), lambda case: case.picks != case.others)
    >>> case.picks != case.others
    True
    """
    references = draw(st.lists(lines, min_size=1, max_size=most))
    return SignatureCase(
        draw(picks),
        draw(picks),
        draw(st.integers(0, 5)),
        references,
        [draw(lines) for _ in references],
    )


_ITEMS = "abcde"


@st.composite
def transform_cases(draw: st.DrawFn) -> TransformCase:
    """Draw a case for transforms of up to five items.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(transform_cases(), lambda case: len(set(case.items)) > 1)
    >>> len(set(case.items)) > 1
    True
    """
    unlike = st.integers(0, len(_ITEMS)).map(lambda size: list(_ITEMS[:size]))
    items = draw(unlike | st.lists(st.sampled_from(_ITEMS), max_size=5))
    names = st.permutations(_ITEMS).map(lambda order: dict(zip(_ITEMS, order, strict=True)))
    return TransformCase(items, draw(st.integers(0, 9)), draw(st.just({}) | names))
