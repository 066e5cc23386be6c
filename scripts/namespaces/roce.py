"""RoCEv2 frames made and judged by scapy, which shares no code with Polycast."""
import zlib

from scapy.contrib.roce import AETH, BTH
from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Dot1Q, Ether
from scapy.packet import Raw
from scapy.utils import RawPcapReader

SEND_ONLY, ACKNOWLEDGE = 0x04, 0x11
GROUP = '10.255.0.1'
SWITCH_MAC = '02:00:00:00:00:fe'


def data(src_mac, src_ip, psn, payload, vlan=None, ack_request=1, group=GROUP):
    eth = Ether(src=src_mac, dst=SWITCH_MAC)
    if vlan is not None:
        eth = eth / Dot1Q(vlan=vlan, prio=3)
    return bytes(eth / IP(src=src_ip, dst=group, flags='DF', id=psn & 0xffff, tos=0x68)
                 / UDP(sport=0xC123, dport=4791, chksum=0)
                 / BTH(opcode=SEND_ONLY, dqpn=1, psn=psn, ackreq=ack_request,
                       padcount=-len(payload) % 4) / Raw(payload + bytes(-len(payload) % 4)))


def ack(src_mac, src_ip, psn, syndrome=0x1f, msn=1, group=GROUP):
    return bytes(Ether(src=src_mac, dst=SWITCH_MAC) / IP(src=src_ip, dst=group, flags='DF')
                 / UDP(sport=0xC123, dport=4791, chksum=0)
                 / BTH(opcode=ACKNOWLEDGE, dqpn=1, psn=psn) / AETH(syndrome=syndrome, msn=msn))


def renumbered(frame, psn, behind_bth):
    """An untagged frame with another PSN and other bytes of the same length behind the BTH: scapy takes 2.5 ms."""
    frame = bytearray(frame)
    frame[51:54] = psn.to_bytes(3, 'big')
    frame[54:-4] = behind_bth
    masked = bytearray(b'\xff' * 8 + frame[14:-4])
    # TOS, TTL and checksum of IP, checksum of UDP, resv8a of the BTH.
    for at in (1, 8, 10, 11, 26, 27, 32):
        masked[8 + at] = 0xff
    frame[-4:] = zlib.crc32(masked).to_bytes(4, 'little')
    return bytes(frame)


def parse(frame):
    """The packet, with .icrc_right telling whether scapy computes the ICRC that is on the wire."""
    packet = Ether(frame)
    if BTH not in packet:
        return None
    packet.icrc_right = icrc_right(packet)
    return packet


def icrc_right(packet):
    wire = packet[BTH].icrc
    again = packet.copy()
    again[BTH].icrc = None
    # BTH keeps the ICRC behind its payload: rebuild it from the parsed fields.
    rebuilt = bytes(again)[:len(bytes(packet))]
    return int.from_bytes(rebuilt[14 + 4 * (Dot1Q in packet) + packet[IP].len - 4:][:4], 'big') == wire


def frames(path):
    """All whole frames of a capture that may still be written to."""
    try:
        reader = RawPcapReader(path)
    except Exception as e:  # scapy raises its own kinds for a file without a header yet
        if 'Scapy_Exception' in type(e).__name__ or isinstance(e, (EOFError, OSError)):
            return []
        raise
    try:
        return [bytes(frame) for frame, _ in reader]
    finally:
        reader.close()


def roce(path):
    return [p for p in map(parse, frames(path)) if p is not None]
