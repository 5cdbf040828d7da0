"""Folders, locks, addresses and ports of the start script."""

import json
import os
import signal
import socket
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from config import environment
from tests.start.script import teien

SOCKET = ".s.PGSQL.5432"


def test_sockets_lie_in_the_data_folder(tmp_path: Path) -> None:
    folder = teien.socket_folder(tmp_path)
    assert folder == tmp_path / "run"
    assert folder.stat().st_mode & 0o777 == 0o700


def _folder_of(tmp_path: Path, length: int) -> Path:
    """A data folder whose PostgreSQL socket would have a path of so many bytes."""
    rest = length - len(os.fsencode(tmp_path / "run" / SOCKET)) - 1
    folder = tmp_path / ("d" * rest)
    folder.mkdir()
    return folder


def test_a_socket_path_may_have_107_bytes(tmp_path: Path) -> None:
    var = _folder_of(tmp_path, 107)
    assert len(os.fsencode(teien.socket_folder(var) / SOCKET)) == 107


@pytest.mark.parametrize("name", ["d" * 100, "庭" * 30, "one, two"])
def test_a_path_no_socket_can_have_falls_back_to_a_short_private_folder(
    tmp_path: Path, name: str
) -> None:
    var = tmp_path / name
    var.mkdir()
    folder = teien.socket_folder(var)
    try:
        assert folder.parent == Path("/tmp")
        assert folder.stat().st_mode & 0o777 == 0o700
        assert folder == teien.socket_folder(var)
        assert folder != teien.socket_folder(tmp_path)
    finally:
        folder.rmdir()


def test_one_byte_more_falls_back(tmp_path: Path) -> None:
    folder = teien.socket_folder(_folder_of(tmp_path, 108))
    assert folder.parent == Path("/tmp")
    folder.rmdir()


def test_a_socket_folder_that_others_may_enter_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir(mode=0o755)
    with pytest.raises(teien.Trouble, match="not a private folder"):
        teien.socket_folder(tmp_path)
    assert (tmp_path / "run").stat().st_mode & 0o777 == 0o755


def test_a_link_in_place_of_the_socket_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "run").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(teien.Trouble, match="not a private folder"):
        teien.socket_folder(tmp_path)


AWKWARD = Path("/home/o'hara/a club & 50% 庭/run")


def test_djangos_settings_read_the_databases_address() -> None:
    settings = environment.database(teien.database_url(AWKWARD))
    assert settings["HOST"] == str(AWKWARD)
    assert (settings["NAME"], settings["USER"], settings["PORT"]) == ("teien", "teien", "5432")


def test_the_bells_address_has_the_sockets_path() -> None:
    url = teien.redis_url(AWKWARD)
    assert urlsplit(url).scheme == "unix"
    assert unquote(urlsplit(url).path) == f"{AWKWARD}/valkey.sock"
    assert urlsplit(url).query == urlsplit(url).fragment == ""


def test_a_busy_port_means_the_next_free_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with teien.listen("127.0.0.1", port) as taken:
            assert taken.getsockname()[1] > port


def test_when_every_port_is_busy_it_says_so() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as busy,
        pytest.raises(teien.Trouble, match="No free port"),
    ):
        teien.listen("127.0.0.1", busy.getsockname()[1], tries=1)


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(teien.Trouble, match=r"Cannot listen on 192\.0\.2\.1, port 8000"):
        teien.listen("192.0.2.1", 8000)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8001"),
        ("0.0.0.0", "http://127.0.0.1:8001"),
        ("::", "http://[::1]:8001"),
        ("::1", "http://[::1]:8001"),
        ("club.example", "http://club.example:8001"),
    ],
)
def test_the_address_it_prints_can_be_clicked(host: str, address: str) -> None:
    assert teien.web_address(host, 8001) == address


def test_the_host_it_listens_on_is_allowed() -> None:
    assert teien.allowed_hosts("127.0.0.1") == "localhost,127.0.0.1,[::1]"
    assert teien.allowed_hosts("10.0.0.7") == "localhost,127.0.0.1,[::1],10.0.0.7"


