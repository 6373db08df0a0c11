"""The site: pages and an API over one database. It runs no bot and needs no Docker.

================  ==============================================================================
`app`             `make_app(site) -> FastAPI`: everything below, put together
`site`            `Site`: what a running site knows; `Sited`: how a page asks for it
`pages`           a module for each page, with its `router`
`api`             a module for each resource, with its `router`; described in `/api/openapi.json`
`page`            `page(request, template, **values)`: a template in the shell of the site
`listing`         tables that sort and filter by link, and are JSON and CSV as well
`columns`         columns that stand in several tables
`assets`          style sheets, scripts and the replay element, under addresses that may be kept for ever
`answers`         headers that every answer gets; `headers`: what browsers are told not to do
`guards`          what stands before all pages: sizes, origins, names, floods, faults
`protocol`        HTTP for those who ask and read at a reasonable speed
`hub`             one look at what is played now, for all who watch; `wall`: how a table looks in small
`streams`         server-sent events, and how many there may be
`errors`          what went wrong, as a page or as JSON
================  ==============================================================================
"""
