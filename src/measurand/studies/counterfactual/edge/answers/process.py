"""A running program that is written to and read from line by line, and never waited for in vain.

Its three pipes are watched together, so that neither side can block the other. POSIX only.
"""

import os
import selectors
import signal
import subprocess
from contextlib import suppress
from time import monotonic

from attrs import field, frozen, validators

_CHUNK = 2**16
_LOOK_AGAIN = 0.2
"""Seconds after which a program that says nothing is looked after: its pipes may outlive it."""
_SHORT = 0.02


@frozen(kw_only=True)
class Limits:
    """How long and how often a program is waited for, and how much of what it says is kept.

    It has `seconds` for each answer; its start counts to the first one. A question is asked up to
    `tries` times, again only of a program newly started; after `restarts` starts in a row without
    an answer nothing is asked any more. A line has at most `line_bytes`, of stderr the last
    `stderr_bytes` are kept. Once its input is closed it has `grace` seconds to end.

    >>> Limits().tries
    2

    Raises ValueError for bounds that leave no time or no try.
    """

    seconds: float = field(default=60.0, validator=validators.gt(0))
    tries: int = field(default=2, validator=validators.ge(1))
    restarts: int = field(default=10, validator=validators.ge(0))
    line_bytes: int = field(default=8 * 2**20, validator=validators.ge(1))
    stderr_bytes: int = field(default=4096, validator=validators.ge(0))
    grace: float = field(default=2.0, validator=validators.ge(0))


@frozen
class Said:
    """A line with its end; what stood last may lack it."""

    line: bytes


@frozen
class Silent:
    """Nothing came in time."""


@frozen
class TooMuch:
    """A line came that is longer than the bound."""


@frozen
class Ended:
    """The program closed its output, most often by ending; `code` is None where it still runs."""

    code: int | None

    @property
    def how(self) -> str:
        """Say how it ended.

        >>> Ended(3).how, Ended(-9).how, Ended(None).how
        ('exit code 3', 'an end by SIGKILL', 'a closed output')
        """
        if self.code is None:
            return "a closed output"
        if self.code >= 0:
            return f"exit code {self.code}"
        with suppress(ValueError):
            return f"an end by {signal.Signals(-self.code).name}"
        return f"an end by signal {-self.code}"


Heard = Said | Silent | TooMuch | Ended


class Process:
    """A program that runs; make it with its command, then send and listen.

    Raises OSError where it cannot be started, ValueError where the command holds a NUL.
    """

    def __init__(self, command: tuple[str, ...], limits: Limits) -> None:
        """Start it, as the head of a group of processes of its own."""
        self._limits = limits
        # The command is the user's own, already split into words: no shell reads it.
        self._child = subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._pipes = [
            pipe for pipe in (self._child.stdin, self._child.stdout, self._child.stderr) if pipe
        ]
        self._in, self._out, self._err = (pipe.fileno() for pipe in self._pipes)
        self._unsent, self._said, self._complained = bytearray(), bytearray(), bytearray()
        self._watch = selectors.DefaultSelector()
        self._watch.register(self._out, selectors.EVENT_READ)
        self._watch.register(self._err, selectors.EVENT_READ)
        os.set_blocking(self._in, False)

    @property
    def stderr(self) -> str:
        """Give the end of what it wrote to stderr."""
        return self._complained.decode(errors="replace").strip()

    def send(self, data: bytes) -> None:
        """Let it have bytes, as it takes them while it is listened to."""
        if not self._unsent:
            self._watch.register(self._in, selectors.EVENT_WRITE)
        self._unsent += data

    def listen(self, until: float) -> Heard:
        """Wait for the next line, at most until a time of the monotonic clock."""
        most = self._limits.line_bytes
        while (end := self._said.find(b"\n")) < 0:
            if len(self._said) > most:
                return TooMuch()
            if not self._watched(self._out):
                return self._last()
            left = until - monotonic()
            if left <= 0:
                return Silent()
            if not self._pass_on(min(left, _LOOK_AGAIN)) and self._child.poll() is not None:
                return self._last()
        return TooMuch() if end > most else Said(self._taken(end + 1))

    def _last(self) -> Heard:
        """Give what stands behind the last end of a line, and then the end of the program."""
        if self._said:
            return Said(self._taken(len(self._said)))
        until = monotonic() + self._limits.grace
        while self._pass_on(_SHORT) or self._child.poll() is None:
            if monotonic() > until:
                break
        return Ended(self._child.poll())

    def _taken(self, length: int) -> bytes:
        taken = bytes(self._said[:length])
        del self._said[:length]
        return taken

    def _watched(self, pipe: int) -> bool:
        return pipe in self._watch.get_map()

    def _pass_on(self, seconds: float) -> bool:
        """Move what can be moved through the pipes, or wait; tell whether anything could."""
        ready = self._watch.select(seconds)
        for key, _ in ready:
            if key.fd == self._in:
                self._write()
            else:
                self._read(key.fd)
        return bool(ready)

    def _write(self) -> None:
        try:
            written = os.write(self._in, self._unsent[:_CHUNK])
        except BlockingIOError:
            return
        except OSError:  # it reads no more: what it says, and how it ends, tells the rest
            written = len(self._unsent)
        del self._unsent[:written]
        if not self._unsent:
            self._watch.unregister(self._in)

    def _read(self, pipe: int) -> None:
        found = os.read(pipe, _CHUNK)
        if not found:
            self._watch.unregister(pipe)
        elif pipe == self._out:
            self._said += found
        else:
            self._complained += found
            del self._complained[: -self._limits.stderr_bytes or None]

    def finish(self) -> None:
        """Tell it that nothing more comes."""
        if self._unsent:
            self._watch.unregister(self._in)
            self._unsent.clear()
        self._pipes[0].close()

    def stop(self) -> None:
        """End it and what it started, where it still runs, and close its pipes."""
        if self._child.poll() is None:
            with suppress(OSError, subprocess.TimeoutExpired):
                os.killpg(self._child.pid, signal.SIGKILL)
                self._child.wait(self._limits.grace + 1)
        self._watch.close()
        for pipe in self._pipes:
            pipe.close()
