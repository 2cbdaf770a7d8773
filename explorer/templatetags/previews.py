"""Previews of a page, for those who show it elsewhere: search engines, chats and forums."""

import html
import json
import re
from urllib.parse import urljoin

from django import template
from django.template.context import RequestContext
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.html import format_html
from django.utils.safestring import SafeString

from explorer.sharing.pictures import HEIGHT, WIDTH
from explorer.sharing.pictures.view import PICTURED
from explorer.web import addresses

register = template.Library()

_BREAK = re.compile(r" *\n[ \n]*")

# What a script in HTML could be ended or begun with.
_ESCAPED = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&"}
# Briefs have the longest address that anybody shares; more is what somebody typed or pasted, and the page has it once.
_LONGEST_ADDRESS = 10_000


@register.filter(is_safe=True)
def one_line(written: str) -> str:
    """Return a text for an attribute or a title without the line breaks of its template."""
    return _BREAK.sub(" ", written.strip())


@register.simple_tag(takes_context=True)
def previews(context: RequestContext) -> SafeString:
    """Write what a page is about once more: as Open Graph has it and, for a page with an address, as JSON-LD.

    The words are those of the blocks `og_title` and `description`; the address is `canonical`, if the page has that.
    Some kinds of pages have a picture, too.
    """
    title, description = (_said(context, name) for name in ("og_title", "description"))
    website = '<meta property="og:type" content="website">\n<meta property="og:description" content="{}">'
    open_graph = format_html(website, description)
    address = context.get("canonical")
    if not address or len(address) > _LONGEST_ADDRESS:
        return open_graph
    data = {
        "@context": "https://schema.org",
        "@type": "WebPage",
        "name": title,
        "description": description,
        "url": address,
        "inLanguage": "en",
        "isPartOf": {"@type": "WebSite", "name": "Pipwise", "url": context["request"].build_absolute_uri("/")},
    }
    pictured = context["request"].resolver_match.url_name in PICTURED and not context.get("problem")
    return format_html(
        '{0}\n<link rel="canonical" href="{1}">\n<meta property="og:url" content="{1}">\n{2}'
        '<script type="application/ld+json">{3}</script>',
        open_graph,
        address,
        _picture(address, title, f"{title}. {description}") if pictured else "",
        SafeString(json.dumps(data, ensure_ascii=False).translate(_ESCAPED)),
    )


def _picture(page: str, title: str, words: str) -> SafeString:
    """Write where the picture of a page is, and where it is described to those who embed it."""
    return format_html(
        '<meta property="og:image" content="{}">\n<meta property="og:image:type" content="image/png">\n'
        '<meta property="og:image:width" content="{}">\n<meta property="og:image:height" content="{}">\n'
        '<meta property="og:image:alt" content="{}">\n<meta name="twitter:card" content="summary_large_image">\n'
        '<link rel="alternate" type="application/json+oembed" href="{}" title="{}">\n',
        addresses.picture(page),
        WIDTH,
        HEIGHT,
        words,
        urljoin(page, addresses.oembed(page)),
        title,
    )


def _said(context: RequestContext, name: str) -> str:
    """Return the text of a block of the page."""
    written: str = context.render_context[BLOCK_CONTEXT_KEY].get_block(name).render(context)
    return " ".join(html.unescape(written).split())
