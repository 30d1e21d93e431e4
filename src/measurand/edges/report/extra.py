"""What the report page needs beyond the package itself."""

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtraError(ImportError):
    """A package of the extra `report` is not installed."""


@contextmanager
def needs_extra() -> Iterator[None]:
    """Import what the extra brings; say how to install it where it is missing.

    >>> with needs_extra():
    ...     import no_such_package
    Traceback (most recent call last):
    measurand.edges.report.extra.MissingExtraError: the report page needs no_such_package: \
pip install 'measurand[report]'
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        message = f"the report page needs {missing.name}: pip install 'measurand[report]'"
        raise MissingExtraError(message, name=missing.name) from missing
