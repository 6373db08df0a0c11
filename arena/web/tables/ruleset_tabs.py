"""Tabs that lead to the same page for another ruleset."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from arena.rules.rulesets import family
from arena.web.tables.columns import pack_badge

MAX_TABS: Final = 5  # all rulesets, by family, appear after a click


class RulesetTab(NamedTuple):
    """A tab that leads to the page of a ruleset."""

    ruleset: str
    title: str
    pack: str


class RulesetTabs(NamedTuple):
    """The tabs of a page. `tabs`: the first MAX_TABS rulesets, and the current ruleset.

    `families`: the tabs of all rulesets, which appear after a click. The keys are families of rulesets (""
    for the overall ladder). `families` is empty if there are at most MAX_TABS rulesets: `tabs` then contains
    all.
    """

    current: str
    tabs: list[RulesetTab]
    families: Mapping[str, list[RulesetTab]]


def ruleset_tabs(titles: Mapping[str, str], current: str) -> RulesetTabs:
    """Return the tabs of a page. `titles`: the rulesets' titles, by key. `current`: the shown ruleset."""
    every = [_tab(ruleset, title) for ruleset, title in titles.items()]
    tabs = [tab for place, tab in enumerate(every) if place < MAX_TABS or tab.ruleset == current]
    families: dict[str, list[RulesetTab]] = {}
    for tab in every if len(every) > MAX_TABS else ():
        name, _, version = tab.ruleset.partition("@")
        families.setdefault(family(name) if version else "", []).append(tab)
    return RulesetTabs(current, tabs, families)


def _tab(ruleset: str, title: str) -> RulesetTab:
    version = ruleset.partition("@")[2]
    return RulesetTab(ruleset, ruleset if version not in ("", "1") else title, pack_badge(ruleset))
