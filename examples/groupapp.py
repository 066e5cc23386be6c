#!/usr/bin/env python3
"""Applications of two-tier.sh.

    groupapp.py member SOCKET GROUP QPN    a member without data: SIGUSR1 asks for the right to post, SIGTERM leaves
    groupapp.py linked SOCKET...           0 when the controller serves all these agents
    groupapp.py revisions ID SOCKET...     revision of a group in each switch, - where it is not
    groupapp.py tables SOCKET...           number of groups in each switch

A member prints a line for each thing that happens: `reserved ADDRESS`, `joined REVISION`, `granted PSN`, `prepared PSN`,
`left` and each event. It speaks docs/agent.md; the switches are asked by docs/control-protocol.md.
"""

import json
import signal
import socket
import sys

PATIENCE = 60
POSTED = 1000  # packets that a source pretends to have posted when it is asked
DISCARD = 9  # RFC 863


def talk(path):
    sock = socket.socket(socket.AF_UNIX)
    sock.settimeout(PATIENCE)
    sock.connect(path)
    return sock


def once(path, request):
    with talk(path) as sock:
        sock.sendall(json.dumps(request).encode() + b"\n")
        return json.loads(sock.makefile().readline())


class Member:
    """A member whose queue pair is a number."""

    def __init__(self, path, group, qpn):
        self.group, self.qpn = group, qpn
        self.psn = None
        self.sock = talk(path)
        self.lines = self.sock.makefile()

    def say(self, command, **more):
        self.sock.sendall(json.dumps({"command": command, "group": self.group, **more}).encode() + b"\n")

    def run(self):
        # A signal comes between two lines of the agent, or while one is awaited; sendall is one short write.
        signal.signal(signal.SIGUSR1, lambda *_: self.say("source"))
        signal.signal(signal.SIGTERM, lambda *_: self.say("leave"))
        self.say("reserve")
        self.sock.settimeout(None)
        for line in self.lines:
            said = json.loads(line)
            if "ok" not in said:
                self.on_event(said)
            elif not said["ok"]:
                print("refused", said, flush=True)
                return 1
            elif self.on_answer(said):
                return 0
        print("the agent hung up", flush=True)
        return 1

    def on_answer(self, said):
        command = said["command"]
        if command == "reserve":
            # As a queue pair on its way to RTR: the kernel asks for the MAC, and so the switch hears this host.
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
                datagrams.sendto(b"", (said["address"], DISCARD))
            print("reserved", said["address"], flush=True)
            self.say("join", qpn=self.qpn)
        elif command == "join":
            print("joined", said["revision"], flush=True)
        elif command == "source":
            self.psn = said["psn"]
            print("granted", self.psn, flush=True)
        elif command == "leave":
            print("left", flush=True)
            return True
        return False

    def on_event(self, said):
        print(line_of(said), flush=True)
        if said["event"] == "expect":
            self.say("ready", change=said["change"])
        elif said["event"] == "prepare" and self.psn is None:
            self.say("declined", change=said["change"], reason="not the source")
        elif said["event"] == "prepare":
            self.psn = (self.psn + POSTED) % (1 << 24)
            print("prepared", self.psn, flush=True)
            self.say("prepared", change=said["change"], psn=self.psn)
        elif said["event"] == "mode_prepare":
            self.say("mode_prepared", number=said["number"])


def line_of(event):
    return " ".join(str(event[key]) for key in ("event", "ip", "change", "psn", "mode", "text")
                    if event.get(key) is not None)


def groups_of(path):
    return once(path, {"command": "show", "what": "groups"})["groups"]


def main(command, *words):
    if command == "member":
        path, group, qpn = words
        return Member(path, group, int(qpn)).run()
    if command == "linked":
        return not all(once(path, {"command": "ping"}).get("linked") for path in words)
    if command == "revisions":
        mcst_id, *paths = words
        for path in paths:
            print(next((each["revision"] for each in groups_of(path) if each["id"] == mcst_id), "-"), end=" ")
        print()
        return 0
    if command == "tables":
        print(*(len(groups_of(path)) for path in words))
        return 0
    raise SystemExit(__doc__)


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except (OSError, ValueError, KeyError) as problem:
        print(f"groupapp.py: {problem}", file=sys.stderr)
        sys.exit(1)
