"""The report page of a causal study."""
