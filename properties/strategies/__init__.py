"""Every strategy: samples and what they consist of, definitions of every kind, printed numbers."""
