"""The reference data are the ones that the expected numbers were taken from."""

from hashlib import sha256
from pathlib import Path


def test_every_file_has_the_digest_that_its_list_states(data: Path) -> None:
    lines = (data / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    stated = {name: digest for digest, name in (line.split(maxsplit=1) for line in lines)}

    found = {name: sha256((data / name).read_bytes()).hexdigest() for name in stated}

    assert found
    assert found == stated
