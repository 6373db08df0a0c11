"""Package the README with absolute links, and compile the slowest modules if ARENA_COMPILE is set:
`ARENA_COMPILE=1 uv build --wheel`.

Hatchling runs this for every package. Without ARENA_COMPILE the wheel is pure Python. Compiled modules are
next to their unchanged sources, and Python imports the compiled ones.
"""

import os
import re
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SWITCH: Final = "ARENA_COMPILE"
GROUP: Final = "maumau_arena"  # the shared library that holds all of them
OFF: Final = ("", "0")
RELATIVE_LINK: Final = re.compile(r"(!?)(\[[^]]*\])\((?!https?:|#)([^)]+)\)")


class ReadmeHook(MetadataHookInterface):  # type: ignore[misc]  # hatchling is there only in a build
    """Package the README, whose links work outside a clone too."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, object]) -> None:
        """Set the README."""
        source = metadata["urls"]["Source"]  # type: ignore[index]
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": with_absolute_links(text, source)}


class CompileHook(BuildHookInterface):  # type: ignore[misc]  # hatchling is there only in a build
    """Compile the modules that `pyproject.toml` lists."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what the build needs: the compiler, if the wheel is compiled."""
        return list(self.config["compiler"]) if is_compiled() else []

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Compile the modules and add them to the wheel."""
        if not is_compiled():
            return
        if version == "editable":
            self.app.abort(
                f"{SWITCH} is set, but an editable install runs from the sources and is never compiled. "
                f"Unset {SWITCH}, or install a compiled copy elsewhere: `uv build --wheel`."
            )
        self._folder = TemporaryDirectory()
        self.app.display_info(f"compiling {len(self.config['modules'])} modules")
        with chdir(self.root):
            libraries = compile_modules(self.config["modules"], Path(self._folder.name))
        build_data["force_include"] = libraries
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, object], artifact_path: str) -> None:
        """Remove the temporary folder."""
        if is_compiled():
            self._folder.cleanup()


def with_absolute_links(text: str, source: str) -> str:
    """Return Markdown whose relative links lead to files of the repository at `source`."""
    return RELATIVE_LINK.sub(
        lambda link: f"{link[1]}{link[2]}({source}/{'raw' if link[1] else 'blob'}/HEAD/{link[3]})", text
    )


def is_compiled() -> bool:
    """True if the wheel is compiled."""
    return os.environ.get(SWITCH, "") not in OFF


def compile_modules(modules: list[str], folder: Path) -> dict[str, str]:
    """Compile modules. Return the path of each library in `folder`, with its path in the wheel."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    # Types are checked by the tests; here the compiler only uses them.
    options = ["--config-file=", "--ignore-missing-imports", f"--cache-dir={folder / 'types'}"]
    level = os.environ.get("MYPYC_OPT_LEVEL", "3")  # as mypyc itself does
    extensions = mypycify(
        [*options, *modules], opt_level=level, group_name=GROUP, target_dir=str(folder / "c")
    )
    build = Distribution({"name": GROUP, "ext_modules": extensions}).get_command_obj("build_ext")
    build.build_lib, build.build_temp = str(folder / "lib"), str(folder / "temp")
    build.ensure_finalized()
    build.run()
    return {library: str(Path(library).relative_to(folder / "lib")) for library in build.get_outputs()}
