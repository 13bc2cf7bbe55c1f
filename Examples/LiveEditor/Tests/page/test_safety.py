# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""What is refused: other names of this machine, other pages, other secrets, messages that are too long or make no sense."""

from __future__ import annotations

import base64
import os
import socket
import struct
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Editor, Server

Serve = Callable[[Path | None], Server]


def ask(server: Server, request: str) -> str:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
        connection.sendall(request.replace("\n", "\r\n").encode())
        connection.settimeout(5)
        answer = b""
        while b"\r\n\r\n" not in answer and (part := connection.recv(4096)):
            answer += part
    return answer.decode(errors="replace")


def upgrade(host: str, origin: str | None) -> str:
    key = base64.b64encode(os.urandom(16)).decode()
    line = "" if origin is None else f"Origin: {origin}\n"
    return (
        f"GET /socket HTTP/1.1\nHost: {host}\n{line}Upgrade: websocket\nConnection: Upgrade\n"
        f"Sec-WebSocket-Key: {key}\nSec-WebSocket-Version: 13\n\n"
    )


class Socket:
    """A WebSocket without a browser."""

    def __init__(self, server: Server) -> None:
        self.connection = socket.create_connection(("127.0.0.1", server.port), timeout=5)
        self.connection.sendall(upgrade(server.host, f"http://{server.host}").replace("\n", "\r\n").encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.connection.recv(1)
        assert b" 101 " in answer, answer

    def send(self, payload: bytes) -> None:
        header = bytes([0x82]) + (
            bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0xFF]) + struct.pack(">Q", len(payload))
        )
        try:
            self.connection.sendall(header + bytes(4) + payload)
        except OSError:
            pass  # The server has hung up before it had everything.

    def rest(self) -> bytes:
        """All that comes until the server hangs up."""
        found = b""
        try:
            while part := self.connection.recv(4096):
                found += part
        except ConnectionError:
            pass
        return found


def hello(token: str) -> bytes:
    return b"\x01\x01" + bytes([len(token)]) + token.encode() + b"\xe8\x07\xbc\x05\x00\x00"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:PORT", "127.0.0.1.evil.example:PORT", "127.0.0.1", "127.0.0.1:1"])
def test_a_foreign_host_is_refused(serve: Serve, host: str) -> None:
    server = serve(None)
    host = host.replace("PORT", str(server.port))
    # As when a name of another site is made to lead here: host and origin agree.
    assert " 403 " in ask(server, f"GET / HTTP/1.1\nHost: {host}\n\n")
    assert " 403 " in ask(server, upgrade(host, f"http://{host}"))


def test_a_foreign_origin_is_refused(serve: Serve) -> None:
    server = serve(None)
    for origin in ["http://evil.example", f"https://{server.host}", "null", f"http://127.0.0.1:{server.port + 1}", None]:
        assert " 403 " in ask(server, upgrade(server.host, origin)), origin
    assert " 403 " in ask(server, f"GET /main.js HTTP/1.1\nHost: {server.host}\nOrigin: http://evil.example\n\n")
    assert " 101 " in ask(server, upgrade(server.host, f"http://{server.host}"))


def test_only_the_pages_files_are_served_and_with_a_policy(serve: Serve) -> None:
    server = serve(None)
    answer = ask(server, f"GET / HTTP/1.1\nHost: {server.host}\n\n")
    assert " 200 " in answer
    assert "default-src 'none'" in answer and "frame-ancestors 'none'" in answer and "nosniff" in answer
    assert "access-control-allow-origin" not in answer.lower()
    for path in ["/../main.swift", "/%2e%2e/main.swift", "/Page/index.html", "/token", "//etc/passwd"]:
        assert " 404 " in ask(server, f"GET {path} HTTP/1.1\nHost: {server.host}\n\n"), path
    assert " 405 " in ask(server, f"POST / HTTP/1.1\nHost: {server.host}\nContent-Length: 0\n\n")


