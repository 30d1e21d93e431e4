"""The verifier says what the oracle says: every rule but U1.4 at once, then the numbers of U1.4."""

from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.grounded import grounded_samples
from measurand.studies.counterfactual.polarity import Polarity
from measurand.studies.counterfactual.rules import Duplicates, Reading
from measurand.studies.counterfactual.rules_claims import Sides, WrongSide
from measurand.studies.counterfactual.rules_support import Relevance
from measurand.studies.counterfactual.verifier import RULES, RuleSet, verify
from measurand.values.cells import Cell
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Token
from properties.oracles import cf_verifier as oracle
from properties.oracles.cf_sample import row
from properties.strategies.effort import third

WORDS = {
    Sides.PARITY: "parity",
    Sides.HALF: "half",
    Duplicates.AS_CITED: "as_cited",
    Duplicates.ONCE: "once",
}


@third
@given(
    grounded_samples(),
    st.sampled_from(Sides),
    st.sampled_from(Duplicates),
    st.sampled_from((Polarity(), Polarity(any_case=True))),
)
def test_the_oracle_finds_the_same_issues(
    sample: Grounded,
    sides: Sides,
    duplicates: Duplicates,
    polarity: Polarity,
) -> None:
    apart = {"U1.4", "O1.2"}
    rules = tuple(
        evolve(rule, sides=sides) if isinstance(rule, WrongSide) else rule
        for name, rule in RULES.items()
        if name not in apart
    )
    reading = Reading(polarity=polarity, duplicates=duplicates)
    options = oracle.Options(
        any_case=polarity.any_case, sides=WORDS[sides], duplicates=WORDS[duplicates]
    )

    theirs, _ = oracle.verify(row(sample), [rule.id for rule in rules], options)

    ours = verify(RuleSet(rules, reading), sample).issues
    assert [(i.frame, i.severity, i.rule) for i in ours] == [
        (i.frame, i.severity, i.rule) for i in theirs
    ]


quarters = st.integers(-12, 12).map(lambda n: n / 4)


@third
@given(
    st.lists(st.tuples(quarters, quarters, quarters), min_size=1, max_size=6),
    st.tuples(quarters, quarters),
    st.lists(st.integers(0, 6), min_size=1, max_size=4).map(tuple),
    st.sampled_from(Duplicates),
    st.sampled_from((0.0, 0.5)),
)
def test_the_oracle_measures_the_same_relevance(
    rows: list[tuple[float, float, float]],
    query: tuple[float, float],
    cited: tuple[int, ...],
    duplicates: Duplicates,
    bias: float,
) -> None:
    tokens = tuple(
        Token(id=at, cell=Cell(0, 0, 0, 0), score=score, uncertainty=0, embedding=(x, y))
        for at, (x, y, score) in enumerate(rows)
    )
    assume(any(one < len(tokens) for one in cited))
    frame = Frame(finding="mass", polarity="present", citations=cited)
    sample = Grounded(
        id="1",
        shape=(8, 8, 8),
        tokens=tokens,
        generation=Generation((frame,)),
        relevance=(("mass", query),),
    )
    line = row(sample)
    options = oracle.Options(duplicates=WORDS[duplicates], score_bias=bias)

    recall, mass = oracle.relevance(line, line["gen"]["frames"][0], options)

    # A recall of 1 and more attention than there is: always an issue, with its numbers.
    strict = Relevance(recall=1.0, mass=1.0, score_bias=bias)
    found = verify(RuleSet((strict,), Reading(duplicates=duplicates)), sample).issues
    if not found:
        assert recall == 1
        assert mass > 1 - 1e-6
        return
    numbers = dict(found[0].evidence)
    assert numbers["recall"] == float(recall)
    assert isinstance(numbers["mass"], float)
    assert abs(numbers["mass"] - mass) < 1e-6
