"""Granularity: what whole numbers of samples can print.

A mean of n whole numbers is a multiple of 1/n: with few samples most printed digits are impossible.
"""
