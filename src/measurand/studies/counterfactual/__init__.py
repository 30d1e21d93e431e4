"""The counterfactual study: what moves when the evidence is permuted, swapped or taken away."""
