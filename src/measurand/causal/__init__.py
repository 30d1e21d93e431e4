"""Causal faithfulness of reasoning graphs: what a graph says about its own answer."""
