"""Claims of two numbers over four samples, and a check of them against their lock."""

from attrs import frozen

from tests.cli.running import Ran, Shell

CLAIMS = """\
schema = 1
[data.runs]
path = "runs.jsonl"
[[table]]
name = "1"
data = "runs"
columns.F1 = { definition = "f(average=micro)", unit = "%" }
columns.n = { definition = "total(of=samples)" }
rows = [{ label = "ours", cells = { F1 = 50.0, n = 4 } }]
"""
# Hits, predictions, gold items: (1, 1, 2), (1, 2, 1), (0, 1, 1), (0, 0, 0): F1 = 4 / 8.
RUNS = """\
{"id": "s1", "gold": ["soup", "rice"], "pred": ["soup"]}
{"id": "s2", "gold": ["tea"], "pred": ["tea", "milk"]}
{"id": "s3", "gold": ["bread"], "pred": ["cake"]}
{"id": "s4", "gold": [], "pred": []}
"""
LOCK = "claims.lock.json"


@frozen
class Study:
    """A folder with claims, data and a lock."""

    shell: Shell

    @staticmethod
    def begin(shell: Shell, *, claims: str = CLAIMS, runs: str = RUNS) -> "Study":
        shell.write("claims.toml", claims)
        shell.write("runs.jsonl", runs)
        return Study(shell)

    def lock(self, *words: str) -> Ran:
        return self.shell("lock", "claims.toml", *words)

    def locked(self, *words: str) -> "Study":
        """Lock, and hold that it went well."""
        ran = self.lock(*words)
        assert (ran.code, ran.err) == (0, "")
        return self

    def replace(self, name: str, old: str, new: str) -> None:
        text = self.shell.read(name).decode()
        assert text.count(old) == 1
        self.shell.write(name, text.replace(old, new))

    def check(self, *words: str) -> Ran:
        """Check the claims, and hold them against the lock."""
        return self.shell("check", "claims.toml", "--locked", "--github", "on", *words)
