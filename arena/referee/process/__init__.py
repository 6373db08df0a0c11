"""The process that plays one match: the server that forks it, its main function, and its parent's side."""
