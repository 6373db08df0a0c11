"""Live views of running tournaments."""
