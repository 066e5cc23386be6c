#!/usr/bin/env python3
"""Host agent of Polycast in plain Python 3, for hosts without a Java runtime.

A second implementation of docs/agent.md and docs/agent-link.md. It speaks JSON lines with applications at
a Unix socket and with the controller over TCP, and MRP with the switch over UDP.
"""

import argparse
import base64
import hashlib
import hmac
import ipaddress
import json
import os
import re
import secrets
import selectors
import signal
import socket
import struct
import sys
import time

MOST_LINE = 4096
MOST_LINK_LINE = 65536
MOST_WAITING_BYTES = 1 << 20
MOST_REQUESTS = 64
MTU = 1500
MOST_PACKETS = 64  # of switches in a turn: applications and the controller come after a flood's first
TRAILER = 52
SIGNED, IPV6, INCOMPLETE = 0x02, 0x01, 0x08
NODES, DETAIL, GROUP, CONFIRM, COMMIT, COMMITTED, REMOVE, REMOVED, REFUSED, EVENT, HEARD = range(1, 12)
RECORDS = {NODES: (8, 20), DETAIL: (32, 44), GROUP: (48, 48), CONFIRM: (8, 20), COMMIT: (8, 8),
           COMMITTED: (8, 20), REMOVE: (8, 8), REMOVED: (8, 20), REFUSED: (24, 24), EVENT: (8, 20), HEARD: (8, 20)}
SINGLE = (GROUP, COMMIT, REMOVE, REFUSED)
REASON_NODE = 15
WINDOW_MS = 30_000
KEYS = {"ping": (), "reserve": ("members",), "join": ("ip", "qpn", "psn", "memory"), "leave": (), "source": (),
        "mode": ("mode", "reason"), "ready": ("change",), "prepared": ("change", "psn"),
        "declined": ("change", "reason"), "mode_prepared": ("number",), "mode_declined": ("number", "reason"),
        "probed": ("change", "bytes", "ms"), "goodput": ("from_ms", "to_ms", "bytes")}
ANSWERS = ("ready", "prepared", "declined", "mode_prepared", "mode_declined", "probed", "goodput")
MOST_PROBE_MS = 600_000
LONGEST_SAMPLE_MS = 60_000
MOST_SAMPLE_BYTES = 1 << 48
NOBODY = "no application of this host has joined the group"


class Wrong(Exception):
    """A request that cannot be taken; the text has the remedy."""


def now_ms():
    return int(time.monotonic() * 1000)


def wall_ms():
    return int(time.time() * 1000)


def number(document, key, least, most):
    value = document.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Wrong(f"key '{key}' must be a whole number")
    if not least <= value <= most:
        raise Wrong(f"key '{key}' must be in [{least}, {most}]")
    return value


def text(document, key, most=256):
    value = document.get(key)
    if not isinstance(value, str) or len(value) > most:
        raise Wrong(f"key '{key}' must be a text of at most {most} characters")
    return value


class Lines:
    """A peer that speaks lines, without blocking. What waits to be sent is bounded."""

    def __init__(self, sock, most):
        self.sock, self.most = sock, most
        self.inward, self.outward = b"", b""

    def read(self):
        try:
            data = self.sock.recv(16384)
        except (BlockingIOError, InterruptedError):
            return []
        if not data:
            raise OSError("the peer hung up")
        *lines, self.inward = (self.inward + data).split(b"\n")
        if any(len(line) > self.most for line in lines) or len(self.inward) > self.most:
            raise OSError("the peer sent a line that is too long")
        return [line.decode("utf-8", "replace") for line in lines]

    def send(self, document):
        self.outward += json.dumps(document, separators=(",", ":")).encode() + b"\n"
        if len(self.outward) > MOST_WAITING_BYTES:
            raise OSError("the peer does not read")
        self.write()

    def write(self):
        try:
            while self.outward:
                self.outward = self.outward[self.sock.send(self.outward):]
        except (BlockingIOError, InterruptedError):
            pass

    def interest(self):
        return selectors.EVENT_READ | (selectors.EVENT_WRITE if self.outward else 0)


