"""Where bots run: one small protocol (`box`), and what stands behind it (`process`, `docker_runner`)."""
