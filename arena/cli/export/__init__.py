"""`arena export`: games for other programs."""
