"""Asking a model many questions at once, and keeping what it replies as it replies."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from attrs import evolve, field, frozen

from measurand.edges.judges.endpoint import Called, Endpoint, Failed
from measurand.edges.judges.tokens import Tokens
from measurand.studies.causal.asking.canaries import CANARIES, Canaries
from measurand.studies.causal.asking.prompts import Prompt, prompt
from measurand.studies.causal.edge.judges.kept import Kept, Key
from measurand.studies.causal.edge.judges.record import Place, Record
from measurand.studies.causal.edge.judges.settings import ModelSettings, Usage
from measurand.studies.causal.judging import Question, Unscored
from measurand.values.fault import Fault

Tick = Callable[[int], None]
_BETWEEN = 10
"""How many questions there are between two canaries."""


@frozen(kw_only=True)
class Call:
    """One call to be made: a question in words, and which of its votes."""

    question: Question
    prompt: Prompt = field(repr=False)
    vote: int = 0
    canary: bool = False

    @property
    def key(self) -> Key:
        """Name its reply."""
        return Key(self.prompt.digest, self.vote, self.canary)


def calls(questions: Iterable[Question], settings: ModelSettings) -> Iterator[Call]:
    """Give the calls that questions need, one by one; canaries stand between them.

    What is too long to be shown is not asked.

    >>> from measurand.studies.causal.asking.canaries import CANARIES
    >>> settings = ModelSettings(model="small-1", votes=2, canaries=Canaries.MIXED_IN)
    >>> [(call.canary, call.vote) for call in calls([CANARIES[0].question], settings)][:4]
    [(True, 0), (True, 1), (False, 0), (False, 1)]
    """
    for question, canary in _mixed(questions, settings.canaries):
        asked = prompt(question, settings.limits)
        if isinstance(asked, Unscored):
            continue
        for vote in range(settings.votes):
            yield Call(question=question, prompt=asked, vote=vote, canary=canary)


def _mixed(questions: Iterable[Question], canaries: Canaries) -> Iterator[tuple[Question, bool]]:
    waiting = iter(CANARIES if canaries is Canaries.MIXED_IN else ())
    for number, question in enumerate(questions):
        if number % _BETWEEN == 0:
            yield from ((canary.question, True) for canary in islice(waiting, 1))
        yield question, False
    yield from ((canary.question, True) for canary in waiting)


class Asking:
    """Asks what is not on record yet, so many calls at once; counts what it takes.

    Every reply is kept the moment it is there. Which calls are under way at once changes nothing of
    what is kept but the order of the lines.
    """

    def __init__(self, endpoint: Endpoint, kept: Kept, settings: ModelSettings, tick: Tick) -> None:
        """Begin."""
        self.noticed: tuple[Fault, ...] = ()
        self._endpoint = endpoint
        self._kept = kept
        self._settings = settings
        self._tick = tick
        self._seen: set[Key] = set()
        self._counts: Counter[str] = Counter()
        self._tokens = Tokens()
        self._failed_in_row = self._done = 0

    @property
    def usage(self) -> Usage:
        """Say what it took so far."""
        prices, counts, tokens = self._settings.prices, self._counts, self._tokens
        return Usage(
            calls=counts["calls"],
            kept=counts["kept"],
            failed=counts["failed"],
            canaries=counts["canaries"],
            canaries_kept=counts["canaries_kept"],
            retries=counts["retries"],
            prompt_tokens=tokens.prompt,
            completion_tokens=tokens.completion,
            uncounted=tokens.uncounted,
            cost=None if prices is None else prices.cost(tokens.prompt, tokens.completion),
        )

    async def ask(self, todo: Iterator[Call]) -> None:
        """Make the calls; no more are made once too many have failed in a row.

        Raises SettingsError where the endpoint takes none.
        """
        workers = [asyncio.create_task(self._work(todo)) for _ in range(self._settings.concurrency)]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, todo: Iterator[Call]) -> None:
        for call in todo:
            if self._failed_in_row >= self._settings.stop_after:
                self._stop()
                return
            if call.key in self._seen:
                await asyncio.sleep(0)  # lets Ctrl-C in
            elif self._kept.stands(call.key, self._settings.max_tokens):
                self._seen.add(call.key)
                self._counts["canaries_kept" if call.canary else "kept"] += 1
                await asyncio.sleep(0)
            else:
                self._seen.add(call.key)
                found = await self._endpoint.answer(call.prompt, call.vote)
                self._kept.add(self._record(call, found))
                self._count(call, found)
            self._done += 1
            self._tick(self._done)

    def _stop(self) -> None:
        if not self.noticed:
            got = f"{self._failed_in_row} calls in a row that failed"
            hint = "no more were made; what is not answered is unscored, and asked by the next run"
            self.noticed = (Fault(path="endpoint", got=got, expected="replies", hint=hint),)

    def _count(self, call: Call, found: Called | Failed) -> None:
        failed = isinstance(found, Failed)
        self._counts["canaries" if call.canary else "calls"] += 1
        self._counts["failed"] += failed and not call.canary
        self._counts["retries"] += found.retries
        self._tokens += found.tokens
        self._failed_in_row = self._failed_in_row + 1 if failed else 0

    def _record(self, call: Call, found: Called | Failed) -> Record:
        record = Record(
            place=Place.of(call.question),
            run=self._kept.run,
            vote=call.vote,
            digest=call.prompt.digest,
            canary=call.canary,
            max_tokens=self._settings.max_tokens,
            limits=self._settings.limits,
            tokens=found.tokens,
        )
        match found:
            case Failed(error=error):
                return evolve(record, error=error)
            case Called(envelope=envelope, form=form):
                return evolve(
                    record,
                    structured=form.value,
                    answered_by=envelope.answered_by,
                    reply=envelope.text,
                    finish=envelope.finish,
                )
