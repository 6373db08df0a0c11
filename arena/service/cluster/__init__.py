"""Play matches on many machines with Dask.

Workers play; the coordinator (the process that runs the tournament) commits the results. It also writes its
list of workers to the database table `live_status`, about once a second.
"""
