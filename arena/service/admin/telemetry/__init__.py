"""What happens, for who watches over it: events as lines of a log, and numbers for Prometheus.

Events go through the standard library's logging, below the logger "arena": `events.told`. They are made in
any case and cost next to nothing while nobody listens. `logs` writes them, `counting` counts them; numbers
that belong to the database `reading` takes from there. `serving` answers who asks for them.
"""
