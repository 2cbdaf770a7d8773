"""Django app of the site and its derived data."""

from django.apps import AppConfig


class ExplorerConfig(AppConfig):
    name = "explorer"
    verbose_name = "Rules explorer"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the derivations lazily: most commands need none of these modules."""
        from explorer.importing import derived
        from explorer.library import derivation

        def all_of_them() -> tuple[derivation.Derivation, ...]:
            from explorer.cards.rule_cards import CardsMeetRules
            from explorer.citations.rows import CitedRules
            from explorer.library.history.pairs import EditionPairs, LineagesDerivation
            from explorer.library.stored_references import References
            from explorer.search.index.rows import SearchIndex
            from explorer.search.index.rulings import RulingIndex
            from explorer.symbols_by_edition.rows import (
                EditionSymbolsDerivation,
                SymbolRowsDerivation,
                SymbolUsesDerivation,
            )

            return (
                References(),
                SearchIndex(),
                EditionPairs(),
                LineagesDerivation(),
                CitedRules(),
                EditionSymbolsDerivation(),
                SymbolUsesDerivation(),
                SymbolRowsDerivation(),
                CardsMeetRules(),
                RulingIndex(),
            )

        derived.register(all_of_them)
