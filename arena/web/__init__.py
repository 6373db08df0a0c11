"""The site: pages and an API over one database. It runs no bots and needs no Docker.

=================  =============================================================================
`app`              build the application
`site`             the database and the operator's settings; `Sited` gives pages access to them
`pages`, `api`     one module for each page and resource, with its `router`
`page`             render templates; text for numbers and times
`tables`           tables with links that sort and filter; the same tables as JSON and CSV
`assets`           serve style sheets and scripts under addresses that browsers cache for ever
`cache`            cache slow results in memory
`guards`           middleware: limits, origins, host names, log
`http`             the server, headers, sessions, event streams, uploads, background workers
`live_overview`    parts of pages that show running games
`errors`           answer errors with a page or with JSON
=================  =============================================================================
"""
