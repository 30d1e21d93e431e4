"""Silence for the loggers of clients, which would tell of headers and bodies."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

_CLIENTS = ("openai", "httpx", "httpx2", "httpcore", "httpcore2")


@contextmanager
def quiet() -> Iterator[None]:
    """Switch the clients' loggers off, whatever the environment says, and back again after.

    >>> with quiet():
    ...     logging.getLogger("httpx").error("a secret")
    """
    parents = [logging.getLogger(name) for name in _CLIENTS]
    known = [logger for logger in logging.root.manager.loggerDict.values() if _is_theirs(logger)]
    loggers = [logger for logger in known if isinstance(logger, logging.Logger)]
    before = [(logger, logger.disabled) for logger in loggers]
    levels = [(logger, logger.level) for logger in parents]
    for logger in loggers:
        logger.disabled = True
    for logger in parents:  # for children that come to be while it is quiet
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, disabled in before:
            logger.disabled = disabled
        for logger, level in levels:
            logger.setLevel(level)


def _is_theirs(logger: object) -> bool:
    name = logger.name if isinstance(logger, logging.Logger) else ""
    return name.partition(".")[0] in _CLIENTS
