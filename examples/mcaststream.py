"""Numbered multicast datagrams at a given rate, for shufflecast-2-2.sh.

    mcaststream.py receive FILE ADDRESS GROUP...            writes what came of each group into FILE
    mcaststream.py send GROUP ADDRESS MEGABITS SECONDS DIRECTORY
                                                            sends at MEGABITS a second

ADDRESS is that of the interface. A sender creates DIRECTORY/ready-GROUP, and begins when DIRECTORY/go is there:
senders that begin one after the other would not share their links all the time. FILE exists as soon as the receiver listens, and has JSON at the end: by group the
datagrams that came and that were sent, and the megabits a second between the first and the last one.
"""

import json
import os
import random
import socket
import struct
import sys
import time

PORT = 5003
PAYLOAD = 8192
OVERHEAD = 8 + 20 + 14  # UDP, IPv4, Ethernet
BUFFER = 4 << 20
START_PATIENCE = 60
PATIENCE = 15  # before the first datagram; hosts that are no members wait as long
QUIET = 2  # after the last one
ENDS = 5
SO_RCVBUFFORCE = 33  # asm-generic/socket.h
NUMBER = struct.Struct("!II")  # number, all that were sent; the latter in the last datagrams only


def receive(path, address, groups):
    sockets = {}
    for group in groups:
        one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, BUFFER)
        one.bind((group, PORT))
        membership = socket.inet_aton(group) + socket.inet_aton(address)
        one.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
        one.setblocking(False)
        sockets[one] = {"group": group, "datagrams": 0, "twice": 0, "sent": 0, "begin": 0, "end": 0, "seen": set()}
    open(path, "w", encoding="utf-8").close()
    listen(sockets)
    with open(path, "w", encoding="utf-8") as file:
        json.dump([summary(each) for each in sockets.values()], file)


def listen(sockets):
    import select

    left = set(sockets)
    heard = False
    while left:
        ready, _, _ = select.select(list(left), [], [], QUIET if heard else PATIENCE)
        if not ready:
            return
        heard = True
        for one in ready:
            if drain(one, sockets[one]):
                left.discard(one)


def drain(one, state):
    while True:
        try:
            data = one.recv(2 * PAYLOAD)
        except BlockingIOError:
            return False
        number, sent = NUMBER.unpack_from(data)
        if sent:
            state["sent"] = sent
            return True
        now = time.monotonic()
        state["begin"] = state["begin"] or now
        state["end"] = now
        state["twice"] += number in state["seen"]
        state["seen"].add(number)
        state["datagrams"] += 1


def summary(state):
    seconds = state["end"] - state["begin"]
    bits = (state["datagrams"] - 1) * (PAYLOAD + OVERHEAD) * 8
    return {
        "group": state["group"],
        "datagrams": state["datagrams"],
        "twice": state["twice"],
        "sent": state["sent"] or max(state["seen"], default=-1) + 1,
        "mbps": bits / seconds / 1e6 if seconds > 0 else 0,
    }


def await_all(directory, group):
    open(os.path.join(directory, "ready-" + group), "w", encoding="utf-8").close()
    deadline = time.monotonic() + START_PATIENCE
    while not os.path.exists(os.path.join(directory, "go")):
        if time.monotonic() > deadline:
            sys.exit("nobody gave the start")
        time.sleep(0.002)


def send(group, address, megabits, seconds, directory):
    one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    one.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
    one.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 0)
    gap = (PAYLOAD + OVERHEAD) * 8 / megabits / 1e6
    count = int(seconds / gap)
    body = bytes(PAYLOAD - NUMBER.size)
    await_all(directory, group)
    due = time.monotonic()
    number = 0
    while number < count:
        # Datagrams of two senders are not to meet a full queue in turns.
        burst = random.randint(1, 4)
        for _ in range(min(burst, count - number)):
            one.sendto(NUMBER.pack(number, 0) + body, (group, PORT))
            number += 1
        due += burst * gap
        time.sleep(max(0, due - time.monotonic()))
    for _ in range(ENDS):
        time.sleep(0.1)
        one.sendto(NUMBER.pack(count, count) + body, (group, PORT))


if len(sys.argv) > 4 and sys.argv[1] == "receive":
    receive(sys.argv[2], sys.argv[3], sys.argv[4:])
elif len(sys.argv) == 7 and sys.argv[1] == "send":
    send(sys.argv[2], sys.argv[3], float(sys.argv[4]), float(sys.argv[5]), sys.argv[6])
else:
    sys.exit(__doc__)