class Mrp:
    """MRP of a host: signs, verifies, answers what the switch asks of this host."""

    def __init__(self, own, keys):
        self.own, self.keys = own, keys
        self.nonce = secrets.randbits(63)
        self.seen = {}
        self.members = {}
        self.sets = {}

    def parse(self, packet):
        """(type, flags, revision, seq, records), or None for what is no packet of version 1."""
        if len(packet) < 8 or packet[0] >> 4 != 1:
            return None
        kind, flags = packet[0] & 15, packet[1]
        revision, seq, total, count = struct.unpack_from(">HBBH", packet, 2)
        if kind not in RECORDS or flags & 0xF0 or not seq < total:
            return None
        if kind in SINGLE and (total, count) != (1, 1):
            return None
        size = RECORDS[kind][flags & IPV6]
        if len(packet) != 8 + count * size + (TRAILER if flags & SIGNED else 0):
            return None
        return kind, flags, revision, seq, [packet[8 + i * size:8 + (i + 1) * size] for i in range(count)]

    def sign(self, group, packet):
        if not self.keys:
            return packet
        key, secret = self.keys[0]
        packet = packet[:1] + bytes([packet[1] | SIGNED]) + packet[2:]
        packet += struct.pack(">IQQ", key, self.nonce, wall_ms())
        self.nonce = self.nonce + 1 & (1 << 64) - 1
        return packet + hmac.new(secret, group.packed + packet, hashlib.sha256).digest()

    def verify(self, group, packet):
        signed = bool(packet[1] & SIGNED)
        if not self.keys or not signed:
            return not self.keys and not signed
        key, nonce, sent = struct.unpack_from(">IQQ", packet, len(packet) - TRAILER)
        secret = dict(self.keys).get(key)
        now = wall_ms()
        if secret is None or len(packet) > MTU or abs(sent - now) > WINDOW_MS:
            return False
        wanted = hmac.new(secret, group.packed + packet[:-32], hashlib.sha256).digest()
        if not hmac.compare_digest(wanted, packet[-32:]):
            return False
        self.seen = {each: at for each, at in self.seen.items() if now - at < 2 * WINDOW_MS}
        if nonce in self.seen or len(self.seen) >= 1 << 16:
            return False
        self.seen[nonce] = now
        return True

    def answer(self, kind, flags, revision, records=()):
        head = bytes([1 << 4 | kind, flags & IPV6 | (SIGNED if self.keys else 0) | flags & INCOMPLETE])
        return head + struct.pack(">HBBH", revision, 0, 1, len(records)) + b"".join(records)

    def on_set(self, group, kind, flags, revision, seq, records):
        """Keeps a part of a set; a GROUP is answered."""
        member = self.members.get(group)
        parts = self.sets.get(group)
        if member and (parts is None or parts["revision"] != revision):
            parts = self.sets[group] = {"revision": revision, NODES: {}, DETAIL: {}}
        if kind != GROUP:
            if member:
                parts[kind].setdefault(seq, records)
            return None
        wanted = dict(zip((NODES, DETAIL), struct.unpack_from(">HH", records[0], 26)))
        nodes = [node for part in parts[NODES].values() for node in part] if member else []
        if member and any(sum(map(len, parts[each].values())) < wanted[each] for each in wanted):
            return self.answer(CONFIRM, flags & IPV6 | INCOMPLETE, revision)
        size = 16 if flags & IPV6 else 4
        if member and any(node[:size] == self.own.packed
                          and int.from_bytes(node[size:size + 3], "big") == member[1] for node in nodes):
            return self.answer(CONFIRM, flags & IPV6, revision)
        address = self.own.packed if self.own.version == 6 else bytes(10) + b"\xff\xff" + self.own.packed
        return self.answer(REFUSED, flags & IPV6, revision, [bytes([REASON_NODE, 0]) + bytes(6) + address])


