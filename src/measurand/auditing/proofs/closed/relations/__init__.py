"""What numbers of several metrics keep together: theorems as formulas, asked in one way."""

from functools import partial

from measurand.auditing.proofs.closed.relations.classes import AGREEMENTS, RATES
from measurand.auditing.proofs.closed.relations.counted import MATRICES
from measurand.auditing.proofs.closed.relations.judged import JUDGED
from measurand.auditing.proofs.closed.relations.models import MODELS
from measurand.auditing.proofs.closed.relations.numbers import CORRELATIONS, ERRORS, WORD_ERRORS
from measurand.auditing.proofs.closed.relations.probabilities import PROBABILITIES
from measurand.auditing.proofs.closed.relations.rankings import DRAWN_ANSWERS, RANKINGS
from measurand.auditing.proofs.closed.relations.relation import ask
from measurand.auditing.proofs.finding import Rule

RELATIONS = (
    *ERRORS,
    *CORRELATIONS,
    *AGREEMENTS,
    *RATES,
    *MATRICES,
    *PROBABILITIES,
    *RANKINGS,
    *JUDGED,
    *WORD_ERRORS,
    *DRAWN_ANSWERS,
    *MODELS,
)
"""What numbers of several metrics keep together."""

RELATIONS_RULES = tuple(
    Rule(
        id=relation.id,
        says=relation.says,
        assumes=f"{relation.assumes[0].upper()}{relation.assumes[1:]}"
        + (f"; not so where {relation.apart}." if relation.apart else "."),
        source=relation.source,
        check=partial(ask, relation),
        local=relation.local,
    )
    for relation in RELATIONS
)
