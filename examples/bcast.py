#!/usr/bin/env python3
"""Broadcasts among the members of a group, after MPI_Bcast, over RC queue pairs and Polycast's switches.

    bcast.py --root IP GROUP FILE      each member calls it; the root sends FILE, the others write FILE

As a library:

    with Bcast("/run/polycast/agent.sock", "job", members=4) as job:
        data = job.bcast(b"..." if job.ip == root else None, root)

All members make the same calls in the same order. A member that joins later begins with the first broadcast of
which it gets all. It speaks docs/agent.md with the host agent; verbsqp.py is the queue pair.
"""

import argparse
import collections
import hashlib
import ipaddress
import json
import socket
import struct
import sys
import threading
import time

HEADER = struct.Struct(">4sIQQ16s")  # magic, PSN of the first packet, bytes of the broadcast, offset, root
MAGIC = b"PCB1"
PSNS = 1 << 24
DISCARD = 9  # RFC 863: any port does, nothing is sent
POLL_SECONDS = 0.0005
MOST_NEWS = 1000
ENDS = ("left", "evicted", "demoted")
NO_UNICAST = "bcast.py has no unicast sends"


class BcastError(Exception):
    """A broadcast cannot go on; the text says why."""


class Bcast:
    """A member of a group that broadcasts and takes broadcasts.

    ip    address of this member, by which others name it as the root
    news  latest events of the group, as docs/agent.md has them
    """

    def __init__(self, agent, group, members=None, path_mtu=1024, message=65536, patience=60, queue_pair=None):
        """Joins the group; returns when the queue pair is in all tables.

        agent       Unix socket of the host agent
        members     hosts without which the group does not begin, when no operator created it
        path_mtu    of the queue pairs, the same at all members
        message     bytes of a SEND, the same at all members: hosts join between two of them
        patience    seconds without progress after which a call fails; None waits for ever
        queue_pair  makes the queue pair of (ip, path_mtu, message); by default on a verbs device
        """
        self.group, self.path_mtu, self.message, self.patience = group, path_mtu, message, patience
        self.ip, self.mode, self.psn = None, "tree", 0
        self.news = collections.deque(maxlen=MOST_NEWS)
        self.pair, self.failure, self.closed = None, None, False
        self.member, self.source, self.posting, self.whole = False, False, False, False
        self.asked = self.prepared = self.expected = None  # changes of the controller
        self.last_request, self.answers, self.knocking = 0, {}, False
        self.come = collections.deque()  # messages that nobody has taken
        # Guards all of this; who waits for the agent or for a completion waits at it.
        self.state = threading.Condition()
        # Before anything is reserved.
        queue_pair = queue_pair or verbs()
        self.agent = socket.socket(socket.AF_UNIX)
        try:
            self.agent.connect(agent)
        except OSError as problem:
            raise BcastError(f"no host agent at {agent} ({problem.strerror}): start polycast hostagent, or name its "
                             "socket") from problem
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            with self.state:
                self._join(members, queue_pair)
        except BaseException:
            self._close()
            raise

    def _join(self, members, queue_pair):
        reserved = self._ask("reserve", **({} if members is None else {"members": members}))
        self.address, self.psn = reserved["address"], reserved["initial_psn"]
        self.ip = own_address(self.address)
        self.pair = queue_pair(self.ip, self.path_mtu, self.message)
        # Before the join: the queue pair asks for the group's MAC, and so the switch learns this host's.
        self.pair.connect(self.address, self.psn)
        self._ask("join", qpn=self.pair.qpn)
        self.member = True

    def bcast(self, data, root):
        """Brings the root's data to all members, and returns it at each of them.

        data  bytes at the root, None elsewhere
        root  address of a member
        """
        root = str(ipaddress.ip_address(root))
        if (data is not None) != (root == self.ip):
            raise BcastError(f"the root {root} gives the data and nobody else does; this is {self.ip}")
        with self.state:
            self._check()
            return self._receive(root) if data is None else self._send(bytes(data))

    def leave(self):
        """Leaves the group, and then gives the queue pair back."""
        with self.state:
            try:
                if self.member and self.failure is None:
                    self.member = False
                    self._ask("leave")
            finally:
                self._close()

    def __enter__(self):
        return self

    def __exit__(self, kind, _problem, _trace):
        try:
            self.leave()
        except BcastError:
            if kind is None:
                raise

    # The root

    def _send(self, data):
        if not self.source:
            self._ask("source")
        room = self.message - HEADER.size
        begin, own = self.psn, ipaddress.ip_address(self.ip)
        packed = bytes(16 - len(own.packed)) + own.packed
        self.posting = True
        try:
            for offset in range(0, max(1, len(data)), room):
                self._until(self._may_post)
                self._check()
                piece = memoryview(data)[offset:offset + room]
                self.pair.send(HEADER.pack(MAGIC, self.psn, len(data), offset, packed), piece)
                self._advance(HEADER.size + len(piece))
            self._until(lambda: self.pair.outstanding == 0)
        finally:
            self.posting = False
        self.whole = True
        self._prepare()
        return data

    def _may_post(self):
        if self.asked is None and not self.source:
            raise BcastError("another member became the root in the middle of a broadcast; all members must make "
                             "the same calls in the same order")
        return self.asked is None and self.pair.has_room()

    def _advance(self, length):
        self.psn = (self.psn + max(1, -(-length // self.path_mtu))) % PSNS

    def _prepare(self):
        """Names the first PSN that is not posted, once all before are acknowledged by all members.

        The queue pair goes on there in both directions, because it may be a receiver from now on.
        """
        if self.asked is None or self.asked == self.prepared or self.pair.outstanding:
            return
        self.come.extend(self.pair.connect(self.address, self.psn))
        self.prepared, self.ended = self.asked, self.psn
        self._say("prepared", change=self.asked, psn=self.ended)

    # The others

    def _receive(self, root):
        data = bytearray()
        while True:
            self._until(lambda: self.come)
            piece = self._take()
            if piece is None:
                continue
            total, offset, sender, body = piece
            if sender != ipaddress.ip_address(root) or offset != len(data):
                raise BcastError(f"offset {offset} of a broadcast of {sender} came in place of offset {len(data)} of "
                                 f"{root}; all members must make the same calls in the same order")
            data += body
            if len(data) >= total:
                return bytes(data)

    def _take(self):
        """The next message as (bytes of the broadcast, offset, root, data), or None for one of an earlier part."""
        message = self.come.popleft()
        if len(message) < HEADER.size or message[:4] != MAGIC:
            raise BcastError("a message came that is no part of a broadcast")
        _, psn, total, offset, packed = HEADER.unpack_from(message)
        if psn != self.psn:
            raise BcastError(f"the message of PSN {psn} came in place of that of PSN {self.psn}")
        self._advance(len(message))
        self.whole = self.whole or offset == 0
        sender = ipaddress.ip_address(packed[12:] if packed[:12] == bytes(12) else packed)
        return (total, offset, sender, message[HEADER.size:]) if self.whole else None

    # Waiting

    def _check(self):
        if self.failure:
            raise BcastError(self.failure)
        if self.mode != "tree":
            raise BcastError(f"the group sends by {self.mode}, and {NO_UNICAST}")

    def _until(self, done):
        """Works the queue pair until something holds."""
        deadline = self._deadline()
        while self.knocking or not done():
            self._check()
            messages = self.pair.receive()
            self.come.extend(messages)
            progress = self.pair.acknowledged() or messages
            self._prepare()
            if progress:
                deadline = self._deadline()
            elif time.monotonic() > deadline:
                raise BcastError(f"no progress for {self.patience} s")
            if self.knocking or not progress:
                self.state.wait(POLL_SECONDS)

    def _deadline(self):
        return float("inf") if self.patience is None else time.monotonic() + self.patience

    def _ask(self, command, **more):
        """Asks the agent, and returns its answer."""
        self.last_request += 1
        number = self.last_request
        self._say(command, request=number, **more)
        deadline = self._deadline()
        while number not in self.answers:
            if self.failure:
                raise BcastError(self.failure)
            if time.monotonic() > deadline:
                raise BcastError(f"no answer to {command} for {self.patience} s")
            self.state.wait(None if self.patience is None else 1)
        answer = self.answers.pop(number)
        if not answer["ok"]:
            raise BcastError(f"{command} was refused: {answer['error']} ({answer['reason']})")
        return answer

    def _say(self, command, **more):
        line = json.dumps({"command": command, "group": self.group, **more})
        self.agent.sendall(line.encode() + b"\n")

    # The agent

    def _listen(self):
        """Runs in a thread of its own, because the controller asks at any time."""
        why = "the agent hung up"
        try:
            for line in self.agent.makefile():
                self.knocking = True  # Or a busy queue pair keeps the lock to itself.
                with self.state:
                    self.knocking = False
                    if self.closed:
                        return
                    self._on_line(json.loads(line))
                    self.state.notify_all()
        except Exception as problem:  # Whatever it is, the calls that wait must hear of it.
            why = f"{type(problem).__name__}: {problem}"
        with self.state:
            self._fail(why)
            self.state.notify_all()

    def _fail(self, why):
        self.failure = self.failure or why

    def _on_line(self, said):
        if "ok" in said:
            if said["ok"] and said["command"] == "source":
                self._on_granted(said["psn"])
            if "request" in said:
                self.answers[said["request"]] = said
        elif said.get("group") == self.group:
            self._on_event(said["event"], said)

    def _on_granted(self, psn):
        self.come.extend(self.pair.connect(self.address, psn))
        while self.come and self._take() is None:
            pass
        if self.come or self.psn != psn:
            self._fail(f"the right to post begins at PSN {psn}, and this member has taken broadcasts up to PSN "
                       f"{self.psn}; all members must make the same calls in the same order")
        self.source = True

    def _on_event(self, event, said):
        change = said.get("change")
        if event == "expect":
            self._on_expect(change, said["psn"])
        elif event == "prepare":
            self._on_prepare(change)
        elif event == "commit":
            self.asked, self.source = None, said["source"]
        elif event == "mode_prepare":
            tree = said["mode"] == "tree"
            self._say("mode_prepared" if tree else "mode_declined", number=said["number"],
                      **({} if tree else {"reason": NO_UNICAST}))
        elif event == "mode_commit":
            self.mode = said["mode"]
        elif event == "probe":
            self._say("probed", change=change, bytes=0, ms=1)
        else:
            self._on_news(event, said)

    def _on_expect(self, change, psn):
        try:
            if change != self.expected:  # The question may be repeated after the answer.
                self.pair.connect(self.address, psn)
                self.psn, self.expected = psn, change
        except OSError as problem:
            self._say("declined", change=change, reason=str(problem)[:200])
            return
        self._say("ready", change=change)

    def _on_prepare(self, change):
        if not self.source:
            self._say("declined", change=change, reason="this member is not the source")
            return
        if change == self.prepared:  # The question was repeated on the way.
            self._say("prepared", change=change, psn=self.ended)
            return
        self.asked = change
        if not self.posting:
            self._prepare()

    def _on_news(self, event, said):
        self.news.append(said)
        if self.member and (event == "deleted" or event in ENDS and said["ip"] == self.ip):
            self._fail(f"this member is out of the group: {event} {said['text']}".rstrip())

    def _close(self):
        with self.state:
            self.closed = True
            if self.pair:
                self.pair.close()
                self.pair = None
            self._fail("the member has left")
            self.state.notify_all()
        try:
            self.agent.shutdown(socket.SHUT_RDWR)  # The thread reads the end.
        except OSError:
            pass
        self.agent.close()


def verbs():
    """Queue pairs on a verbs device."""
    try:
        import verbsqp
    except ImportError as problem:
        raise BcastError(f"{problem}: install pyverbs (Debian: apt-get install python3-pyverbs)") from problem
    return verbsqp.QueuePair


def own_address(group):
    """Address from which this host sends to a group."""
    with socket.socket(socket.AF_INET6 if ":" in group else socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((group, DISCARD))
        return probe.getsockname()[0]


def main():
    parser = argparse.ArgumentParser(description="Brings FILE of the root to all members of a group.")
    parser.add_argument("group")
    parser.add_argument("file")
    parser.add_argument("--root", required=True, metavar="IP", help="member that sends FILE")
    parser.add_argument("--agent", default="/run/polycast/agent.sock", metavar="SOCKET")
    parser.add_argument("--members", type=int, metavar="N", help="hosts to wait for in a group that nobody created")
    parser.add_argument("--mtu", type=int, default=1024, help="path MTU, the same at all members (%(default)s)")
    parser.add_argument("--patience", type=float, default=60, metavar="S", help="without progress (%(default)s)")
    words = parser.parse_args()
    try:
        words.root = str(ipaddress.ip_address(words.root))
    except ValueError as problem:
        parser.error(f"--root: {problem}")
    with Bcast(words.agent, words.group, words.members, words.mtu, patience=words.patience) as group:
        data = None
        if group.ip == words.root:
            with open(words.file, "rb") as file:
                data = file.read()
        began = time.monotonic()
        got = group.bcast(data, words.root)
        seconds = time.monotonic() - began
    if data is None:
        with open(words.file, "wb") as file:
            file.write(got)
    print(f"{len(got)} bytes, {seconds:.2f} s, SHA-256 {hashlib.sha256(got).hexdigest()}")


if __name__ == "__main__":
    try:
        main()
    except (BcastError, OSError, ImportError) as problem:
        sys.exit(f"bcast.py: {problem}")
