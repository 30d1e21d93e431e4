"""Counterfactual faithfulness: transforms of evidence, verifier rules, grounding; all pure."""
