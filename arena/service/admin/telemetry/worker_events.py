"""Workers of a cluster that come and go."""

import logging
from collections.abc import Iterable

from arena.service.admin.telemetry.log_event import WORKERS, told
from arena.store.live.status import WorkerProgress


def workers_changed(tournament: int, before: Iterable[WorkerProgress], now: Iterable[WorkerProgress]) -> None:
    """Tell of each that is new, and of each that is gone."""
    old, new = ({one.name: one for one in some} for some in (before, now))
    for name in sorted(new.keys() - old.keys()):
        told(WORKERS, "worker joined", tournament=tournament, worker=name, slots=new[name].slots)
    for name in sorted(old.keys() - new.keys()):
        told(
            WORKERS,
            "worker lost",
            logging.WARNING,
            tournament=tournament,
            worker=name,
            matches=old[name].matches,
            games=old[name].games,
        )