def test_whoever_listens_everywhere_is_reached_by_its_names_and_its_networks_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {"0.0.0.0": ["192.168.7.20", "172.17.0.1"], "::": ["2001:db8::7"]}
    monkeypatch.setattr(teien, "lan_addresses", found.__getitem__)
    monkeypatch.setattr(socket, "gethostname", lambda: "laptop")
    monkeypatch.setattr(socket, "getfqdn", lambda: "laptop.club.example")
    names = "localhost,127.0.0.1,[::1],laptop,laptop.local,laptop.club.example"
    assert teien.allowed_hosts("0.0.0.0") == f"{names},192.168.7.20,172.17.0.1"
    assert teien.allowed_hosts("::") == f"{names},[2001:db8::7]"


def test_the_addresses_in_the_network_are_this_machines_own_and_no_loopback() -> None:
    for address in teien.lan_addresses("0.0.0.0"):
        assert not address.startswith("127.")
        with teien.listen(address, 0) as listener:  # refused for an address that is not ours
            assert listener.getsockname()[0] == address


def test_every_interface_is_asked_for_its_address() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        assert "127.0.0.1" in list(teien.interface_addresses(probe))


@pytest.mark.parametrize("text", ["-1", "65536", "80a", "", "٣"])
def test_what_is_no_port_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        teien.up([f"--port={text}"])
    assert refused.value.code == 2
    told = f"argument --port: a port is a number from 0 to 65535, not {text!r}\n"
    assert capsys.readouterr().err.endswith(told)


def test_a_host_that_is_none_is_refused() -> None:
    with pytest.raises(teien.Trouble) as refused:
        teien.listen("no host", 8000)
    assert str(refused.value) == "Cannot listen on no host: no address of that name."


def test_the_secret_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    key = teien.secret_key(tmp_path)
    assert len(key) == 64
    assert teien.secret_key(tmp_path) == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_one_at_a_time_holds_a_data_folder(tmp_path: Path) -> None:
    with teien.Keeper(tmp_path, "up") as first:
        first.address = "http://127.0.0.1:8000"
        first.note()
        with pytest.raises(teien.Trouble) as refused, teien.Keeper(tmp_path, "demo"):
            pass
        assert str(refused.value) == (
            f"Teien runs already at http://127.0.0.1:8000: ./teien up, pid {os.getpid()}."
            " `./teien stop up` ends it."
        )
        assert teien.who_runs(tmp_path)["pid"] == os.getpid()
    assert teien.who_runs(tmp_path) == {}
    with teien.Keeper(tmp_path, "demo"):
        assert teien.who_runs(tmp_path)["command"] == "demo"


def test_signals_are_the_callers_own_again_after_a_keeper(tmp_path: Path) -> None:
    before = [signal.getsignal(number) for number in teien.STOPPING]
    with teien.Keeper(tmp_path, "up"):
        assert signal.getsignal(signal.SIGTERM) == signal.default_int_handler
    assert [signal.getsignal(number) for number in teien.STOPPING] == before


def test_who_ran_before_a_kill_is_not_taken_for_running(tmp_path: Path) -> None:
    (tmp_path / "lock").touch()
    (tmp_path / "running.json").write_text(json.dumps({"pid": 1, "command": "up"}))
    assert teien.who_runs(tmp_path) == {}


def test_a_throwaway_folder_goes_with_its_keeper(tmp_path: Path) -> None:
    with teien.Keeper(tmp_path / "once", "test", throwaway=True):
        assert (tmp_path / "once" / "running.json").exists()
    assert list(tmp_path.iterdir()) == []


def test_a_pid_left_in_a_lock_file_is_no_running_server(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres" / "postmaster.pid").write_text(f"{os.getpid()}\n")
    lock = teien.socket_folder(tmp_path) / f"{SOCKET}.lock"
    lock.write_text(f"{os.getpid()}\n")
    teien.clear_leftovers(tmp_path)
    assert not (tmp_path / "postgres" / "postmaster.pid").exists()
    assert not lock.exists()
