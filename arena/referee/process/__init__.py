"""The process that plays one match: the server that forks it, its main function, its parent's side."""
