"""Plays matches on many machines with Dask: workers play, and the coordinator commits the results.

The coordinator lists its workers about once a second in the database table `live_status`.
"""
