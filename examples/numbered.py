"""Numbered datagrams for surrogate.sh: one sender, and 13 receivers in their namespaces.

    numbered.py receive PREFIX WORK COUNT     receivers in namespaces PREFIX-h1 to PREFIX-h13
    numbered.py send WORK COUNT RATE          the sender, in the namespace of this process

Files in WORK tell both how far the other is: `listening`, then `heard` when a probe reached each receiver, and
`warm` when the last of many did: new processes compile their code meanwhile.
"""

import ctypes
import os
import select
import socket
import struct
import sys
import time

GROUP, SLOW_GROUP, PORT = "239.1.1.1", "239.1.1.2", 5001
HOSTS = range(1, 13)
SLOW_HOST = 13
LOSSLESS_TOS = 3 << 5  # DSCP >> 3 is priority 3
LAST_PROBE, PROBE, END = 0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFF
PROBES = 30000
PAYLOAD = bytes(96)
BUFFER = 4 << 20
PATIENCE = 30
SLOW_PAYLOAD = bytes(1000)
SLOW_RATE = 500  # 4 Mb/s
SHORTEST = 0.8  # of the interval at the sender's rate
MAC_CONTROL, PFC, LOSSLESS = 0x8808, 0x0101, 3
PAUSE_SECONDS = 0.1  # after the last PFC of a node that ends without a word
LOOK = 8  # datagrams between looks at PFC

SO_RCVBUFFORCE, SO_SNDBUFFORCE = 33, 32  # asm-generic/socket.h
CLONE_NEWNET = 0x40000000  # linux/sched.h
BATCH = 512


class Batch:
    """The first four bytes of many datagrams by one recvmmsg."""

    class Vector(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    class Header(ctypes.Structure):  # struct msghdr
        _fields_ = [
            ("name", ctypes.c_void_p),
            ("name_length", ctypes.c_uint32),
            ("vectors", ctypes.c_void_p),
            ("vector_count", ctypes.c_size_t),
            ("control", ctypes.c_void_p),
            ("control_length", ctypes.c_size_t),
            ("flags", ctypes.c_int),
        ]


    class Message(ctypes.Structure):  # struct mmsghdr
        pass

    def __init__(self):
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.numbers = ctypes.create_string_buffer(4 * BATCH)
        self.vectors = (self.Vector * BATCH)()
        self.messages = (self.Message * BATCH)()
        for i in range(BATCH):
            self.vectors[i].base = ctypes.addressof(self.numbers) + 4 * i
            self.vectors[i].length = 4
            self.messages[i].header.vectors = ctypes.addressof(self.vectors[i])
            self.messages[i].header.vector_count = 1

    def receive(self, descriptor):
        """Numbers as bytes, four each; none when nothing waits."""
        got = self.libc.recvmmsg(descriptor, self.messages, BATCH, socket.MSG_DONTWAIT, None)
        return self.numbers.raw[: 4 * got] if got > 0 else b""


def open_receiver(prefix, host):
    with open("/run/netns/%s-h%d" % (prefix, host)) as space:
        if ctypes.CDLL(None, use_errno=True).setns(space.fileno(), CLONE_NEWNET) != 0:
            sys.exit("setns to h%d: %s" % (host, os.strerror(ctypes.get_errno())))
    group = SLOW_GROUP if host == SLOW_HOST else GROUP
    receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    receiver.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, BUFFER)
    receiver.bind((group, PORT))
    member = socket.inet_aton(group) + socket.inet_aton("10.0.0.%d" % (host + 1))
    receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
    return receiver


Batch.Message._fields_ = [("header", Batch.Header), ("received", ctypes.c_uint32)]


class Host:
    PROBE, LAST_PROBE = struct.pack("!I", PROBE), struct.pack("!I", LAST_PROBE)

    def __init__(self, name, receiver, expected):
        self.name, self.receiver, self.expected = name, receiver, expected
        self.place, self.done, self.wrong = 0, False, None
        self.heard, self.warm = False, False

    def take(self, batch):
        """Compares what waits with what is due; whether anything came."""
        numbers = batch.receive(self.receiver.fileno())
        came = bool(numbers)
        while numbers and self.place == 0 and numbers[:4] in (self.PROBE, self.LAST_PROBE):
            self.heard = True
            self.warm |= numbers[:4] == self.LAST_PROBE
            numbers = numbers[4:]
        due = self.expected[self.place : self.place + len(numbers)]
        if numbers != due and not self.wrong:
            at = next(i for i in range(0, len(numbers), 4) if numbers[i : i + 4] != due[i : i + 4])
            self.wrong = "datagram %d came where %d was due" % (
                struct.unpack_from("!I", numbers, at)[0],
                (self.place + at) // 4,
            )
        self.place += len(numbers)
        self.done = self.wrong is not None or self.place >= len(self.expected)
        return came


