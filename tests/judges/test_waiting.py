"""How long calls wait: as the server asks, within bounds, and never all at once."""

import asyncio
from email.utils import formatdate
from fractions import Fraction

import pytest
from attrs import evolve

from measurand.edges.judges.endpoint import Back, Called, Endpoint, Failed, retry_after
from measurand.edges.judges.secret import Access, Secret
from measurand.studies.causal.asking.prompts import Prompt
from measurand.studies.causal.judging import Kind
from tests.judges.asked import QUICK
from tests.judges.serving import Said, always, completion, in_turn, serving

PROMPT = Prompt(kind=Kind.LOGIC, system="s", user="u", schema="{}", digest="4f53")


def test_waits_double_up_to_the_bound_and_are_shortened_by_half_at_most() -> None:
    back = Back(1.0, 8.0)

    waits = [back.wait("4f53", tries) for tries in range(6)]

    for wait, full in zip(waits, (1, 2, 4, 8, 8, 8), strict=True):
        assert wait is not None
        assert full / 2 <= wait <= full


def test_calls_that_failed_together_do_not_come_back_together() -> None:
    back = Back(1.0, 8.0)

    assert len({back.wait(f"{one}", 0) for one in range(50)}) == 50
    assert back.wait("4f53", 3) == back.wait("4f53", 3)


def test_a_server_that_asks_for_less_is_not_asked_sooner_than_usual() -> None:
    back = Back(4.0, 8.0)

    assert back.wait("4f53", 0, asked=0.0) == back.wait("4f53", 0)
    assert back.wait("4f53", 0, asked=8.0) == 8.0
    assert back.wait("4f53", 0, asked=8.1) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", 0.0),
        ("120", 120.0),
        (" 1.5 ", 1.5),
        (formatdate(1000, usegmt=True), 10.0),
        (formatdate(900, usegmt=True), 0.0),
        ("-3", None),
        ("soon", None),
        ("", None),
        ("nan", None),
        ("inf", None),
        ("٣", None),
        ("1.2.3", None),
        ("9" * 400, float("9" * 20)),
    ],
)
def test_retry_after_is_seconds_or_a_date(text: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": text}, 990.0) == seconds


def tried(*several: Said, tries: int = 5) -> tuple[Called | Failed, list[float]]:
    """Ask once; give what came of it, and the waits."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async def ask(url: str) -> Called | Failed:
        settings = evolve(QUICK, tries=tries, wait_first=Fraction(1), wait_most=Fraction(30))
        async with Endpoint(settings, Access(url, Secret()), sleep) as endpoint:
            return await endpoint.answer(PROMPT, 0)

    saying = in_turn(*several) if len(several) > 1 else always(several[0])
    with serving(saying) as server:
        return asyncio.run(ask(server.url)), waits


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_what_may_pass_is_tried_again(status: int) -> None:
    found, waits = tried(Said(status=status), Said(body=completion("{}")))

    assert isinstance(found, Called)
    assert found.retries == len(waits) == 1


@pytest.mark.parametrize("status", [402, 403, 405, 413])
def test_what_will_not_pass_is_not(status: int) -> None:
    found, waits = tried(Said(status=status, body=b"no"))

    assert isinstance(found, Failed)
    assert found.error.startswith(f"status {status}")
    assert waits == []


def test_a_server_that_never_recovers_is_asked_so_often_and_no_more() -> None:
    found, waits = tried(Said(status=503), tries=4)

    assert isinstance(found, Failed)
    assert found.retries == 3
    assert [wait <= 2**tries for tries, wait in enumerate(waits)] == [True] * 3


def test_what_the_server_asks_is_what_is_waited() -> None:
    asked = Said(status=429, headers={"Retry-After": "7"})

    found, waits = tried(asked, asked, Said(body=completion("{}")))

    assert isinstance(found, Called)
    assert waits == [7.0, 7.0]
