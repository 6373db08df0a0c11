"""Distribute tests over processes: which run together, and in which order."""

from typing import TYPE_CHECKING

from xdist.scheduler import LoadFileScheduling

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

# One engine: no test sees the containers of another. One folder for what is built of each language.
TOGETHER = ("tests/docker", "tests/languages")
# Files that go with another: what takes long is made once for all of them.
WITH = {
    "tests/project/test_dependencies.py": "tests/project/test_imports.py",
    **{
        f"tests/service/test_{name}.py": "tests/service/test_run.py"
        for name in ("export", "full_disk", "ladder_cache", "play", "tables")
    },
}
# Longest first, as far as it matters, at one scale or another.
LONG = (
    "tests/languages",
    "tests/project/test_compiled.py",
    "tests/docker",
    "tests/faults/test_engine.py",
    "tests/hostile/test_containers.py",
    "tests/hostile/test_processes.py",
    "tests/hostile/test_attacks.py",
    "tests/compose/test_compose.py",
    "tests/postgres/test_suites.py",
    "tests/cluster/test_lost.py",
    "tests/faults/test_builds.py",
    "tests/service/test_verify_tournament.py",
    "tests/browser/test_site.py",
    "tests/browser/test_replay_page.py",
    "tests/browser/test_replay_served.py",
    "tests/browser/test_play_site.py",
    "tests/browser/test_live_page.py",
    "tests/browser/test_play.py",
    "tests/browser/test_play_games.py",
    "tests/browser/test_replay_analysis.py",
    "tests/browser/test_seat_layout.py",
    "tests/browser/test_strangers.py",
    "tests/browser/test_what_if.py",
    "tests/browser/test_replay_live.py",
    "tests/browser/test_ladder_pages.py",
    "tests/browser/test_submit_page.py",
    "tests/browser/test_tournament_pages.py",
    "tests/service/test_run.py",
    "tests/service/test_benching.py",
    "tests/service/test_check_kinds.py",
    "tests/service/test_archives_fuzz.py",
    "tests/service/test_asking.py",
    "tests/sdk/test_bots.py",
    "tests/sdk/test_refereed.py",
    "tests/web/test_submit.py",
    "tests/web/test_live.py",
    "tests/web/test_bots.py",
    "tests/service/test_uploads.py",
    "tests/docs/test_documents.py",
    "tests/service/test_compare.py",
    "tests/service/test_check.py",
    "tests/service/test_tournament_edit.py",
    "tests/service/test_submit.py",
    "tests/service/test_live_relay.py",
    "tests/cli/test_run.py",
    "tests/referee/test_verdicts.py",
    "tests/referee/test_verdict_timing.py",
    "tests/referee/test_run.py",
    "tests/service/test_reports.py",
    "tests/web/test_ladder.py",
    "tests/web/test_tournaments.py",
    "tests/rules/test_properties.py",
    "tests/record/test_verify.py",
    "tests/sdk/test_unseen.py",
    "tests/rules/house_rules/test_validate.py",
    "tests/ratings/test_fitted.py",
    "tests/cli/test_compare.py",
    "tests/cli/test_house_rules.py",
    "tests/cli/test_play.py",
    "tests/cli/test_guests.py",
    "tests/cli/test_bot.py",
    "tests/service/test_swiss.py",
    "tests/referee/test_fallback_player.py",
    "tests/service/test_export_formats.py",
    "tests/service/test_memory.py",
    "tests/project/test_wheel.py",
)


def share(nodeid: str) -> str:
    """Return the group of a test: its file, or a file or folder with which it runs.

    >>> share("tests/wire/test_decode.py::test_x[1]"), share("tests/docker/test_cleanup.py::test_x")
    ('tests/wire/test_decode.py', 'tests/docker')
    """
    file = nodeid.partition("::")[0]
    return next((folder for folder in TOGETHER if file.startswith(f"{folder}/")), WITH.get(file, file))


def turn(nodeid: str) -> int:
    """Return the place in the order: slow groups start first."""
    return LONG.index(found) if (found := share(nodeid)) in LONG else len(LONG)


class Shares(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
    """Gives each process the next group when it has finished one."""

    def _split_scope(self, nodeid: str) -> str:
        return share(nodeid)

    def mark_test_complete(self, node: "WorkerController", item_index: int, duration: float = 0) -> None:
        """Drop a finished group: pytest-xdist counts the remaining tests after every test."""
        super().mark_test_complete(node, item_index, duration)
        shares, name = self.assigned_work[node], share(self.registered_collections[node][item_index])
        if all(shares[name].values()):
            del shares[name]
