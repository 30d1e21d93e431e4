"""Strategies of the values of this library: samples, tuples, spans, graphs, frames, transforms."""