class Agent:
    """Carries requests of applications to the controller and answers back."""

    def __init__(self, options, keys):
        self.options = options
        self.own = ipaddress.ip_address(options.ip)
        self.mrp = Mrp(self.own, keys)
        self.selector = selectors.DefaultSelector()
        self.clients, self.owners, self.waiting = {}, {}, {}
        self.last_request = 0
        self.link, self.up, self.redirect, self.next = None, False, None, 0
        self.fault = ""
        self.back_off, self.deadline, self.heard, self.said = 100, 0, 0, 0
        self.stopping = False
        family = socket.AF_INET6 if self.own.version == 6 else socket.AF_INET
        self.datagrams = socket.socket(family, socket.SOCK_DGRAM)
        self.datagrams.setblocking(False)
        try:
            self.datagrams.bind((options.ip, options.port))
        except OSError as error:
            raise OSError(f"cannot bind {options.ip} port {options.port} ({error.strerror}): --ip is an address of this "
                          "host, and one agent has it") from error
        self.listener = self.listen(options.socket)
        self.selector.register(self.datagrams, selectors.EVENT_READ, self.on_datagram)
        self.selector.register(self.listener, selectors.EVENT_READ, self.on_accept)

    @staticmethod
    def listen(path):
        listener = socket.socket(socket.AF_UNIX)
        listener.setblocking(False)
        if os.path.exists(path):
            probe = socket.socket(socket.AF_UNIX)
            try:
                probe.connect(path)
            except ConnectionRefusedError:
                os.unlink(path)
            else:
                raise OSError(f"a host agent is running at {path}; stop it, or name another socket")
            finally:
                probe.close()
        temporary = f"{path}.{os.getpid()}"
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        listener.bind(temporary)
        os.chmod(temporary, 0o660)
        listener.listen(16)
        os.rename(temporary, path)
        return listener

    def run(self):
        while not self.stopping:
            for key, events in self.selector.select(0.1):
                key.data(events)
            self.on_tick()
        os.unlink(self.options.socket)

    # Applications

    def on_accept(self, _events):
        sock, _ = self.listener.accept()
        if len(self.clients) >= self.options.clients:
            sock.close()
            return
        sock.setblocking(False)
        client = Lines(sock, MOST_LINE)
        client.groups = set()
        self.clients[client] = client
        self.selector.register(sock, selectors.EVENT_READ, lambda events: self.on_client(client, events))

    def on_client(self, client, events):
        try:
            if events & selectors.EVENT_WRITE:
                client.write()
            for line in client.read() if events & selectors.EVENT_READ else ():
                if client not in self.clients:
                    return  # an answer found it gone
                self.on_client_line(client, line)
            if client in self.clients:
                self.selector.modify(client.sock, client.interest(), self.selector.get_key(client.sock).data)
        except OSError:
            self.drop(client)

    def drop(self, client):
        if self.clients.pop(client, None) is None:
            return
        self.selector.unregister(client.sock)
        client.sock.close()
        if not self.up:  # Nobody waits for the answers.
            self.waiting = {number_: each for number_, each in self.waiting.items() if each[0] is not client}
        for group in [each for each, owner in self.owners.items() if owner is client]:
            del self.owners[group]
            if not self.up:  # One leave is enough.
                self.waiting = {number_: each for number_, each in self.waiting.items()
                                if each[0] is not None or each[2]["group"] != group}
            self.ask(None, {"command": "leave", "group": group}, {"type": "leave", "group": group})

    def tell(self, client, document):
        if client not in self.clients:
            return
        try:
            client.send({"schema": 1, **document})
            self.selector.modify(client.sock, client.interest(), self.selector.get_key(client.sock).data)
        except OSError:
            self.drop(client)

    def reply(self, client, request, ok, **more):
        head = {"ok": ok, "command": request["command"]}
        head.update({key: request[key] for key in ("request", "group") if key in request})
        self.tell(client, {**head, **more})

    def on_client_line(self, client, line):
        request = document = None
        try:
            try:
                document = json.loads(line)
            except (ValueError, RecursionError):
                raise Wrong("the request is not JSON; write one JSON object in one line") from None
            if not isinstance(document, dict):
                raise Wrong("a request is one JSON object in one line")
            command = text(document, "command")
            if command not in KEYS:
                raise Wrong("unknown command; the commands are " + ", ".join(KEYS))
            if any(key not in ("command", "request", "schema", "group") + KEYS[command] for key in document):
                raise Wrong(f"command {command} does not take one of the keys; see docs/agent.md")
            if "request" in document:
                number(document, "request", 0, 2**63 - 1)
            if command != "ping" and not re.fullmatch("[A-Za-z0-9._-]{1,64}", text(document, "group", 64)):
                raise Wrong("key 'group' must be 1 to 64 of A-Z a-z 0-9 . _ -")
            request = document
            self.on_request(client, request)
        except Wrong as wrong:
            if request:
                self.reply(client, request, False, reason="request", error=str(wrong))
            else:
                known = document.get("request") if isinstance(document, dict) else None
                head = {"request": known} if type(known) is int and 0 <= known < 2**63 else {}
                self.tell(client, {"ok": False, **head, "reason": "request", "error": str(wrong)})

    def on_request(self, client, request):
        command = request["command"]
        if command == "ping":
            request.pop("group", None)
            self.reply(client, request, True, agent=self.options.name, linked=self.up)
            return
        message = self.message(request)
        group = request["group"]
        free = command == "reserve" or command == "join" and group not in self.owners
        if self.owners.get(group) is not client and not free:
            self.reply(client, request, False, reason="owner", error=(
                "another application of this host is the member of the group; a host has one"
                if group in self.owners else "this host is no member of the group; join first"))
        elif command in ANSWERS:
            self.say(message)
            self.reply(client, request, True)
        elif sum(each[0] is client for each in self.waiting.values()) >= MOST_REQUESTS:
            self.reply(client, request, False, reason="busy",
                       error=f"{MOST_REQUESTS} requests have no answer yet; wait for one")
        else:
            if command == "join":
                self.owners[group] = client
            client.groups.add(group)
            self.ask(client, request, message)

    def message(self, request):
        command = request["command"]
        message = {"type": command, "group": request["group"]}
        if command == "reserve":
            message["members"] = number(request, "members", 1, 65535) if "members" in request else 0
        elif command == "join":
            if "ip" in request and request["ip"] != str(self.own):
                raise Wrong(f"this agent serves {self.own} only; leave 'ip' out")
            message["qpn"] = number(request, "qpn", 2, 0xFFFFFF)
            if "psn" in request:
                message["psn"] = number(request, "psn", 0, 0xFFFFFF)
            if "memory" in request:
                memory = request["memory"]
                if not isinstance(memory, dict):
                    raise Wrong("key 'memory' must be {va, length, rkey}")
                message["memory"] = {"va": number(memory, "va", -2**63, 2**63 - 1),
                                     "length": number(memory, "length", 0, 2**63 - 1),
                                     "rkey": number(memory, "rkey", 0, 2**32 - 1)}
        elif command == "mode":
            message["mode"] = text(request, "mode")
            if message["mode"] not in ("tree", "unicast"):
                raise Wrong("key 'mode' must be tree or unicast")
            message["reason"] = text(request, "reason")
        elif command in ("mode_prepared", "mode_declined"):
            message["number"] = number(request, "number", 1, 2**63 - 1)
            if command == "mode_declined":
                message["reason"] = text(request, "reason")
        elif command == "goodput":
            message["from"] = number(request, "from_ms", 0, 2**63 - 1 - LONGEST_SAMPLE_MS)
            message["to"] = number(request, "to_ms", message["from"] + 1, message["from"] + LONGEST_SAMPLE_MS)
            message["bytes"] = number(request, "bytes", 0, MOST_SAMPLE_BYTES)
        elif command == "probed":
            message["change"] = number(request, "change", 0, 2**63 - 1)
            message["bytes"] = number(request, "bytes", 0, MOST_SAMPLE_BYTES)
            message["ms"] = number(request, "ms", 1, MOST_PROBE_MS)
        elif command in ANSWERS:
            message["change"] = number(request, "change", 0, 2**63 - 1)
            if command == "prepared":
                message["psn"] = number(request, "psn", 0, 0xFFFFFF)
            elif command == "declined":
                message["reason"] = text(request, "reason")
        return message

    def ask(self, client, request, message):
        self.last_request += 1
        message["request"] = self.last_request
        self.waiting[self.last_request] = (client, request, message)
        self.say(message)

    # Controller

    def on_tick(self):
        now = now_ms()
        if self.link is None:
            if now >= self.deadline:
                self.connect(now)
        elif now - self.heard > 10_000 if self.up else now >= self.deadline:
            self.end("the controller does not answer")
        elif self.up and now - self.said > 2_000:
            self.say({"type": "ping"})

    def connect(self, now):
        target = self.redirect or self.options.controller[self.next]
        self.redirect, self.next = None, (self.next + 1) % len(self.options.controller)
        host, port = target
        self.deadline = now + 5_000
        sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        sock.setblocking(False)
        self.link = Lines(sock, MOST_LINK_LINE)
        self.link.connecting = True
        try:
            sock.connect((host, port))
        except BlockingIOError:
            pass
        except (OSError, ValueError, OverflowError) as error:
            self.end(str(error))
            return
        self.selector.register(sock, selectors.EVENT_WRITE, self.on_link)

    def on_link(self, events):
        try:
            if self.link.connecting:
                error = self.link.sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
                if error:
                    raise OSError(os.strerror(error))
                self.link.connecting = False
                self.heard = now_ms()
                self.say_now({"type": "hello", "version": 1, "agent": self.options.name, "ip": str(self.own),
                              "token": self.options.token})
            elif events & selectors.EVENT_WRITE:
                self.link.write()
            if events & selectors.EVENT_READ:
                for line in self.link.read():
                    self.heard = now_ms()
                    self.on_link_line(json.loads(line))
            if self.link:
                self.selector.modify(self.link.sock, self.link.interest(), self.on_link)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            self.end(str(error))

    def end(self, why):
        if self.link:
            try:
                self.selector.unregister(self.link.sock)
            except KeyError:
                pass
            self.link.sock.close()
        if why != self.fault:  # a controller may be away for hours
            self.fault = why
            print(f"agent.py: no controller: {why}; trying again", file=sys.stderr)
        was_up, self.link, self.up = self.up, None, False
        self.deadline = now_ms() + (0 if self.redirect else self.back_off)
        self.back_off = min(2 * self.back_off, 2_000)
        for client in list(self.clients) if was_up else ():
            self.tell(client, {"event": "link", "up": False})

    def say(self, message):
        if self.up:
            try:
                self.say_now(message)
            except OSError as error:
                self.end(str(error))

    def say_now(self, message):
        self.said = now_ms()
        self.link.send(message)
        if not self.link.connecting:
            self.selector.modify(self.link.sock, self.link.interest(), self.on_link)

    def on_link_line(self, message):
        kind = message["type"]
        if kind == "ping":
            return
        if kind == "redirect":
            self.redirect = endpoint(message["leader"]) if message["leader"] else None
            raise OSError("the controller does not lead")
        if kind == "welcome":
            self.up, self.back_off, self.fault = True, 100, ""
            for _, _, each in list(self.waiting.values()):
                self.say(each)
            for client in list(self.clients):
                self.tell(client, {"event": "link", "up": True})
        elif not self.up:
            raise OSError(f"hello refused: {message.get('reason')}, {message.get('text')}")
        elif kind in ("reserved", "done", "granted", "refused"):
            self.on_answer(kind, message)
        elif kind in ("expect", "prepare", "commit", "probe"):
            self.on_question(kind, message)
        elif kind in ("mode_prepare", "mode_commit"):
            self.on_mode(kind, message)
        elif kind == "event":
            for client in [each for each in self.clients if message["group"] in each.groups]:
                self.tell(client, {"event": message["kind"], "group": message["group"],
                                   "number": message["number"], "ip": message.get("ip"), "text": message["text"]})
        elif kind == "member":
            address = ipaddress.ip_address(message["address"])
            self.mrp.sets.pop(address, None)
            if message["qpn"]:
                self.mrp.members[address] = (message["group"], message["qpn"])
            else:
                self.mrp.members.pop(address, None)
        elif kind == "mrp":
            packet = base64.b64decode(message["packet"], validate=True)
            parsed = self.mrp.parse(packet)
            if parsed and not parsed[1] & SIGNED and len(packet) <= MTU - 28 - TRAILER:
                self.send(ipaddress.ip_address(message["address"]), message["port"], packet)
        else:
            raise OSError(f"type {kind!r} is unknown")

    def on_answer(self, kind, message):
        client, request, asked = self.waiting.pop(message["request"], (None, None, None))
        if asked is None:
            return
        group = asked["group"]
        if kind == "done" and asked["type"] == "leave" and self.owners.get(group) is client:
            self.owners.pop(group, None)
        if kind == "refused" and asked["type"] == "join" and self.owners.get(group) is client and not any(
                name == group for name, _ in self.mrp.members.values()):
            self.owners.pop(group, None)
        more = {"reserved": lambda: {"id": message["id"], "address": message["address"],
                                     "initial_psn": message["initialPsn"], "epoch": message["epoch"]},
                "done": lambda: {key: message[key] for key in ("revision", "missing") if key in message},
                "granted": lambda: {"psn": message["psn"]},
                "refused": lambda: {"reason": message["reason"], "error": message["text"]}}[kind]()
        self.reply(client, request, kind != "refused", **more)

    def on_question(self, kind, message):
        owner = self.owners.get(message["group"])
        keys = {"expect": ("psn",), "prepare": (), "commit": ("source",), "probe": ()}[kind]
        if owner:
            self.tell(owner, {"event": kind, "group": message["group"], "change": message["change"],
                              **{key: message[key] for key in keys}})
        elif kind in ("expect", "prepare"):
            self.say({"type": "declined", "group": message["group"], "change": message["change"], "reason": NOBODY})

    def on_mode(self, kind, message):
        owner = self.owners.get(message["group"])
        decision = {key: message[key] for key in ("number", "mode", "reason")}
        if owner:
            self.tell(owner, {"event": kind, "group": message["group"], **decision})
        elif kind == "mode_prepare":
            self.say({"type": "mode_declined", "group": message["group"], "number": decision["number"],
                      "reason": NOBODY})

    # Switch

    def on_datagram(self, _events):
        for _ in range(MOST_PACKETS):
            try:
                packet, source = self.datagrams.recvfrom(MTU)
            except (BlockingIOError, InterruptedError):
                return
            except OSError:
                continue
            group = ipaddress.ip_address(source[0])
            parsed = self.mrp.parse(packet)
            if parsed is None or not self.mrp.verify(group, packet):
                continue
            kind, flags, revision, seq, records = parsed
            if kind in (CONFIRM, COMMITTED, REMOVED, REFUSED, EVENT):
                bare = packet[:len(packet) - TRAILER] if flags & SIGNED else packet
                bare = bare[:1] + bytes([bare[1] & ~SIGNED & 0xFF]) + bare[2:]
                self.say({"type": "mrp", "address": str(group), "packet": base64.b64encode(bare).decode()})
            elif kind in (NODES, DETAIL, GROUP):
                answer = self.mrp.on_set(group, kind, flags, revision, seq, records)
                if answer:
                    self.send(group, self.options.port, answer)
            elif kind in (COMMIT, REMOVE):
                answer = self.mrp.answer(COMMITTED if kind == COMMIT else REMOVED, flags & IPV6, revision)
                self.send(group, self.options.port, answer)

    def send(self, group, port, packet):
        try:
            self.datagrams.sendto(self.mrp.sign(group, packet), (str(group), port))
        except OSError:
            pass  # As a lost packet: the side that asks repeats.


