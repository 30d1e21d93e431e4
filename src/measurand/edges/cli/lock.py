"""`measurand lock`: freeze a claims file, with every number, its evidence and the environment."""

import argparse
from pathlib import Path

from returns.pipeline import is_successful

from measurand.audit.lock.lock import MOST_SAMPLES, Keeping, Lock, lock_needs, make_lock
from measurand.edges.cli.arguments import StopError, add_reading, emit
from measurand.edges.cli.claims import data_root, load
from measurand.edges.cli.definitions import add_metrics
from measurand.edges.cli.locked import lock_path, state_of, summary_of
from measurand.edges.cli.reads import reading
from measurand.edges.files.locks.json import write_lock

ABOUT = """\
Freeze all that a claims file says, and every number that it computes: its exact value,
its definition in full, what was observed of each sample, and digests of the files. `measurand check
--locked` then names what is claimed otherwise, and the cause when a number moves: which samples,
which option, or another version of measurand.
A lock keeps ids of samples, and no texts. The claims file is never changed.
"""
EXAMPLES = """\
examples:
  measurand lock claims.toml                       writes claims.lock.json
  measurand lock claims.toml -o ci/numbers.json
  measurand lock claims.toml --hash-ids            where ids of samples are not to be shown
  measurand check claims.toml --locked
"""
_NOTHING = 3


def samples(text: str) -> int | None:
    """Read how many samples are kept: all of them (None), none, or up to a number.

    >>> samples("all") is None, samples("none"), samples("500")
    (True, 0, 500)

    Raises argparse.ArgumentTypeError for anything else.
    """
    if text == "all":
        return None
    if text == "none":
        return 0
    if text.isascii() and text.isdigit() and len(text) <= len(str(10**12)):
        return int(text)
    message = f"all, none or a number: got {text[:60]!r}"
    raise argparse.ArgumentTypeError(message)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("claims", metavar="CLAIMS", type=Path, help="a claims file (TOML)")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="the lock (default: the claims file with .lock.json for its ending)",
    )
    parser.add_argument(
        "--samples",
        type=samples,
        default=MOST_SAMPLES,
        metavar="all|none|N",
        help="of how many samples the lock keeps what was observed; of others it keeps a digest "
        f"of all (default: {MOST_SAMPLES})",
    )
    parser.add_argument(
        "--hash-ids", action="store_true", help="keep digests of sample ids and of groups"
    )
    parser.add_argument(
        "--root",
        type=Path,
        metavar="DIR",
        help="the folder that data paths are relative to (default: that of the claims file)",
    )
    add_metrics(parser)
    add_reading(parser)
    parser.set_defaults(table=None)


def run(arguments: argparse.Namespace) -> int:
    """Lock, say what is in the lock, and return the exit code."""
    arguments.output = arguments.output or lock_path(arguments.claims)
    claims = load(arguments)
    with reading(arguments, data_root(arguments)) as how:
        state = state_of(claims, lock_needs(claims), how, most=arguments.samples)
        if not is_successful(state):
            raise StopError(state.failure())
    found = make_lock(state.unwrap(), Keeping(most=arguments.samples, hashed=arguments.hash_ids))
    written = write_lock(arguments.output, found)
    if not is_successful(written):
        raise StopError(written.failure())
    said = argparse.Namespace(output=None)
    emit(said, f"{arguments.output}: {summary_of(found)}\n")
    return _code(found)


def _code(lock: Lock) -> int:
    """Say whether anything is locked."""
    return 0 if lock.numbers or lock.statements else _NOTHING
