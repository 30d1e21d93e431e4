"""Intervals, p-values and families of tests, for every metric of the library.

Start with `estimate` (one system) and `compare` (two, joined by `measurand.pairs`); a `Plan` says
how. Each name loads what it needs when it is first used, as those of `measurand` do; nothing here
loads numpy before it is called. So no module here may have the name of a function: loading it would
put it where the function is looked for.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from measurand.inference.adjustment import Correction, adjust, adjust_floats, rejected
    from measurand.inference.arena import Board, board
    from measurand.inference.betting import betting_interval
    from measurand.inference.comparison import Comparison, compare, compares
    from measurand.inference.effects import Effect, Effects
    from measurand.inference.estimation import Estimate, estimate, estimates
    from measurand.inference.exact import exact_mean, exact_ratio
    from measurand.inference.family import Expected, Hypothesis, Judged, Verdict, judge
    from measurand.inference.interval import Ends, Interval
    from measurand.inference.judge_bias import BiasEffect, bias_effects
    from measurand.inference.judged import Judgement, judgement
    from measurand.inference.judged_systems import JudgedDifference, judged_difference
    from measurand.inference.labels import LabelPlan, plan_by_rates
    from measurand.inference.leaderboards import Leaderboard, leaderboard
    from measurand.inference.length_control import Duel, LengthControlled, length_controlled
    from measurand.inference.plan import AtAlpha, Overflow, Plan, Stream, Test
    from measurand.inference.pvalue import PValue
    from measurand.inference.ranks import mcnemar, wilcoxon
    from measurand.inference.rates import clopper_pearson, clustered_error, wilson
    from measurand.inference.sequences import (
        CorrectedMean,
        confidence_sequence,
        corrected_sequence,
    )
    from measurand.inference.strengths import Game, Strength, bradley_terry
else:
    _HOMES = {
        "AtAlpha": "measurand.inference.plan",
        "BiasEffect": "measurand.inference.judge_bias",
        "Board": "measurand.inference.arena",
        "Comparison": "measurand.inference.comparison",
        "CorrectedMean": "measurand.inference.sequences",
        "Correction": "measurand.inference.adjustment",
        "Duel": "measurand.inference.length_control",
        "Effect": "measurand.inference.effects",
        "Effects": "measurand.inference.effects",
        "Ends": "measurand.inference.interval",
        "Estimate": "measurand.inference.estimation",
        "Expected": "measurand.inference.family",
        "Game": "measurand.inference.strengths",
        "Hypothesis": "measurand.inference.family",
        "Interval": "measurand.inference.interval",
        "Judged": "measurand.inference.family",
        "JudgedDifference": "measurand.inference.judged_systems",
        "Judgement": "measurand.inference.judged",
        "LabelPlan": "measurand.inference.labels",
        "Leaderboard": "measurand.inference.leaderboards",
        "LengthControlled": "measurand.inference.length_control",
        "Overflow": "measurand.inference.plan",
        "PValue": "measurand.inference.pvalue",
        "Plan": "measurand.inference.plan",
        "Stream": "measurand.inference.plan",
        "Strength": "measurand.inference.strengths",
        "Test": "measurand.inference.plan",
        "Verdict": "measurand.inference.family",
        "adjust": "measurand.inference.adjustment",
        "adjust_floats": "measurand.inference.adjustment",
        "betting_interval": "measurand.inference.betting",
        "bias_effects": "measurand.inference.judge_bias",
        "board": "measurand.inference.arena",
        "bradley_terry": "measurand.inference.strengths",
        "clopper_pearson": "measurand.inference.rates",
        "clustered_error": "measurand.inference.rates",
        "compare": "measurand.inference.comparison",
        "compares": "measurand.inference.comparison",
        "confidence_sequence": "measurand.inference.sequences",
        "corrected_sequence": "measurand.inference.sequences",
        "estimate": "measurand.inference.estimation",
        "estimates": "measurand.inference.estimation",
        "exact_mean": "measurand.inference.exact",
        "exact_ratio": "measurand.inference.exact",
        "judge": "measurand.inference.family",
        "judged_difference": "measurand.inference.judged_systems",
        "judgement": "measurand.inference.judged",
        "leaderboard": "measurand.inference.leaderboards",
        "length_controlled": "measurand.inference.length_control",
        "mcnemar": "measurand.inference.ranks",
        "plan_by_rates": "measurand.inference.labels",
        "rejected": "measurand.inference.adjustment",
        "wilcoxon": "measurand.inference.ranks",
        "wilson": "measurand.inference.rates",
    }

    def __getattr__(name: str) -> object:
        """Load a name from where it is defined."""
        if name not in _HOMES:
            message = f"module 'measurand.inference' has no attribute {name!r}"
            raise AttributeError(message)
        from importlib import import_module

        globals()[name] = getattr(import_module(_HOMES[name]), name)
        return globals()[name]

    def __dir__() -> list[str]:
        """List the public names, whether they are loaded or not."""
        return sorted({*globals(), *__all__})


__all__ = [
    "AtAlpha",
    "BiasEffect",
    "Board",
    "Comparison",
    "CorrectedMean",
    "Correction",
    "Duel",
    "Effect",
    "Effects",
    "Ends",
    "Estimate",
    "Expected",
    "Game",
    "Hypothesis",
    "Interval",
    "Judged",
    "JudgedDifference",
    "Judgement",
    "LabelPlan",
    "Leaderboard",
    "LengthControlled",
    "Overflow",
    "PValue",
    "Plan",
    "Stream",
    "Strength",
    "Test",
    "Verdict",
    "adjust",
    "adjust_floats",
    "betting_interval",
    "bias_effects",
    "board",
    "bradley_terry",
    "clopper_pearson",
    "clustered_error",
    "compare",
    "compares",
    "confidence_sequence",
    "corrected_sequence",
    "estimate",
    "estimates",
    "exact_mean",
    "exact_ratio",
    "judge",
    "judged_difference",
    "judgement",
    "leaderboard",
    "length_controlled",
    "mcnemar",
    "plan_by_rates",
    "rejected",
    "wilcoxon",
    "wilson",
]
