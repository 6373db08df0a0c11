"""HTTP: the server, headers, streams and background workers."""
