"""Keeps the tables of large tournaments: `python -m arena.service.reports.event_figures_child`.

The database is that of ARENA_DB. It ends when its stdin does.
"""

from arena.service.reports.event_figures import keep_figures
from arena.service.reports.standing_child import main

if __name__ == "__main__":
    main(keep_figures)
