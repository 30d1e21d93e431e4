"""F1 of one scorecard, slowly: one gold tuple and one prediction at a time."""

from fractions import Fraction

from properties.oracles.review_lists import INVALID, Pair, Triple, Values, normal, pairs

ZERO = Fraction(0)
ONE = Fraction(1)


def counted(found: list[Pair], options: Values) -> list[Pair]:
    """Let duplicates collapse where sets are counted."""
    return found if options["counting"] == "multiset" else list(dict.fromkeys(found))


def answers(gold: list[Pair], predicted: list[Pair], options: Values) -> list[tuple[int, int]]:
    """Pair gold tuples with predictions: equal ones first, then those without a term."""
    found: list[tuple[int, int]] = []

    def take(g: int, p: int) -> None:
        free = all(g != used for used, _ in found) and all(p != used for _, used in found)
        same = gold[g].polarity == predicted[p].polarity != INVALID
        if free and same:
            found.append((g, p))

    golds = range(len(gold))
    predictions = range(len(predicted))
    for g in golds:
        for p in predictions:
            if gold[g] == predicted[p] and (gold[g].key or options["wildcard"] == "off"):
                take(g, p)
    if options["wildcard"] in {"gold", "both"}:
        for worded in (True, False):
            for g in golds:
                for p in predictions:
                    if not gold[g].key and bool(predicted[p].key) == worded:
                        take(g, p)
    if options["wildcard"] == "both":
        for g in golds:
            for p in predictions:
                if not predicted[p].key:
                    take(g, p)
    return found


def harmonic(hits: int, predicted: int, gold: int) -> Fraction:
    """Work F1 out of precision and recall."""
    precision = Fraction(hits, predicted) if predicted else ZERO
    recall = Fraction(hits, gold) if gold else ZERO
    total = precision + recall
    return 2 * precision * recall / total if total else ZERO


def f1(gold: list[Pair], predicted: list[Pair], options: Values) -> Fraction:
    """Measure the F1 of a row that is measured."""
    if not gold:
        right = options["empty_gold"] == "one_if_pred_empty" and not predicted
        return ONE if right else ZERO
    golds, predictions = counted(gold, options), counted(predicted, options)
    hits = len(answers(golds, predictions, options))
    return harmonic(hits, len(predictions), len(golds))


def right(gold: list[Pair], predicted: list[Pair], options: Values) -> bool:
    """Say whether a row is wholly right."""
    if not gold:
        return not predicted
    golds, predictions = counted(gold, options), counted(predicted, options)
    hits = len(answers(golds, predictions, options))
    return hits == len(golds) == len(predictions)


def explicit_f1(gold: list[Pair], final: list[Triple], options: Values) -> Fraction | None:
    """Measure against the gold tuples with a term; None where the row does not count."""
    explicit = [pair for pair in gold if pair.key]
    if not explicit or (options["explicit_only_rows"] == "pure" and len(explicit) < len(gold)):
        return None
    kept = final
    if options["explicit_only_pred"] == "drop_implicit":
        kept = [triple for triple in final if normal(triple.term, options)]
    predictions = counted(pairs(kept, options), options)
    if options["explicit_only_pred"] == "drop_matched":
        golds = counted(gold, options)
        spent = [p for g, p in answers(golds, predictions, options) if not golds[g].key]
        predictions = [pair for p, pair in enumerate(predictions) if p not in spent]
    return f1(explicit, predictions, options)


def implicit_polarities(gold: list[Pair], options: Values) -> list[str]:
    """List the polarities of the gold tuples without a term that count."""
    found = [pair.polarity for pair in gold if not pair.key]
    if options["implicit_only_mixed"] == "drop":
        found = [polarity for polarity in found if polarity != "mixed"]
    return found


def implicit_f1(gold: list[Pair], final: list[Triple], options: Values) -> Fraction | None:
    """Compare polarities alone; None where no gold tuple that counts lacks a term."""
    golds = [Pair("", polarity) for polarity in implicit_polarities(gold, options)]
    if not golds:
        return None
    if options["implicit_only_pred"] == "drop_matched":
        return mirrored_f1(gold, final, options)
    kept = final
    if options["implicit_only_pred"] == "termless":
        kept = [triple for triple in final if not normal(triple.term, options)]
    found = [triple.polarity for triple in kept]
    if options["implicit_only_mixed"] == "drop":
        found = [polarity for polarity in found if polarity != "mixed"]
    return f1(golds, [Pair("", polarity) for polarity in found], options | {"wildcard": "off"})


def mirrored_f1(gold: list[Pair], final: list[Triple], options: Values) -> Fraction:
    """Match everything, then count without the other gold tuples and all that answered them."""
    golds, predictions = counted(gold, options), counted(pairs(final, options), options)
    mixed = {"mixed"} if options["implicit_only_mixed"] == "drop" else set()
    asked = {g for g, pair in enumerate(golds) if not pair.key and pair.polarity not in mixed}
    offered = {p for p, pair in enumerate(predictions) if pair.polarity not in mixed}
    found = answers(golds, predictions, options)
    spent = {p for g, p in found if g not in asked}
    hits = sum(g in asked and p in offered for g, p in found)
    return harmonic(hits, len(offered - spent), len(asked))
