"""Play matches on many machines with Dask.

Workers play; the coordinator (the process that runs the tournament) commits the results. About once a second,
the coordinator also writes its list of workers to the database table `live_status`.
"""
