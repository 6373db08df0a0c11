"""Play matches on many machines with Dask: workers play, and the coordinator (the process that runs the
tournament) commits the results.

About once a second, the coordinator writes its list of workers to the database table `live_status`.
"""
