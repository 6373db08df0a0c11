"""Matches on many machines, by Dask: workers play, and the coordinator commits as on one machine.

What the workers are at this moment is known here (`workers.WorkerProgress`) and in the table `live_worker`,
which the coordinator writes about once a second: `arena.store.live.workers.workers_seen`.
"""
