"""No test of a model sees the keys and endpoints of whoever runs it."""

import ssl

import pytest

NAMES = (
    "MEASURAND_API_KEY",
    "MEASURAND_BASE_URL",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "OPENAI_LOG",
)


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    # Nothing here speaks TLS, and loading all certificates is most of the time of a test.
    monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", lambda *_, **__: None)