def secret_file(path):
    if os.stat(path).st_mode & 0o077:
        raise OSError(f"{path} may be read by others; run: chmod 600 {path}")
    with open(path, encoding="ascii") as file:
        return file.read().strip()


def key_of(word):
    number_, _, path = word.partition(":")
    if not number_.isdigit() or not path:
        raise ValueError(f"--key {word!r} is no ID:FILE")
    try:
        secret = bytes.fromhex(secret_file(path))
    except ValueError as error:
        raise ValueError(f"key file {path} has something else than hexadecimal digits") from error
    if len(secret) < 32:
        raise ValueError(f"key file {path}: {len(secret)} bytes, and at least 32 are needed")
    return int(number_), secret


def endpoint(word):
    host, colon, port = word.rpartition(":")
    if not colon or not port.isdigit() or not 0 < int(port) < 65536:
        raise ValueError(f"{word!r} is no IP:PORT")
    return host.strip("[]"), int(port)


def main():
    parser = argparse.ArgumentParser(description="Host agent of Polycast in plain Python.")
    parser.add_argument("--name", required=True)
    parser.add_argument("--ip", required=True, help="address of this host")
    parser.add_argument("--socket", required=True, help="Unix socket for applications")
    parser.add_argument("--controller", required=True, action="append", metavar="IP:PORT")
    parser.add_argument("--token-file")
    parser.add_argument("--port", type=int, default=4792, help="UDP port of MRP")
    parser.add_argument("--clients", type=int, default=64)
    auth = parser.add_mutually_exclusive_group(required=True)
    auth.add_argument("--key", action="append", metavar="ID:FILE", help="file of mode 0600 with hexadecimal digits")
    auth.add_argument("--no-auth", action="store_true", help="neither sign nor verify")
    options = parser.parse_args()
    try:
        options.token = secret_file(options.token_file) if options.token_file else ""
        options.controller = [endpoint(word) for word in options.controller]
        agent = Agent(options, [key_of(word) for word in options.key or ()])
    except (OSError, ValueError) as error:
        sys.exit(f"agent.py: {error}")
    for number_ in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number_, lambda *_: setattr(agent, "stopping", True))
    print(f"agent {options.name} is ready: socket {options.socket}", flush=True)
    agent.run()


if __name__ == "__main__":
    main()
