"""An application of examples/bcast.py in a guest, worked by JSON lines over a command channel."""
import json
import os
import socket
import time

import bcast
import verbsqp
from pattern import digest, payload
from worker import talk

PATH_MTU, MESSAGE = 1024, 65536


class Broadcaster:
    """A member of a group; every public method is a request."""

    def __init__(self):
        self.member = self.pair = None

    def open(self, ip):
        """Makes the queue pair, which takes a guest some seconds: not while a group waits."""
        self.pair = verbsqp.QueuePair(ip, PATH_MTU, MESSAGE)
        return {}

    def linked(self, agent):
        """Whether a controller serves the agent; no agent is no error."""
        with socket.socket(socket.AF_UNIX) as asked:
            try:
                asked.connect(agent)
                asked.sendall(b'{"command":"ping"}\n')
                return {'linked': json.loads(asked.makefile().readline())['linked']}
            except OSError:
                return {'linked': False}

    def join(self, **arguments):
        """Joins a group; the arguments are those of Bcast."""
        self.member = bcast.Bcast(path_mtu=PATH_MTU, message=MESSAGE, queue_pair=lambda *_: self.pair, **arguments)
        return {'ip': self.member.ip, 'qpn': self.member.pair.qpn, 'psn': self.member.psn, 'pid': os.getpid()}

    def broadcast(self, root, size, seed):
        """Takes part in a broadcast, and returns the digest of what it brought."""
        data = payload(seed, size) if self.member.ip == root else None
        began = time.monotonic()
        got = self.member.bcast(data, root)
        return {'sha256': digest(got), 'seconds': time.monotonic() - began, 'psn': self.member.psn}

    def news(self):
        """Events so far, each as [event, ip]."""
        return {'news': [[each['event'], each['ip']] for each in list(self.member.news)]}

    def leave(self):
        member, self.member = self.member, None
        member.leave()
        return {}


if __name__ == '__main__':
    talk(channel, Broadcaster())  # noqa: F821  the agent leaves it there
