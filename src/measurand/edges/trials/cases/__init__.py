"""Cases on which the laws of kinds are tried.

Cases are small on purpose: few items from a small alphabet, so that sides meet, miss, repeat and
are empty often, and so that Hypothesis has little to cut down. What a draw gives is a value of the
kind's own module; a strategy never asks the function.
"""
