"""Files of cards and rulings, found through Scryfall's list of bulk data: https://scryfall.com/docs/api/bulk-data."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import AwareDatetime, BaseModel, Field, ValidationError

from explorer.importing.fetching.download import JSON, JSON_FILE, Limits, Progress, download
from explorer.importing.fetching.fetch_error import FetchError
from explorer.importing.fetching.policy import Policy

BULK_DATA = "https://api.scryfall.com/bulk-data"
"""Where Scryfall lists its files."""

DOMAINS = ("scryfall.com", "scryfall.io")
"""Domains of Scryfall's list and of its files."""

WANTED = ("oracle_cards", "rulings")
"""Files that Pipwise imports, as Scryfall's list calls them."""

FILE_LIMITS = Limits(total=900, document=1_000_000_000)
"""How long one file may take, and how large it may be as it comes."""


class OfferedFile(BaseModel):
    """File that the list offers.

    Attributes:
        type: what it has, such as `rulings`.
        updated_at: when it was made.
        download_uri: where it is.
        size: in bytes, unpacked; 0 where the list doesn't say.
    """

    type: str
    updated_at: AwareDatetime
    download_uri: str = Field(max_length=2_000)
    size: int = Field(0, ge=0)


class _Listed(BaseModel):
    """List of what there is; only the entries that are wanted must make sense."""

    data: Sequence[dict[str, Any]]


def policy_for(start: str, plain: Sequence[str]) -> Policy:
    """Return whom to ask where Scryfall's list, or a copy of it, is at an address."""
    return Policy(start, plain, DOMAINS)


def offered_files(policy: Policy, limits: Limits = FILE_LIMITS) -> Sequence[OfferedFile]:
    """Ask which files there are now, and return those of `WANTED`; the list is no larger than a page.

    Raises:
        BadAddressError: the address to begin with is none, or not of https.
        FetchError: the list can't be had, or lacks one of them.
    """
    policy.check_start()
    bounds = replace(limits, document=limits.page)
    answer = asyncio.run(download(policy.start, lambda _: None, policy, bounds, form=JSON))
    try:
        listed = _Listed.model_validate_json(answer.content).data
        return [OfferedFile.model_validate(_entry(listed, kind, answer.address)) for kind in WANTED]
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise FetchError(
            "wrong_type", f"{answer.address} isn’t a list of bulk files ({place}: {first['msg']})."
        ) from error


def _entry(listed: Sequence[Mapping[str, object]], kind: str, address: str) -> object:
    for one in listed:
        if one.get("type") == kind:
            return one
    raise FetchError("no_document", f"{address} doesn’t list the file “{kind}”.")


def fetch_file(
    offered: OfferedFile, into: Path, policy: Policy, limits: Limits, progress: Progress | None = None
) -> None:
    """Download a file as it comes: it may be packed.

    Args:
        offered: which one.
        into: where to write it.
        policy: whom to ask.
        limits: how long to wait and how much to take.
        progress: called with how many bytes there are so far, and how many there will be, where that is known.

    Raises:
        FetchError: it can't be had.
    """
    policy.check_next(offered.download_uri)
    with into.open("wb") as file:
        wanted = download(offered.download_uri, lambda _: None, policy, limits, progress, form=JSON_FILE, into=file)
        asyncio.run(wanted)
