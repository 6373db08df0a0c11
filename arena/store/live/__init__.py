"""What is being played now."""
