"""Load on the site: `python -m tests.load one|several --rules FOLDER`."""

import argparse
import asyncio
import tempfile
from pathlib import Path

from tests.load.machines import one_machine, several_machines
from tests.load.readers import Readers
from tests.shared import SHARED

SET_UPS = {"one": one_machine, "several": several_machines}
#: Answers a second that are tried in turn, until 99 of 100 take longer than the bound (seconds).
RATES, BOUND = (50, 100, 150, 200, 300, 400, 600, 800), 0.25


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("set_up", choices=SET_UPS, help="one machine with two workers, or several behind nginx")
    parser.add_argument("--rules", type=Path, default=SHARED / "rules", help="a folder of editions")
    parser.add_argument("--readers", type=int, default=500)
    parser.add_argument("--every", type=float, default=5.0, help="how often each of them asks (seconds)")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--at-once", type=int, default=1000, help="readers who open one link within a second")
    parser.add_argument("--page", default="/rules/107.4f/", help="where that link leads")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, SET_UPS[asked.set_up](asked.rules, Path(folder)) as address:
        asyncio.run(_measure(address, asked))


async def _measure(address: str, asked: argparse.Namespace) -> None:
    print(
        f"{asked.at_once} readers open one link: {await Readers(address).link(asked.at_once, asked.page)}", flush=True
    )
    every = f"{asked.readers} readers, each every {asked.every:g} s"
    print(f"{every}: {await Readers(address).mix(asked.readers, asked.every, asked.seconds)}", flush=True)
    for rate in RATES:
        waits = await Readers(address).mix(rate * 5, 5.0, 20.0)
        print(f"{rate} a second: {waits}", flush=True)
        if waits.wrong or waits.share(0.99) > BOUND:
            break


if __name__ == "__main__":
    main()
