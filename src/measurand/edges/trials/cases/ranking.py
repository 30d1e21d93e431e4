"""Rankings: few documents, grades and scores, so that they tie, meet and miss often."""

from hypothesis import strategies as st

from measurand.laws.kinds.ranking import RankingCase

documents = st.sampled_from("abcde")
grades = st.sampled_from((1, 0, 2, 3))
scores = st.sampled_from((1.0, 2.0, 0.5, 0.0))
judgements = st.dictionaries(documents, grades, min_size=1, max_size=4)
rankings = st.dictionaries(documents, scores, min_size=1, max_size=4)


@st.composite
def ranking_cases(draw: st.DrawFn, most: int = 3) -> RankingCase:
    """Draw a case for scores of rankings, of one to `most` queries.

    >>> from hypothesis import find
    >>> case = find(ranking_cases(), lambda case: len(case.qrels) > 1)
    >>> len(case.qrels) > 1
    True
    """
    queries = [f"q{i + 1}" for i in range(draw(st.integers(1, most)))]
    return RankingCase(
        {query: draw(judgements) for query in queries},
        {query: draw(rankings) for query in queries},
        place=draw(st.integers(0, 3)),
        names=dict(zip("abcde", draw(st.permutations("abcde")), strict=True)),
    )
