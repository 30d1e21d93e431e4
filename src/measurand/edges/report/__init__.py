"""A report is a value; text, Markdown, CSV, LaTeX and JSON are functions of it."""

from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.edges.report.render import render, screen_of, to_json
from measurand.edges.report.text import Rule, Screen

__all__ = [
    "Block",
    "Document",
    "Grid",
    "Prose",
    "Rule",
    "Screen",
    "Section",
    "render",
    "screen_of",
    "to_json",
]
