#!/usr/bin/env python3
"""An application of a Shufflecast's control, in plain Python 3 (docs/shufflecast.md, Applications).

    shuffleapp.py HOST:PORT TOKENFILE members GROUP [TOR=PORT,PORT...]   sets members; without ToRs the group goes
    shuffleapp.py HOST:PORT TOKENFILE start TOR... -- COMMAND...         runs a command as soon as it may send from these ToRs
    shuffleapp.py HOST:PORT TOKENFILE status                             prints what the control knows

Exit codes: 0 done, 1 refused, 2 wrong usage, 3 no control, no token or no command; with start that of the command.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time

PATIENCE = 30
PING_SECONDS = 2  # a connection that says nothing for 10 s ends
LINES = ("members", "start", "status")


def usage():
    print(__doc__.strip(), file=sys.stderr)
    sys.exit(2)


def request(words):
    kind = words[0]
    if kind == "members":
        members = []
        for word in words[2:]:
            tor, ports = word.split("=")
            members.append({"tor": int(tor), "ports": ports.split(",")})
        return {"type": "members", "request": 1, "group": words[1], "members": members}
    if kind == "start":
        return {"type": "start", "request": 1, "sources": [int(word) for word in words[1:]]}
    return {"type": "status", "request": 1}


class Control:
    """A connection to the control. The end of the connection ends the application."""

    def __init__(self, address, token):
        try:
            self.connection = socket.create_connection(address, PATIENCE)
        except OSError as error:
            raise OSError(f"no control at {address[0]} port {address[1]} ({error}): see polycast shufflecast control")
        self.lines = self.connection.makefile("rw", encoding="utf-8", newline="\n")
        self.sending = threading.Lock()
        self.say({"type": "hello", "version": 1, "application": "shuffleapp", "token": token})
        threading.Thread(target=self.live, daemon=True).start()

    def say(self, document):
        with self.sending:
            self.lines.write(json.dumps(document) + "\n")
            self.lines.flush()

    def live(self):
        while True:
            time.sleep(PING_SECONDS)
            try:
                self.say({"type": "ping"})
            except OSError:
                return  # whoever reads finds out

    def ask(self, document):
        self.say(document)
        for line in self.lines:
            answer = json.loads(line)
            if answer["type"] not in ("ping", "welcome"):
                return answer
        sys.exit("the control hung up")


def secret(path):
    if os.stat(path).st_mode & 0o077:
        raise OSError(f"{path} may be read by others; run: chmod 600 {path}")
    with open(path, encoding="utf-8") as file:
        return file.readline().strip()


def main(endpoint, token_file, words):
    command = words[words.index("--") + 1:] if "--" in words else []
    try:
        document = request(words[:words.index("--")] if command else words)
        host, _, port = endpoint.rpartition(":")
        address = host.strip("[]"), int(port)
    except (ValueError, IndexError):
        usage()
    if words[0] == "start" and not document["sources"]:
        usage()
    if command and not shutil.which(command[0]):
        raise OSError(f"there is no command {command[0]}")
    control = Control(address, secret(token_file))
    if words[0] == "start":
        control.connection.settimeout(None)  # others may be first
    told = control.ask(document)
    print(json.dumps(told), flush=True)
    if told["type"] == "refused":
        return 1
    if not command:
        return 0
    status = subprocess.run(command, check=False).returncode
    control.ask({"type": "end", "request": 1})
    return status


if len(sys.argv) < 4 or sys.argv[3] not in LINES or (sys.argv[3] == "start") != ("--" in sys.argv[4:-1]):
    usage()
try:
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
except OSError as error:
    print(f"shuffleapp.py: {error}", file=sys.stderr)
    sys.exit(3)
