"""The command `causal`."""