def test_a_wrong_token_gets_a_reason_and_nothing_else(serve: Serve) -> None:
    server = serve(None)
    for token in ["", "0" * 32, server.token[:-1], server.token + "0"]:
        other = Socket(server)
        other.send(hello(token))
        assert b"the link is not that of this server" in other.rest(), token
    other = Socket(server)
    other.send(b"\x01\x05\x04undo\x00")
    assert b"the first message must be 'hello'" in other.rest()
    assert oct((server.folder / next(server.folder.glob("*/token"))).stat().st_mode)[-3:] == "600"


@pytest.mark.parametrize("message", [b"", b"\x02", b"\x01\x63", b"\x01\x01\xff\xff\xff\xff\x0f", b"\x01\x05\x02\xff\xfe\x00", bytes((1 << 20) + 1)])
def test_what_makes_no_sense_ends_the_conversation_and_not_the_server(
    serve: Serve, open_editor: Callable[[Server], Editor], message: bytes
) -> None:
    server = serve(None)
    other = Socket(server)
    other.send(message)
    other.rest()
    known = Socket(server)
    known.send(hello(server.token))
    assert known.connection.recv(16) != b""
    known.send(message)
    known.rest()
    assert len(open_editor(server).labels) == 7


def memory(server: Server, name: str) -> float:
    """How many MB the server has (VmRSS), or had at most (VmHWM)."""
    assert server.process is not None
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(name + ":"))


def test_a_message_of_many_frames_is_never_held_as_a_whole(serve: Serve, open_editor: Callable[[Server], Editor]) -> None:
    server = serve(None)
    before = memory(server, "VmHWM")
    other = Socket(server)
    part = bytes(64 << 10)
    sent = 0
    try:
        # 64 MB, of which each frame but the first goes on with the message; none is the last.
        for index in range(1024):
            header = bytes([0x02 if index == 0 else 0x00, 0xFF]) + struct.pack(">Q", len(part)) + bytes(4)
            other.connection.sendall(header + part)
            sent += len(part)
    except OSError:
        pass
    other.rest()
    assert sent < 64 << 20
    assert memory(server, "VmHWM") - before < 24
    assert len(open_editor(server).labels) == 7


def test_each_socket_is_read_however_the_one_before_was_closed(serve: Serve) -> None:
    server = serve(None)
    for number in range(80):
        other = Socket(server)
        # The server waits for what comes, which is what it has to end when a socket is closed.
        time.sleep(0.003)
        other.send(hello(server.token))
        assert other.connection.recv(16) != b"", number
        # A farewell that is waited for, one that is not, a message that makes no sense, or none.
        if number % 4 < 2:
            other.connection.sendall(bytes([0x88, 0x80]) + bytes(4))
        elif number % 4 == 2:
            other.send(b"\x02")
        if number % 2 == 0:
            other.rest()
        other.connection.close()


def test_what_a_long_frame_took_is_given_back(serve: Serve, open_editor: Callable[[Server], Editor]) -> None:
    server = serve(None)
    payload = bytes(10 << 20)

    def send() -> float:
        other = Socket(server)
        other.send(payload)
        other.rest()
        return memory(server, "VmRSS")

    # How much malloc keeps for later depends on which threads read, so that it is the most of some.
    first = max(send() for _ in range(8))
    # 100 MB more: nothing of it stays.
    last = min(send() for _ in range(10))
    assert last - first < 30
    assert len(open_editor(server).labels) == 7


def test_only_this_machine_is_listened_to(serve: Serve) -> None:
    server = serve(None)
    addresses = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in addresses - {"127.0.0.1"}:
        if str(address).startswith("127."):
            continue
        with pytest.raises(OSError):
            socket.create_connection((str(address), server.port), timeout=1)


def test_names_are_shown_and_never_obeyed(serve: Serve, open_editor: Callable[[Server], Editor]) -> None:
    editor = open_editor(serve(None))
    editor.page.mouse.dblclick(500, 600)
    editor.page.locator("#palette-text").wait_for(state="visible")
    editor.page.keyboard.type("`<img src=x onerror=alert(1)>` = 1")
    editor.press("Enter")
    assert any("<img" in label for label in editor.labels)
    assert editor.page.locator("img").count() == 0
    assert editor.problems == []
