"""What a host installs: only what was pinned, and a package that serves without this folder, in a container or not."""

import re
import shutil
import subprocess
import sys
import zipfile
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from tests.servers import Bell, End, free_port

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_pin_names_its_files_by_hash_and_no_address(lock: Path) -> None:
    text = lock.read_text("utf-8")
    pins = re.split(
        r"^(?=\w)", "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#")), flags=re.M
    )
    pins = [pin for pin in pins if pin.strip()]
    assert pins
    for pin in pins:
        assert re.match(r"[\w.\[\]-]+==\S+", pin), pin
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", pin), pin
    assert "://" not in text
    assert "--index" not in text


def test_the_container_takes_only_what_is_there_and_pinned() -> None:
    text = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            for source in line.split()[1:-1]:
                assert (ROOT / source).exists(), line
    for command in re.findall(r"pip install[^&\n]*", text):
        assert "--require-hashes" in command or "--no-deps" in command, command
    assert re.search(r"^USER (?!root)", text, re.M)


def engine() -> str | None:
    """A container engine that works here and has, or can get, what the container is built on."""
    for name in ("podman", "docker"):
        if (
            shutil.which(name)
            and not subprocess.run([name, "pull", "-q", "python:3.13-slim"], capture_output=True).returncode
        ):
            return name
    return None


def serving(folder: Path, port: int) -> list[str]:
    """The command that serves the installed package: in its container where the machine can, else as the container
    installs it, in a folder of its own."""
    found = engine()
    if found is not None:
        subprocess.run([found, "build", "-q", "-t", "tripot-test", "-f", "Containerfile", "."], cwd=ROOT, check=True)
        return [found, "run", "--rm", "-p", f"127.0.0.1:{port}:8000", "tripot-test"]
    wheel = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(wheel, check=True, capture_output=True)
    (packed,) = folder.glob("*.whl")
    with zipfile.ZipFile(packed) as package:
        package.extractall(folder / "site")
    code = f"import sys; sys.path.insert(0, {str(folder / 'site')!r}); from tripot.cli import app; app()"
    return [sys.executable, "-I", "-c", code, "serve", "--port", str(port)]


def test_the_installed_package_serves_the_page_and_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    monkeypatch.setenv("TRIPOT_DATABASE", str(tmp_path / "tripot.db"))
    command = serving(tmp_path, port)
    with ExitStack() as held:
        bell = held.enter_context(closing(Bell()))
        monkeypatch.setenv("NOTIFY_SOCKET", bell.address)
        server = held.enter_context(subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL))
        end = held.enter_context(closing(End(server.pid)))
        try:
            assert bell.rung(end)
            assert httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200
            assert "<html" in httpx.get(f"http://127.0.0.1:{port}/").text
            games = httpx.get(f"http://127.0.0.1:{port}/api/games", headers={"accept-language": "fr"}).json()["games"]
            assert len(games) >= 5
        finally:
            server.terminate()


def test_the_unit_for_systemd_is_one_that_systemd_takes(tmp_path: Path) -> None:
    found = re.search(r"```ini\n(.*?)```", (ROOT / "docs" / "hosting.md").read_text("utf-8"), re.DOTALL)
    assert found is not None
    unit = tmp_path / "tripot.service"
    unit.write_text(found[1].replace("/opt/tripot/bin/tripot", "/bin/true"), "utf-8")
    assert set(re.findall(r"^\[(\w+)\]$", found[1], re.MULTILINE)) == {"Unit", "Service", "Install"}
    assert "MemoryDenyWriteExecute" not in found[1]  # games are compiled while the server runs
    if shutil.which("systemd-analyze"):
        told = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True)
        assert (told.returncode, told.stderr) == (0, "")
