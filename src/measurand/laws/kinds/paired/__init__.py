"""Tests of paired scores."""
