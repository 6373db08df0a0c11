"""Certificate authorities and certificates, made as the guide "Cluster" says."""

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Files:
    """In PEM."""

    ca: Path
    cert: Path
    key: Path

    @property
    def options(self) -> tuple[str, ...]:
        return ("--tls-ca", str(self.ca), "--tls-cert", str(self.cert), "--tls-key", str(self.key))


def certified(folder: Path) -> Files:
    """An authority of its own, and a certificate by it."""
    folder.mkdir()
    for line in GUIDE_COMMANDS.splitlines():
        subprocess.run(line, shell=True, cwd=folder, check=True, capture_output=True)
    return Files(folder / "ca.pem", folder / "me.pem", folder / "me.key")


GUIDE_COMMANDS = """\
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=arena-ca -keyout ca.key -out ca.pem
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=machine-1 -keyout me.key -out me.csr
openssl x509 -req -in me.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 825 -out me.pem
"""  # noqa: E501 - as it is typed
