"""Looks at the copies that arrive at one sink, field by field, with an ICRC of its own (zlib).

    check.py DEVICE MEMBER SIZE

says "ready", looks until its standard input ends, and prints how many frames came and how many were right in each
field, as JSON. Order is right when PSNs rise; gaps show as frames that did not come. Shares no code with Polycast.
"""
import json
import select
import socket
import struct
import sys
import time
import zlib

import lab

FIELDS = ('macs', 'ips', 'ip_checksum', 'qpn', 'icrc', 'payload', 'order')


def icrc(frame):
    masked = bytearray(frame[14:54])
    for at in (1, 8, 10, 11, 26, 27, 32):  # TOS, TTL, IP checksum, UDP checksum, the masked byte of the BTH
        masked[at] = 0xff
    crc = zlib.crc32(bytes(masked), zlib.crc32(b'\xff' * 8))
    return struct.pack('<I', zlib.crc32(frame[54:-4], crc))


def one_complement(header):
    total = sum(struct.unpack('!%dH' % (len(header) // 2), header))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return total


class Sink:
    def __init__(self, member, size):
        self.size = size
        self.frames = self.odd = 0
        self.right = dict.fromkeys(FIELDS, 0)
        self.psn = -1
        self.macs = bytes.fromhex((lab.mac(member) + lab.SWITCH_MAC).replace(':', ''))
        self.ips = socket.inet_aton(lab.GROUP) + socket.inet_aton(lab.ip(member))
        self.qpn = lab.qpn(member)
        self.payload = bytes(31 * i & 0xff for i in range(54, size - 4))

    def on_frame(self, frame):
        if frame[12:14] != b'\x08\x00' or frame[36:38] != struct.pack('!H', 4791) or len(frame) != self.size:
            self.odd += 1
            return
        self.frames += 1
        psn = int.from_bytes(frame[51:54], 'big')
        right = {
            'macs': frame[:12] == self.macs,
            'ips': frame[26:34] == self.ips,
            'ip_checksum': one_complement(frame[14:34]) == 0xffff,
            'qpn': int.from_bytes(frame[47:50], 'big') == self.qpn,
            'icrc': frame[-4:] == icrc(frame),
            'payload': frame[54:-4] == self.payload,
            'order': self.psn < 0 or 0 < (psn - self.psn & 0xffffff) < 1 << 23,
        }
        self.psn = psn
        for field, held in right.items():
            self.right[field] += held


def main():
    device, member, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    wire = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0003))
    wire.setsockopt(socket.SOL_SOCKET, 33, 1 << 24)  # SO_RCVBUFFORCE
    wire.bind((device, 0))
    print('ready', flush=True)
    sink = Sink(member, size)
    while True:
        readable, _, _ = select.select([wire, sys.stdin], [], [])
        if wire in readable:
            sink.on_frame(wire.recv(65536))
        else:
            break  # the end was said, and nothing waits
    print(json.dumps({'frames': sink.frames, 'odd': sink.odd, 'right': sink.right}))


main()
