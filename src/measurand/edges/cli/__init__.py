"""The command line: arguments in, a document out, an exit code that says the verdict."""

from measurand.edges.cli.main import main

__all__ = ["main"]
