"""Replace a person's name by "you" in the replay frames (film) of their game."""

from arena.service.bots import ME
from arena.viewer.replay.film_json import FilmDocument, FilmPiece, SideColumns
from arena.viewer.second_person import YOU, address


def address_film(film: FilmDocument) -> None:
    """Replace the person's name with "you" in a film of their game."""
    film["names"] = [YOU if one == ME else one for one in film["names"]]
    for side in film["sides"]:
        address_moments(side)


def address_moments(part: SideColumns | FilmPiece) -> None:
    """Replace the person's name with "you" in the sentences of a film, or of a part of it."""
    for column_name in ("text", "brief"):
        column = part["moments"].get(column_name, [])
        column[1::2] = [address(str(text), ME) for text in column[1::2]]
