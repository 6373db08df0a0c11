"""What all pages of a bot have on top."""

from typing import Final

from markupsafe import Markup

from arena.web.markup import html

STATES: Final = {"active": "active", "disabled": "disabled", "failed": "broken"}
TABS: Final = (
    ("", "Overview"),
    ("/matches", "Matches"),
    ("/match-ups", "Match-ups"),
    ("/versions", "Versions"),
)
YES_NO: Final = {"yes": True, "no": False}


def state_badge(state: str) -> Markup:
    """Whether a bot plays."""
    if not state:
        return Markup(
            '<span class="badge" title="Entered in tournaments, never submitted">not submitted</span>'
        )
    kind = {"active": "good", "failed": "bad"}.get(state, "")
    return html('<span class="badge {}">{}</span>', kind, STATES.get(state, state))
