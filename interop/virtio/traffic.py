"""Groups whose members are taps: what the source sends, what every receiver has to get, what they answer."""
import dataclasses
import itertools

import roce
from lab import LabError
from roce import Packet, after

SWITCH_MAC = '02:50:4c:00:00:fe'
MEMBERS = 4                     # member 0 is the source
PATH_MTU = 2048
RTT_SECONDS = 20                # an answer under emulation, at the latest


class CheckFailed(LabError):
    """What came is not what had to come."""


def check(held, text):
    if not held:
        raise CheckFailed(text)


def member_ip(member):
    return f'10.77.1.{member + 1}'


def member_mac(member):
    return f'52:50:4c:01:00:{member:02x}'


class Flow:
    """One group, on a UDP source port of its own, so that groups spread over the queues."""

    def __init__(self, number):
        self.id = f'10.255.0.{number + 1}'
        self.number = number
        self.source_port = 49152 + 7 * number
        self.first_psn = (0xFFFFF0 if number == 0 else 0x1000 * number)      # the first group wraps
        self.psn = self.first_psn
        self.messages = 0

    def qpn(self, member):
        return 0x1000 + 0x10 * self.number + member

    def va(self, member):
        return 0x7F0000000000 + (member << 32) + (self.number << 24)

    def rkey(self, member):
        return 0x5000 + 0x10 * self.number + member

    def entry(self):
        """The group as the configuration has it."""
        return {'id': self.id, 'initialPsn': self.first_psn, 'paths': [
            {'port': f'data{member}',
             'host': {'ip': member_ip(member), 'mac': member_mac(member), 'qpn': self.qpn(member)},
             'memory': {'va': self.va(member), 'rkey': self.rkey(member), 'length': 1 << 20}}
            for member in range(MEMBERS)]}

    def batch(self):
        """Packets of the next messages: every form of SEND and WRITE, around the edges of length."""
        body = itertools.count(self.psn)
        forms = [(roce.SEND_ONLY, 0, None), (roce.SEND_ONLY, 1, None), (roce.SEND_ONLY_IMM, 67, None),
                 (roce.SEND_FIRST, PATH_MTU, None), (roce.SEND_MIDDLE, PATH_MTU, None), (roce.SEND_LAST, 511, None),
                 (roce.WRITE_ONLY, 1024, 0x40), (roce.WRITE_ONLY_IMM, 66, 0x1000),
                 (roce.WRITE_FIRST, PATH_MTU, 0x2000), (roce.WRITE_MIDDLE, PATH_MTU, None),
                 (roce.WRITE_LAST_IMM, 1029, None), (roce.SEND_ONLY, 1500, None)]
        packets = []
        for opcode, size, offset in forms:
            start = next(body)
            payload = bytes((start + 31 * index + self.number) & 0xFF for index in range(size))
            length = size if opcode != roce.WRITE_FIRST else 2 * PATH_MTU + 1025
            packets.append(Packet(
                member_mac(0), SWITCH_MAC, member_ip(0), self.id, self.source_port, opcode, 1, self.psn,
                wants_ack=len(packets) + 1 == len(forms), body=payload,
                reth=None if offset is None else (offset, 1, length)))
            self.psn = after(self.psn)
        self.messages = after(self.messages, 6)
        return packets

    def copy(self, packet, member):
        """What has to leave for a member."""
        reth = packet.reth and (self.va(member) + packet.reth[0], self.rkey(member), packet.reth[2])
        return dataclasses.replace(packet, source_mac=SWITCH_MAC, destination_mac=member_mac(member), source=self.id,
                                   destination=member_ip(member), qpn=self.qpn(member), reth=reth)

    def answer(self, member, psn, syndrome=roce.ACK):
        """Feedback of a receiver, to the group as it knows it."""
        return Packet(member_mac(member), SWITCH_MAC, member_ip(member), self.id, self.source_port + 1,
                      roce.ACKNOWLEDGE, 1, psn, aeth=(syndrome, self.messages))

    def to_source(self, psn, syndrome=roce.ACK):
        """The one frame of feedback that the source has to get."""
        return Packet(SWITCH_MAC, member_mac(0), self.id, member_ip(0), self.source_port + 1,
                      roce.ACKNOWLEDGE, self.qpn(0), psn, aeth=(syndrome, self.messages))


def expect_bytes(what, got, wanted):
    """Frames of one tap against those that had to come, group by group in order, every byte."""
    for group in {packet.source for packet in wanted}:
        here = [frame for frame in got if (roce.read(frame) or [None])[0] and roce.read(frame)[0].source == group]
        due = [packet.frame() for packet in wanted if packet.source == group]
        for index, (frame, right) in enumerate(zip(here, due)):
            if frame != right:
                packet, complaints = roce.read(frame)
                raise CheckFailed(f'{what}: group {group} frame {index}: {complaints or "other bytes"}:\n'
                                  f'        got      {packet}\n        expected {roce.read(right)[0]}')
        check(len(here) == len(due), f'{what}: group {group}: {len(here)} frames of {len(due)}')
    check(len(got) == len(wanted), f'{what}: {len(got)} frames, {len(wanted)} were due')


def expect_packets(what, got, wanted):
    """As expect_bytes for frames that the switch authors: all fields, checksum and ICRC, in any order of groups."""
    read = [roce.read(frame) for frame in got]
    check(all(read), f'{what}: a frame that is no RoCEv2 packet: {[f.hex() for f, r in zip(got, read) if not r][:1]}')
    wrong = [complaints for _, complaints in read if complaints]
    check(not wrong, f'{what}: {wrong[:1]}')
    for group in {packet.source for packet in wanted}:
        here = [packet for packet, _ in read if packet.source == group]
        due = [packet for packet in wanted if packet.source == group]
        check(here == due, f'{what}: group {group}:\n        got      {here}\n        expected {due}')
    check(len(got) == len(wanted), f'{what}: {len(got)} frames, {len(wanted)} were due')
