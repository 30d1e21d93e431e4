"""What commands that write pages share."""

import argparse
from pathlib import Path


def add_page(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the page that is written beside the result."""
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help=f"write a page with pictures too: {what}"
    )
