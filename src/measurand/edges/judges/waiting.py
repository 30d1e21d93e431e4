"""How long to wait before a call that failed is made again."""

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from hashlib import sha256

from attrs import frozen


@frozen
class Back:
    """When to try again: after `first` seconds, then twice as many each time, at most `most`.

    The wait is shortened by up to a half, by what is asked, so that calls that failed together do
    not come back together; the same call always waits alike. A longer wait that the server asks for
    is kept to; None where it is longer than `most`.

    >>> back = Back(1, 60)
    >>> [0.5 <= back.wait("4f53", tries) / 2**tries <= 1 for tries in range(3)]
    [True, True, True]
    >>> back.wait("4f53", 0, asked=30.0), back.wait("4f53", 0, asked=90.0)
    (30.0, None)
    """

    first: float
    most: float

    def wait(self, salt: str, tries: int, asked: float | None = None) -> float | None:
        """Give the seconds to wait after so many retries."""
        if asked is not None and asked > self.most:
            return None
        number = int.from_bytes(sha256(f"{salt}:{tries}".encode()).digest()[:4], "big")
        usual: float = min(self.first * 2**tries, self.most) * (1 - number / 2**33)
        return max(usual, asked or 0.0)


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Read how many seconds a server asks to wait; None where it does not say.

    RFC 9110, section 10.2.3: a number of seconds, or a date; `now` counts from the epoch.

    >>> retry_after({"retry-after": "3"}, 0.0)
    3.0
    >>> retry_after({"retry-after": "Thu, 01 Jan 1970 00:01:00 GMT"}, 20.0)
    40.0
    >>> retry_after({"retry-after": "soon"}, 0.0)
    """
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.replace(".", "", 1).isdigit():
        return float(text[:20])
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return None
