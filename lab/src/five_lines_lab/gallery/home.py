"""Examples of the pages that only a station at home has."""

from companion.interface import views


def home_examples() -> dict[str, views.View]:
    """Return an evening of three with a match, a house full of long names, and a name being typed."""
    few = tuple(views.Standing(name, (2, 3), (14, 30)) for name in ("Anna", "Nikos", "Maria"))
    names = ("Alexandra", "Konstantin", "Anna", "Nikos", "Maria", "Friedrich", "Giovanna")
    many = tuple(views.Standing(name, (12, 13), (114, 230)) for name in names)
    match = views.HomeMatch(("Anna", "Nikos"), (1, 0), "Maria", 3)
    return {
        "evening": views.EveningView(few, match, (9, 7)),
        "evening-empty": views.EveningView((), views.HomeMatch()),
        "evening-full": views.EveningView(many, views.HomeMatch(("Alexandra", "")), erasing=True),
        "name": views.NameView("Konstanti"),
    }
