"""Transforms that make a counterfactual."""
