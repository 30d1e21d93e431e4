"""Confusion matrices that print scores: of one test set, of folds, of several classes."""
