"""Monitoring: log messages on stderr and metrics for Prometheus.

`log_messages` logs through the standard library, below the logger "arena". `log_output` writes the messages.
`collector` counts them and reads the database; `metrics_server` serves the numbers.
"""
