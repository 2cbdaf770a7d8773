"""Shared by commands for tournament documents."""

from importlib.util import find_spec

from django.conf import settings

from explorer.management.base import RefusedError
from explorer.policy.storing import PolicyImport


def need_pdf_reader() -> None:
    if find_spec("pdfplumber") is None:
        install = "pip install 'pipwise[policy]'" if settings.IS_RELEASE else ".venv/bin/pip install -e '.[policy]'"
        raise RefusedError.of("no_pdf_reader", f"The package that reads PDFs isn’t installed. Run: {install}")


def policy_as_json(done: PolicyImport) -> dict[str, object]:
    return {
        "action": done.action,
        "document": done.document,
        "date": done.date.isoformat(),
        "sections": done.sections,
    }
