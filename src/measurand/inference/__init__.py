"""Intervals, p-values and families of tests, for every metric of the library."""
