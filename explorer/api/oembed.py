"""Endpoint for oEmbed, so that other sites can show previews of links: https://oembed.com."""

from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import unquote, urljoin, urlsplit

from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, resolve
from django.utils.encoding import iri_to_uri
from django.utils.html import format_html
from ninja import Query, Router, Status

from explorer.api.common import FAILURES, Fields
from explorer.api.schemas import EmbedOut, Failure
from explorer.sharing.embeds import can_be_embedded
from explorer.sharing.pictures import HEIGHT, WIDTH
from explorer.sharing.pictures.subjects import PICTURED, picture_of
from explorer.web import addresses
from explorer.web.errors import NotFound, shorten
from symbols.engine import error_json

router = Router(tags=["link previews"])

# Most rules fit; longer ones scroll.
_FRAME_WIDTH, _FRAME_HEIGHT = 640, 280

Width = Annotated[int | None, Query(description="Largest width, in pixels.", ge=1, le=100_000)]
Height = Annotated[int | None, Query(description="Largest height, in pixels.", ge=1, le=100_000)]


@router.get("/oembed", response={200: EmbedOut, 501: Failure, **FAILURES}, summary="Preview a link", exclude_unset=True)
def oembed(
    request: HttpRequest,
    url: Annotated[str, Query(description="Address of a page on this site.", max_length=4_000)],
    maxwidth: Width = None,
    maxheight: Height = None,
) -> Any:
    """Get a page’s title, its preview picture and, where embeds are allowed, its frame, as oEmbed JSON."""
    # Not declared as a parameter: schema tests treat any 501 as a failure.
    if (requested_format := request.GET.get("format", "json")) != "json":
        error = error_json("not_implemented", f"Pipwise can’t answer in “{shorten(requested_format)}”. Use json.")
        return Status(HTTPStatus.NOT_IMPLEMENTED, {"error": error})
    page, kind, arguments = _page(request, url)
    query = QueryDict(urlsplit(page).query)
    picture = picture_of(kind, arguments, query)
    framed = settings.EMBED and can_be_embedded(kind, arguments, query)
    width, height = maxwidth or WIDTH, maxheight or HEIGHT
    thumbnail = {"thumbnail_url": addresses.picture(page), "thumbnail_width": WIDTH, "thumbnail_height": HEIGHT}
    return {
        "type": "rich" if framed else "link",
        "version": "1.0",
        "title": picture.title,
        "provider_name": "Pipwise",
        "provider_url": request.build_absolute_uri("/"),
        **(thumbnail if width >= WIDTH and height >= HEIGHT else {}),
        **(_frame(page, picture.title, min(_FRAME_WIDTH, width), min(_FRAME_HEIGHT, height)) if framed else {}),
    }


def _page(request: HttpRequest, url: str) -> tuple[str, str, dict[str, str]]:
    """Absolute URL of a page, its URL name, and the path's arguments.

    Raises:
        NotFound: it isn't a page of this site that has a preview.
    """
    home = request.build_absolute_uri("/")
    try:
        page = iri_to_uri(urljoin(home, url))
        parts, own = urlsplit(page), urlsplit(home)
        if parts.netloc == own.netloc:
            match = resolve(f"{unquote(parts.path).removesuffix('/')}/")
            if match.url_name in PICTURED:
                return page.partition("#")[0], match.url_name, match.kwargs
    except (Resolver404, ValueError):
        pass
    message = (
        f"“{shorten(url)}” has no preview. There are previews for rules, glossary entries, symbols, checks, casts, "
        "Try it forms and comparisons."
    )
    raise NotFound("That page has no preview", message)


def _frame(page: str, title: str, width: int, height: int) -> Fields:
    code = '<iframe src="{}" width="{}" height="{}" title="{}" frameborder="0" loading="lazy"></iframe>'
    return {"html": format_html(code, addresses.embed(page), width, height, title), "width": width, "height": height}
