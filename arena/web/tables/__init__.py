"""The tables in pages. Links sort and filter them."""
