"""What plays no part in a batch of graphs: the order of hashes."""

from pathlib import Path

from tests.cli.reasoning import FILE, lines, link, newton
from tests.cli.running import Shell

SEEDS = ("0", "4242")
HASTY = Path(__file__).parents[2] / "docs" / "examples" / "reasoning" / "hasty.jsonl"
WIDE = {
    "target_variable": ["total", "share"],
    "knowns": {f"x{n}": n for n in range(9)},
    "causal_graph": [
        link([f"x{n}" for n in range(5)], "a", "a = x0 + x1*x2 - x3/x4"),
        link(["a", "x5", "x6"], "b", "b = a * (x5 - x6)"),
        link(["b", "x7", "loop"], "total", "total = b + x7 + loop"),
        link(["total"], "loop", "loop = total / 2"),
        link(["a", "b"], "share", "share = a / b"),
        link(["", "x8"], "alone", "by what is known"),
    ],
}


JUDGES = ("structural", "equations")


def test_hashes_play_no_part(shell: Shell) -> None:
    more = lines([newton("n", dag=WIDE, group="w"), newton("odd", dag={"knowns": [1, None, {}]})])
    shell.write(FILE, HASTY.read_bytes() + more)
    options = {"rows": "jsonl", "reports": "json", "records": "jsonl", "html": "html"}
    names = [f"{judge}.{option}.{end}" for judge in JUDGES for option, end in options.items()]
    commands = []
    for judge in JUDGES:
        files = ((f"--{name}", f"{judge}.{name}.{end}") for name, end in options.items())
        out = [word for pair in files for word in pair]
        commands.append(("causal", "run", FILE, "--judge", judge, "--format", "json", *out))
    told = []
    for seed in SEEDS:
        ran = shell.several_apart(commands, env={"PYTHONHASHSEED": seed})
        assert [(one.code, one.err) for one in ran] == [(0, "")] * len(JUDGES)
        told.append([*(one.out.encode() for one in ran), *(shell.read(name) for name in names)])
        for name in names:
            (shell.folder / name).unlink()

    assert all(part for part in told[0])
    assert told[1:] == told[:-1]
