"""Laws tried on functions: strategies that draw cases, suites, and the search for a counterexample.

Everything that needs Hypothesis stands here and in `edges.testing`.
"""
