"""The tables on pages. Visitors sort and filter them by links."""
