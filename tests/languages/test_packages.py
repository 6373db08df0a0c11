"""Every SDK makes a package, which a new project uses with nothing else of this repository at hand.

The program is the first one of the SDK's README. (The Python packages are in `tests/project/test_wheel.py`.)
"""

import json
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.languages.bots import CARGO, LIKE_THE_RUST_BOT, ROOT, SDK
from tests.languages.shell import GO_FLAGS, MAVEN_FLAGS, NPM_INSTALL, needs, sh

pytestmark = pytest.mark.dear
VERSION = "0.1.0"
GO = "github.com/maumau-arena/maumau-go"
MAVEN = "io/github/maumau-arena/maumau"
PACKAGE = "io/github/maumauarena"


def program(language: str, fence: str) -> str:
    """The first program of an SDK's README."""
    found = re.search(rf"^```{fence}\n(.*?)^```$", (SDK / language / "README.md").read_text(), re.M | re.S)
    assert found
    return found[1]


def assert_a_bot(command: str, folder: Path) -> None:
    """It is linked and runs: without a referee it says what to do."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "arena play" in done.stderr


def assert_the_licence(path: Path) -> None:
    """A package contains the licence."""
    assert path.read_bytes() == (ROOT / "LICENSE").read_bytes()


@pytest.mark.full
def test_npm(tmp_path: Path) -> None:
    needs("npm")
    sh(NPM_INSTALL, SDK / "typescript")
    sh(f"npm pack --silent --pack-destination {tmp_path}", SDK / "typescript")
    (tmp_path / "package.json").write_text(json.dumps({"type": "module", "private": True}))
    (tmp_path / "bot.js").write_text(
        program("typescript", "ts").replace(", type View", "").replace("view: View", "view")
    )
    sh(f"{NPM_INSTALL} ./maumau-{VERSION}.tgz", tmp_path)
    assert_the_licence(tmp_path / "node_modules" / "maumau" / "LICENSE")
    assert_a_bot("node bot.js", tmp_path)


@pytest.mark.full
def test_crate(tmp_path: Path) -> None:
    needs("cargo")
    sh("cargo package --quiet --allow-dirty --no-verify", SDK / "rust", **LIKE_THE_RUST_BOT)
    target = LIKE_THE_RUST_BOT["CARGO_TARGET_DIR"]
    sh(f"tar -xzf {target}/package/maumau-{VERSION}.crate", tmp_path)
    assert_the_licence(tmp_path / f"maumau-{VERSION}" / "LICENSE")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.rs").write_text(program("rust", "rust,no_run"))
    shutil.copy(tmp_path / f"maumau-{VERSION}" / "Cargo.lock", tmp_path)
    (tmp_path / "Cargo.toml").write_text(
        '[package]\nname = "newbot"\nversion = "0.1.0"\nedition = "2024"\n'
        f'[dependencies]\nmaumau = {{ path = "maumau-{VERSION}" }}\n'
    )
    sh(f"cargo build {CARGO}", tmp_path, **LIKE_THE_RUST_BOT)
    assert_a_bot(f"{target}/$(rustc --print host-tuple)/release/newbot", tmp_path)


@pytest.mark.full
def test_go_module(tmp_path: Path) -> None:
    needs("go")
    versions = tmp_path / "proxy" / GO / "@v"
    versions.mkdir(parents=True)
    module, files = (SDK / "go" / "go.mod").read_text(), sh("git ls-files", SDK / "go").split()
    (versions / f"v{VERSION}.mod").write_text(module)
    (versions / f"v{VERSION}.info").write_text(json.dumps({"Version": f"v{VERSION}"}))
    with zipfile.ZipFile(versions / f"v{VERSION}.zip", "w") as archive:
        for name in files:
            archive.write(SDK / "go" / name, f"{GO}@v{VERSION}/{name}")
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "bot.go").write_text(program("go", "go"))
    here, elsewhere = sh("go env GOMODCACHE GOPROXY", bot).split()
    proxy = f"file://{tmp_path}/proxy,file://{here}/cache/download,{elsewhere}"
    modules = {
        "GOPROXY": proxy,
        "GONOSUMDB": GO,
        "GOMODCACHE": str(tmp_path / "cache"),
        "CGO_ENABLED": GO_FLAGS["CGO_ENABLED"],
        "GOFLAGS": f"{GO_FLAGS['GOFLAGS']} -modcacherw",
    }
    sh(f"go mod init newbot && go get {GO}@v{VERSION} && go mod tidy && go build -o bot .", bot, **modules)
    assert_the_licence(tmp_path / "cache" / f"{GO}@v{VERSION}" / "LICENSE")
    assert_a_bot("./bot", bot)


@pytest.mark.full
def test_maven_artefact(tmp_path: Path) -> None:
    needs("mvn")
    sh("mvn -q -B verify -DskipTests", SDK / "java", **MAVEN_FLAGS)
    for kind, file in (
        ("", "META-INF/LICENSE"),
        ("-sources", f"{PACKAGE}/Bot.java"),
        ("-javadoc", f"{PACKAGE}/Bot.html"),
    ):
        with zipfile.ZipFile(SDK / "java" / "target" / f"maumau-{VERSION}{kind}.jar") as jar:
            assert file in jar.namelist()
    place = tmp_path / "repository" / MAVEN / VERSION
    place.mkdir(parents=True)
    shutil.copy(SDK / "java" / "target" / f"maumau-{VERSION}.jar", place)
    shutil.copy(SDK / "java" / "pom.xml", place / f"maumau-{VERSION}.pom")
    (tmp_path / "src/main/java").mkdir(parents=True)
    (tmp_path / "src/main/java/FirstLegal.java").write_text(program("java", "java"))
    (tmp_path / "pom.xml").write_text(
        "<project><modelVersion>4.0.0</modelVersion><groupId>new</groupId><artifactId>bot</artifactId>"
        "<version>1</version><properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>"
        f"<repositories><repository><id>here</id><url>file://{tmp_path}/repository</url></repository></repositories>"
        "<dependencies><dependency><groupId>io.github.maumau-arena</groupId><artifactId>maumau</artifactId>"
        f"<version>{VERSION}</version></dependency></dependencies></project>"
    )
    said = sh("mvn -q help:evaluate -Dexpression=settings.localRepository -DforceStdout", tmp_path)
    [cached] = re.findall(r"/[^\x1b\n]+", said)  # Maven colours its output
    shutil.rmtree(Path(cached) / MAVEN, ignore_errors=True)  # of a killed test
    try:
        sh("mvn -q -B compile dependency:build-classpath -Dmdep.outputFile=classpath", tmp_path)
        assert_a_bot('java -cp target/classes:"$(cat classpath)" FirstLegal', tmp_path)
    finally:
        shutil.rmtree(Path(cached) / MAVEN)  # or the next run would take it from there


@pytest.mark.full
def test_cmake_package(tmp_path: Path) -> None:
    needs("cmake")
    sh(f"sh tests/run.sh && cmake --install .build --prefix {tmp_path}/installed", SDK / "cpp")
    assert_the_licence(tmp_path / "installed" / "share" / "doc" / "maumau" / "LICENSE")
    (tmp_path / "bot.cpp").write_text(program("cpp", "cpp"))
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.22)\nproject(newbot LANGUAGES CXX)\n"
        "find_package(maumau 0.1 REQUIRED)\n"
        "add_executable(bot bot.cpp)\ntarget_link_libraries(bot PRIVATE maumau::maumau)\n"
    )
    sh(f"cmake -S . -B b -DCMAKE_PREFIX_PATH={tmp_path}/installed && cmake --build b", tmp_path)
    assert_a_bot("b/bot", tmp_path)
