"""What commands that write pages share."""

import argparse
from pathlib import Path

from measurand.edges.cli.arguments import StopError
from measurand.edges.report.extra import MissingExtraError
from measurand.values.fault import Fault


def add_page(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the page that is written beside the result."""
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help=f"write a page with pictures too: {what}"
    )


def missing_extra(error: MissingExtraError, option: str) -> StopError:
    """Say that a page needs what is not installed, and how to install it.

    >>> print(missing_extra(MissingExtraError("no jinja2", name="jinja2"), "--html"))
    --html: expected what a page needs, got no jinja2: pip install 'measurand[report]'
    """
    hint = "pip install 'measurand[report]'"
    got, expected = f"no {error.name}", "what a page needs"
    return StopError((Fault(path=option, got=got, expected=expected, hint=hint),))
