"""The referee's gRPC server, and its connections to bots."""
