"""Small forms of a rule and of a checked cost for the frames of other sites."""

from collections.abc import Mapping

from django.http import QueryDict

from explorer.document.numbers import NumberKind
from explorer.not_found.path_arguments import number_or_404

EMBEDDED = (NumberKind.RULE, NumberKind.SUBRULE)


def can_be_embedded(kind: str, arguments: Mapping[str, str], query: QueryDict) -> bool:
    if kind.removeprefix("pinned-") == "rule":
        return number_or_404(arguments["number"]).kind in EMBEDDED
    return kind == "check" and bool(query.get("cost", "").strip())
