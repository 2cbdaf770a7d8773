"""Editions under which a trial can be read."""

from explorer.library import queries
from explorer.library.queries import EditionInfo
from explorer.models import Rule
from symbols.trials import Trial


def editions_to_read(trial: Trial) -> list[EditionInfo]:
    """Return the editions that have a rule which the trial is about, the newest first."""
    rows = Rule.objects.filter(number__in={place.number for place in trial.places}, wording__isnull=False)
    found = {
        day
        for number, day, paragraphs in rows.values_list("number", "edition__date", "wording__paragraphs")
        for words in ["\n".join(paragraph["text"] for paragraph in paragraphs)]
        if any(place.number == number and place.stands_in(words) for place in trial.places)
    }
    return [edition for edition in reversed(queries.editions()) if edition.date in found]
