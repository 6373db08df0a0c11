"""The site: pages and an API over one database. It runs no bots and needs no Docker.

=================  =============================================================================
`app`              build the application
`site`             the database and the operator's settings; `Sited`: a page's access to them
`pages`, `api`     one module for each page and resource, with its `router`
`page`             render templates; text for numbers and times
`tables`           tables that sort and filter by link, and that JSON and CSV offer too
`assets`           serve style sheets and scripts under addresses that browsers cache for ever
`cache`            cache slow results in memory
`guards`           middleware: limits, origins, host names, log
`http`             the server, headers, sessions, event streams, uploads, background workers
`live_overview`    running games as parts of pages
`errors`           errors as a page or as JSON
=================  =============================================================================
"""
