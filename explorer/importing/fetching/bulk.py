"""Download of card and rulings files from Scryfall's bulk data: https://scryfall.com/docs/api/bulk-data."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import AwareDatetime, BaseModel, Field, ValidationError

from explorer.importing.fetching.download import JSON, JSON_FILE, Limits, Progress, download
from explorer.importing.fetching.policy import FetchError, Policy

BULK_DATA = "https://api.scryfall.com/bulk-data"
"""Scryfall's list of files."""

DOMAINS = ("scryfall.com", "scryfall.io")
"""Hosts of the list and of the files."""

WANTED = ("oracle_cards", "rulings")
"""Types of the files that Pipwise imports."""

FILE_LIMITS = Limits(total=900, document=1_000_000_000)
"""Limits of one file, compressed."""


class OfferedFile(BaseModel):
    """File in the list; `size` is in bytes, uncompressed, 0 if unknown."""

    type: str
    updated_at: AwareDatetime
    download_uri: str = Field(max_length=2_000)
    size: int = Field(0, ge=0)


class _Listed(BaseModel):
    """List of files; only the wanted entries are validated."""

    data: Sequence[dict[str, Any]]


def policy_for(start: str, plain: Sequence[str]) -> Policy:
    return Policy(start, plain, DOMAINS)


def offered_files(policy: Policy, limits: Limits = FILE_LIMITS) -> Sequence[OfferedFile]:
    """Download the list, and return its `WANTED` files.

    Raises `BadAddressError` if the URL is invalid or not https, `FetchError` if the list lacks one of them or can't be
    downloaded.
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
    offered: OfferedFile, into: Path, policy: Policy, limits: Limits, progress: Progress = lambda *_: None
) -> None:
    """Download a file as it is sent, perhaps compressed."""
    policy.check_next(offered.download_uri)
    with into.open("wb") as file:
        wanted = download(offered.download_uri, lambda _: None, policy, limits, progress, form=JSON_FILE, into=file)
        asyncio.run(wanted)
