"""An application of a Shufflecast's control, in plain Python 3 (docs/shufflecast.md, Applications).

    shuffleapp.py HOST:PORT TOKENFILE members GROUP [TOR=PORT,PORT...]   sets members; without ToRs the group goes
    shuffleapp.py HOST:PORT TOKENFILE start TOR...                       waits until it may send from these ToRs
    shuffleapp.py HOST:PORT TOKENFILE status                             prints what the control knows

Exit codes: 0 done, 1 refused.
"""

import json
import socket
import sys

PATIENCE = 30


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


def ask(endpoint, token, document):
    host, port = endpoint.rsplit(":", 1)
    with socket.create_connection((host, int(port)), PATIENCE) as connection:
        lines = connection.makefile("rw", encoding="utf-8", newline="\n")
        hello = {"type": "hello", "version": 1, "application": "shuffleapp", "token": token}
        for each in (hello, document):
            lines.write(json.dumps(each) + "\n")
        lines.flush()
        for line in lines:
            answer = json.loads(line)
            if answer["type"] not in ("ping", "welcome"):
                return answer
    sys.exit("the control hung up")


if len(sys.argv) < 4 or sys.argv[3] not in ("members", "start", "status"):
    sys.exit(__doc__)
with open(sys.argv[2], encoding="utf-8") as file:
    told = ask(sys.argv[1], file.readline().strip(), request(sys.argv[3:]))
print(json.dumps(told))
sys.exit(told["type"] == "refused")
