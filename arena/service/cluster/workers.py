"""Who plays for us at this moment, and what each has done for this run."""

from arena.store.live.workers import WorkerProgress, workers_seen

__all__ = ["WorkerProgress", "workers_seen"]
