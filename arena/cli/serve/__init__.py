"""Commands that keep running: the site, its referee, cluster workers; and `doctor`."""
