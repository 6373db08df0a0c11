"""Matches on many machines, by Dask: workers play, and the coordinator commits as on one machine.

The coordinator writes its workers about once a second into the table `live_status`.
"""
