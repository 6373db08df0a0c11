"""Compiles the hottest modules into the wheel, where that is asked for: `ARENA_COMPILE=1 uv build --wheel`.

Hatchling runs this for every wheel. Unasked it does nothing, and the wheel is pure Python. The compiled
modules lie beside their sources, which they come from unchanged, and are what Python imports of the two.
"""

import os
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH: Final = "ARENA_COMPILE"
GROUP: Final = "maumau_arena"  # what the one library is called that holds all of them
OFF: Final = ("", "0")


class CompileHook(BuildHookInterface):  # type: ignore[misc]  # hatchling is there only in a build
    """Which modules, and the compiler, are in `pyproject.toml` with the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """The compiler, only where it is needed."""
        return list(self.config["compiler"]) if asked_for() else []

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Before the wheel is written: add the compiled modules to it."""
        if not asked_for():
            return
        if version == "editable":
            self.app.abort(
                f"{SWITCH} is set, but an editable install runs from the sources and is never compiled. "
                f"Unset {SWITCH}, or install a compiled copy elsewhere: `uv build --wheel`."
            )
        self._folder = TemporaryDirectory()
        self.app.display_info(f"compiling {len(self.config['modules'])} modules")
        with chdir(self.root):
            libraries = compiled(self.config["modules"], Path(self._folder.name))
        build_data["force_include"] = libraries
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, object], artifact_path: str) -> None:
        """After it is written."""
        if asked_for():
            self._folder.cleanup()


def asked_for() -> bool:
    """Whether the wheel is to be compiled."""
    return os.environ.get(SWITCH, "") not in OFF


def compiled(modules: list[str], folder: Path) -> dict[str, str]:
    """Where in `folder` each compiled library is, and where it belongs in the wheel."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    # Types are the tests' affair. Here they only tell the compiler what it may rely on.
    options = ["--config-file=", "--ignore-missing-imports", f"--cache-dir={folder / 'types'}"]
    extensions = mypycify([*options, *modules], opt_level="3", group_name=GROUP, target_dir=str(folder / "c"))
    build = Distribution({"name": GROUP, "ext_modules": extensions}).get_command_obj("build_ext")
    build.build_lib, build.build_temp = str(folder / "lib"), str(folder / "temp")
    build.ensure_finalized()
    build.run()
    return {library: str(Path(library).relative_to(folder / "lib")) for library in build.get_outputs()}
