"""The far ends of the guest's devices: packet sockets on its taps."""
import ctypes
import os
import select
import socket
import time

SOL_PACKET, PACKET_IGNORE_OUTGOING = 263, 23
ETH_P_ALL = 3
CLONE_NEWNET = 0x40000000


class Tap:
    """Sends frames into a device of the guest and takes what comes out of it."""

    def __init__(self, namespace, device):
        self.socket = open_in(namespace, socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        self.socket.setsockopt(SOL_PACKET, PACKET_IGNORE_OUTGOING, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
        self.socket.bind((device, ETH_P_ALL))

    def send(self, frame):
        self.socket.send(frame)

    def waiting(self):
        """Frames that have come, without waiting for more."""
        frames = []
        while select.select([self.socket], [], [], 0)[0]:
            frames.append(self.socket.recv(1 << 16))
        return frames

    def close(self):
        self.socket.close()


def open_in(namespace, *kind):
    """A socket of another network namespace; the process itself comes back to its own."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open('/proc/self/ns/net') as home, open(f'/run/netns/{namespace}') as there:
        enter(libc, there)
        try:
            return socket.socket(*kind)
        finally:
            enter(libc, home)


def enter(libc, space):
    if libc.setns(space.fileno(), CLONE_NEWNET):
        number = ctypes.get_errno()
        raise OSError(number, f'setns: {os.strerror(number)}')


def gather(taps, enough, seconds):
    """Takes frames of all taps until enough(lists of frames by tap) or the time is over."""
    taken = [[] for _ in taps]
    deadline = time.monotonic() + seconds
    while True:
        for frames, tap in zip(taken, taps):
            frames += tap.waiting()
        left = deadline - time.monotonic()
        if enough(taken) or left <= 0:
            return taken
        select.select([tap.socket for tap in taps], [], [], min(left, 0.2))
