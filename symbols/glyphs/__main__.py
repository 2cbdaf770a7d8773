"""Write the sprite that the site serves: `python -m symbols.glyphs`, or with `--check` only compare it."""

import argparse
import sys
from pathlib import Path

from symbols.definitions import all_definitions
from symbols.glyphs import sprite

TARGET = Path(__file__).parents[2] / "static" / "symbols.svg"


def main(arguments: list[str] | None = None) -> int:
    """Write the file, or compare it; return 0, or 1 when the file on disk is not what the drawings give."""
    parser = argparse.ArgumentParser(prog="python -m symbols.glyphs", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when the file differs")
    options = parser.parse_args(arguments)
    made = sprite(one.code for one in all_definitions())
    if options.check:
        if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == made:
            return 0
        sys.stderr.write(f"{TARGET} is not what the drawings give; run python -m symbols.glyphs\n")
        return 1
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
