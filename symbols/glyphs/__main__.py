"""Write the drawings that the site serves: `python -m symbols.glyphs`, or with `--check` only compare them."""

import argparse
import sys
from pathlib import Path

from symbols.catalog.definitions import all_definitions
from symbols.glyphs import mark, sprite

STATIC = Path(__file__).parents[2] / "static"


def made() -> dict[Path, str]:
    """Map each generated file to its contents."""
    return {
        STATIC / "symbols.svg": sprite(one.code for one in all_definitions()),
        STATIC / "favicon.svg": mark(),
    }


def main(arguments: list[str] | None = None) -> int:
    """Write or check the files; return the exit code, 1 if a checked file is out of date."""
    parser = argparse.ArgumentParser(prog="python -m symbols.glyphs", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when a file differs")
    options = parser.parse_args(arguments)
    stale = [path for path, text in made().items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if options.check:
        for path in stale:
            sys.stderr.write(f"{path} is not what the drawings give; run python -m symbols.glyphs\n")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(exist_ok=True)
        path.write_text(made()[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
