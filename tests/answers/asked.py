"""Questions, and generators that are small programs of their own."""

import sys
from pathlib import Path

from measurand.studies.counterfactual.asking import Question, Reply, ask
from measurand.studies.counterfactual.edge.answers.program import Limits, Program
from measurand.values.cells import Cell
from measurand.values.fault import Fault
from measurand.values.grounded import Grounded, Token

SOON = Limits(seconds=5.0, restarts=3, grace=1.0)
HASTY = Limits(seconds=0.3, tries=1, restarts=3, grace=1.0)
ANSWERS = "for question in asked():\n    say(answer(question))\n"
START = """
import json, os, sys, time

def answer(question, text="", **other):
    names = ("sample_id", "key", "seed", "digest")
    same = {name: question[name] for name in names}
    gen = {"frames": [], "text": text or "seen " + question["sample_id"]}
    return json.dumps({"schema": "cf-answer/1", **same, "gen": gen, **other})

def say(line, end="\\n"):
    sys.stdout.write(line + end)
    sys.stdout.flush()

def asked():
    return (json.loads(line) for line in sys.stdin)

"""


def sample(name: str, score: float = 0.5) -> Grounded:
    """Make a sample of one token."""
    token = Token(id=0, cell=Cell(0, 0, 0, 0), score=score, uncertainty=0.5, embedding=(0.5,))
    return Grounded(id=name, shape=(8, 8, 8), tokens=(token,), report="Nothing to be shown.")


def questions(number: int, *, seed: int = 7) -> list[Question]:
    """Ask about so many samples; their names are numbers from 0."""
    return [ask(sample(str(at)), "token_perm", seed=seed) for at in range(number)]


def words(folder: Path, body: str, *more: str) -> tuple[str, ...]:
    """Write a generator, and give the words that start it: fast, without site packages."""
    script = folder / "generator.py"
    script.write_text(START + body, encoding="utf-8")
    return (sys.executable, "-I", "-S", str(script), *more)


def program(folder: Path, body: str, limits: Limits = SOON) -> Program:
    """Make a generator that is a program."""
    return Program(words(folder, body), limits)


def texts(replies: list[Reply]) -> list[str | None]:
    """Give what was answered."""
    return [None if one.generation is None else one.generation.text for one in replies]


def said(faults: tuple[Fault, ...], of: Program) -> list[str]:
    """Give faults as a user sees them, without the command."""
    return [fault.text().removeprefix(f"{of.name}: ") for fault in faults]


def replies(asked: Program, number: int = 2) -> list[Reply]:
    """Ask a program about some samples, and let it end."""
    with asked:
        return [asked.reply(question) for question in questions(number)]
