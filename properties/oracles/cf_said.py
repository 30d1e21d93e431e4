"""Whether a text says frames, one a line: the form that the program's own generator wrote."""

import re

from properties.oracles.cf_sample import Sample, cited, has_entry, refused

NUMBER = r"[-+.\deE]+"
LINE = re.compile(
    r"FRAME (?P<at>\d+) finding=(?P<finding>.*) polarity=(?P<polarity>.*)"
    r" laterality=(?P<laterality>.*) location=(?P<location>.*) size_bin=(?P<size_bin>.*)"
    r" severity=(?P<severity>.*) uncertain=(?P<uncertain>[01])"
    rf" confidence=(?P<confidence>{NUMBER}) q=(?P<q>{NUMBER}) refusal=(?P<refusal>[01])"
    r" cites=\[(?P<cites>[\d,]*)\]"
)
CLOSE = 1e-8


def says_frames(text: str, sample: Sample) -> bool:
    """Decide whether the text says the frames, line by line and nothing else."""
    lines = [line for line in text.splitlines() if line.strip()]
    frames = sample["gen"]["frames"]
    if len(lines) != len(frames):
        return False
    for at, (line, frame) in enumerate(zip(lines, frames, strict=True)):
        found = LINE.fullmatch(line.strip())
        if found is None or int(found["at"]) != at:
            return False
        stated = (
            found["finding"],
            found["polarity"],
            *(found[name] for name in ("laterality", "location", "size_bin", "severity")),
        )
        meant = (
            frame["finding"],
            frame["polarity"],
            frame.get("laterality", "unspecified"),
            frame.get("location", "unspecified"),
            frame.get("size_bin", "unspecified"),
            frame.get("severity", "unspecified"),
        )
        flags = (found["uncertain"] == "1", found["refusal"] == "1")
        cites = [int(one) for one in found["cites"].split(",") if one]
        # A frame without an entry does not say that it cites nothing.
        if stated != meant or not has_entry(frame) or cites != cited(frame):
            return False
        if flags != (frame.get("uncertain", False), refused(frame)):
            return False
        numbers = (
            (found["confidence"], frame.get("confidence", 1.0)),
            (found["q"], frame.get("q")),
        )
        for written, number in numbers:
            try:
                if number is None or abs(float(written) - number) > CLOSE:
                    return False
            except ValueError:
                return False
    return True
