"""Where bots run: the protocol of a runner, and the runners: process, Docker, manual."""
