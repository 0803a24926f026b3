"""Private parts of others that we rest on: each in one file, pinned to one series, and missed by name when it goes."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest
from websockets.client import ClientProtocol
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from tripot.engine.game import game
from tripot.engine.native import key_of
from tripot.games import common, declare, random_numbers
from tripot.web.connections import waits_for_a_message

ROOT = Path(__file__).parents[1]
LISTED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]

# by what they are to us: the only files that may know them, and what these use there
ADAPTERS = {
    "numba.core": (("engine/numba_backend.py", "engine/registers.py"), {
        "numba.core.caching": ("_CacheLocator", "CompileResultCacheImpl", "FunctionCache"),
        "numba.core.cgutils": ("alloca_once", "alloca_once_value", "do_boundscheck", "for_range"),
        "numba.core.codegen": ("JITCodeLibrary", "JITCPUCodegen"),
        "numba.core.compiler": ("CompilerBase", "DefaultPassBuilder"),
        "numba.core.compiler_machinery": ("FunctionPass", "register_pass"),
        "numba.core.typed_passes": ("NativeLowering", "NopythonTypeInference"),
    }),
    "numba.np": (("engine/numba_backend.py", "engine/registers.py"), {
        "numba.np.arrayobj": ("fix_integer_index", "make_array", "populate_array"),
    }),
    "uvicorn.protocols": (("web/connections.py",), {
        "uvicorn.protocols.http.h11_impl": ("H11Protocol", "RequestResponseCycle"),
        "uvicorn.protocols.websockets.websockets_sansio_impl": ("WebSocketsSansIOProtocol",),
    }),
    "uvicorn.supervisors": (("web/serving.py",), {"uvicorn.supervisors.multiprocess": ("Multiprocess", "Process")}),
    "websockets": (("web/connections.py",), {
        "websockets.exceptions": ("InvalidState",),
        "websockets.frames": ("Frame",),
        "websockets.protocol": ("State",),
        "websockets.server": ("ServerProtocol",),
        "websockets.speedups": ("apply_mask",),
    }),
}  # fmt: skip
OVERRIDDEN = {
    ("numba.core.codegen", "JITCodeLibrary"): (
        "codegen", "_optimize_functions", "_optimize_final_module", "_finalize_final_module",
        "_finalize_dynamic_globals", "get_pointer_to_function", "enable_object_caching",
    ),
    ("numba.core.codegen", "JITCPUCodegen"): ("_customize_tm_features", "_get_host_cpu_name"),
    ("numba.core.caching", "_CacheLocator"): (
        "ensure_cache_path", "get_cache_path", "get_source_stamp", "get_disambiguator", "from_function",
    ),
    ("uvicorn.protocols.http.h11_impl", "H11Protocol"): (
        "connection_made", "connection_lost", "handle_events", "on_response_complete", "shutdown",
    ),
    ("uvicorn.protocols.websockets.websockets_sansio_impl", "WebSocketsSansIOProtocol"): (
        "data_received", "handle_ping", "run_asgi", "connection_lost", "shutdown",
    ),
    ("uvicorn.server", "Server"): ("startup",),
    ("uvicorn.supervisors.multiprocess", "Multiprocess"): ("keep_subprocess_alive",),
}  # fmt: skip


def imported_in(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("private", ADAPTERS)
def test_only_its_adapter_knows_a_private_part(private: str) -> None:
    package = ROOT / "src" / "tripot"
    users = {
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if any(name == private or name.startswith(f"{private}.") for name in imported_in(file))
    }
    assert users == set(ADAPTERS[private][0])


@pytest.mark.parametrize(
    ("module", "name"),
    [(module, name) for _, parts in ADAPTERS.values() for module, names in parts.items() for name in names],
)
def test_what_the_adapter_uses_is_there(module: str, name: str) -> None:
    assert hasattr(import_module(module), name), f"{module} has lost {name}: the pin must stay below this series"


@pytest.mark.parametrize(("home", "method"), [(home, method) for home, found in OVERRIDDEN.items() for method in found])
def test_what_the_adapter_overrides_is_still_called_so(home: tuple[str, str], method: str) -> None:
    base = getattr(import_module(home[0]), home[1])
    assert inspect.getattr_static(base, method, None) is not None, f"{home[1]} has no {method} any more"


@pytest.mark.parametrize("name", ["numba", "uvicorn", "websockets"])
def test_the_pin_is_one_series_and_holds(name: str) -> None:
    (pin,) = [line for line in LISTED if re.match(rf"{name}\b", line)]
    lowest, above = re.fullmatch(rf"{name}>=([\d.]+),<([\d.]+)", pin).groups()
    *whole, last = above.split(".")
    series = [*whole, str(int(last) - 1)]  # 0.68 below 0.69, 17 below 18
    assert lowest.split(".")[: len(series)] == series == version(name).split(".")[: len(series)]


def test_a_message_is_waited_for_where_the_adapter_looks_for_it() -> None:
    client, server = ClientProtocol(parse_uri("ws://house/")), ServerProtocol()
    assert not waits_for_a_message(server)
    client.send_request(client.connect())
    server.receive_data(b"".join(client.data_to_send()))
    (asked,) = server.events_received()
    server.send_response(server.accept(asked))
    assert waits_for_a_message(server)
    server.receive_data(b"\x81\x85")  # the head of a text of five bytes
    assert not waits_for_a_message(server)
    server.receive_data(b"\0\0\0\0hello")
    assert waits_for_a_message(server)
    server.receive_data(b"\x01\x85\0\0\0\0hello")  # the first part of a longer one
    assert not waits_for_a_message(server)


@pytest.mark.parametrize("module", [common, declare, random_numbers], ids=lambda module: module.__name__)
def test_machine_code_is_made_anew_when_what_rules_share_has_changed(
    module: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = partial(key_of, game("chasse").rules, {}, (), None)
    before = made()
    changed = tmp_path / "changed.py"
    changed.write_bytes(Path(str(module.__file__)).read_bytes() + b"# changed")
    monkeypatch.setattr(module, "__file__", str(changed))
    assert made() != before