def receive(prefix, work, count):
    batch = Batch()
    expected = struct.pack("!%dI" % (count + 1), *range(count), END)
    slow = open_receiver(prefix, SLOW_HOST)
    hosts = [Host("h%d" % host, open_receiver(prefix, host), expected) for host in HOSTS]
    open(os.path.join(work, "listening"), "w").close()
    told, warm, slow_count = False, False, 0
    deadline = time.monotonic() + PATIENCE
    while not all(host.done for host in hosts):
        select.select([host.receiver for host in hosts if not host.done], [], [], 1)
        came = False
        for host in hosts:
            came |= not host.done and host.take(batch)
        slow_count += len(batch.receive(slow.fileno())) // 4
        if not told and slow_count > 0 and all(host.heard for host in hosts):
            told = True
            open(os.path.join(work, "heard"), "w").close()
        if not warm and all(host.warm for host in hosts):
            warm = True
            open(os.path.join(work, "warm"), "w").close()
        now = time.monotonic()
        if came:
            deadline = now + PATIENCE
        elif now > deadline:
            break
        # The sockets hold half a second of the stream.
        time.sleep(0.005)
    for host in hosts:
        if host.wrong or not host.done:
            print("%s: %s" % (host.name, host.wrong or "%d of %d came" % (host.place // 4, count)))
    print("h%d got %d datagrams of the lossy class" % (SLOW_HOST, slow_count))
    sys.exit(0 if all(host.done and not host.wrong for host in hosts) else 1)


def open_sender(tos):
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sender.setsockopt(socket.SOL_SOCKET, SO_SNDBUFFORCE, BUFFER)
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 4)
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, tos)
    return sender


class Pause:
    """What an RNIC does about PFC, and Linux does not on a veth: class 3 stops while its node says so."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(MAC_CONTROL))
        self.socket.bind(("eth0", MAC_CONTROL))
        self.until, self.seconds = 0.0, 0.0

    def _look(self):
        while select.select([self.socket], [], [], 0)[0]:
            opcode, classes, *times = struct.unpack_from("!HH8H", self.socket.recv(64))
            if opcode == PFC and classes >> LOSSLESS & 1:
                self.until = time.monotonic() + PAUSE_SECONDS if times[LOSSLESS] else 0.0

    def wait(self):
        """Returns when the class may send."""
        self._look()
        start = time.monotonic()
        while time.monotonic() < self.until:
            time.sleep(0.001)
            self._look()
        self.seconds += time.monotonic() - start


def send(work, count, rate):
    sender, slow_sender, pause = open_sender(LOSSLESS_TOS), open_sender(0), Pause()

    def datagram(number):
        sender.sendto(struct.pack("!I", number) + PAYLOAD, (GROUP, PORT))

    def slow_datagram(number):
        slow_sender.sendto(struct.pack("!I", number) + SLOW_PAYLOAD, (SLOW_GROUP, PORT))

    def probe(until, number):
        deadline = time.monotonic() + PATIENCE
        while not os.path.exists(os.path.join(work, until)):
            if time.monotonic() > deadline:
                sys.exit("no probe reached all hosts within %d s" % PATIENCE)
            datagram(number)
            slow_datagram(number)
            time.sleep(0.02)

    probe("heard", PROBE)
    start = time.monotonic()
    for number in range(PROBES):
        wait = start + number / rate - time.monotonic()
        if wait > 0.001:
            time.sleep(wait)
        if number % LOOK == 0:
            pause.wait()
        datagram(PROBE)
    probe("warm", LAST_PROBE)
    start, slow_number, due = time.monotonic(), 0, 0.0
    for number in range(count):
        since = time.monotonic() - start
        # What a wait for a core has delayed is made up for slowly, not in one burst.
        due = max(due + SHORTEST / rate, number / rate)
        if due - since > 0.001:
            time.sleep(due - since)
        if since * SLOW_RATE >= slow_number:
            slow_datagram(slow_number)
            slow_number += 1
        if number % LOOK == 0:
            pause.wait()
        datagram(number)
    datagram(END)
    took = time.monotonic() - start
    print("sent %d in %.2f s, %.0f a second; PFC stopped it for %.2f s" % (count, took, count / took, pause.seconds))


if __name__ == "__main__":
    if sys.argv[1] == "receive":
        receive(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        send(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
