"""Distances of graphs."""
