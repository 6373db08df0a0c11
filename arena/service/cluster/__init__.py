"""Matches on many machines with Dask: workers play, the coordinator commits.

The coordinator writes its workers about once a second into the table `live_status`.
"""
