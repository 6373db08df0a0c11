"""Monitoring: log messages on stderr, and metrics for Prometheus.

- `log_messages` logs messages through the standard library, with loggers such as "arena.run".
- `log_output` writes them to stderr.
- `collector` computes metrics from the messages and the database.
- `metrics_server` serves the metrics.
"""
