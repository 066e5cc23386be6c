"""RoCEv2 over IPv4 as the standard has it, made and judged without Polycast: a second opinion on its bytes."""
import dataclasses
import socket
import struct
import zlib

PORT = 4791
SEND_FIRST, SEND_MIDDLE, SEND_LAST, SEND_LAST_IMM, SEND_ONLY, SEND_ONLY_IMM = range(6)
WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST, WRITE_LAST_IMM, WRITE_ONLY, WRITE_ONLY_IMM = range(6, 12)
ACKNOWLEDGE = 0x11
WITH_RETH = (WRITE_FIRST, WRITE_ONLY, WRITE_ONLY_IMM)
ACK, SEQUENCE_NAK = 0x1F, 0x60              # AETH syndromes; 0x1F: no credit limit
ETHERNET, IPV4, UDP, BTH = 14, 20, 8, 12
# Offsets from the IP header on that count as ones: TOS, TTL, IP checksum, UDP checksum, FECN with BECN.
MASKED = (1, 8, 10, 11, IPV4 + 6, IPV4 + 7, IPV4 + UDP + 4)


def icrc(packet):
    """ICRC of a packet from its IP header on, without the ICRC, as it goes on the wire."""
    masked = bytearray(packet)
    for at in MASKED:
        masked[at] = 0xFF
    return struct.pack('<I', zlib.crc32(bytes(masked), zlib.crc32(b'\xff' * 8)))


def checksum(header):
    """The Internet checksum; 0 over a header that holds its own."""
    total = sum(struct.unpack(f'>{len(header) // 2}H', header))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


def mac_bytes(text):
    return bytes.fromhex(text.replace(':', ''))


@dataclasses.dataclass(frozen=True)
class Packet:
    """One packet; reth is (va, rkey, length), aeth (syndrome, msn), body what is between headers and ICRC."""

    source_mac: str
    destination_mac: str
    source: str
    destination: str
    source_port: int
    opcode: int
    qpn: int
    psn: int
    wants_ack: bool = False
    reth: tuple = None
    aeth: tuple = None
    body: bytes = b''               # immediate data, payload and padding

    def frame(self, ttl=64, tos=0):
        """The packet as a frame without FCS; bytes behind the ICRC fill it up to 60."""
        pad = 0 if self.aeth else -len(self.body) % 4
        inner = struct.pack('>BBHII', self.opcode, pad << 4, 0xFFFF, self.qpn, self.wants_ack << 31 | self.psn)
        if self.reth:
            inner += struct.pack('>QII', *self.reth)
        if self.aeth:
            inner += struct.pack('>I', self.aeth[0] << 24 | self.aeth[1])
        inner += self.body + bytes(pad)
        length = IPV4 + UDP + len(inner) + 4
        start = struct.pack('>BBHHHBB', 0x45, tos, length, self.psn & 0xFFFF, 0x4000, ttl, socket.IPPROTO_UDP)
        addresses = socket.inet_aton(self.source) + socket.inet_aton(self.destination)
        packet = (start + struct.pack('>H', checksum(start + addresses)) + addresses
                  + struct.pack('>HHHH', self.source_port, PORT, length - IPV4, 0) + inner)
        whole = mac_bytes(self.destination_mac) + mac_bytes(self.source_mac) + b'\x08\x00' + packet + icrc(packet)
        return whole.ljust(60, b'\0')


def read(frame):
    """(Packet, complaints) of a frame; None when it is no RoCEv2 over untagged IPv4."""
    least = ETHERNET + IPV4 + UDP + BTH + 4
    if len(frame) < least or frame[12:15] != b'\x08\x00\x45' or frame[23] != socket.IPPROTO_UDP:
        return None
    length = int.from_bytes(frame[16:18], 'big')
    packet = frame[ETHERNET:ETHERNET + length]
    source_port, port, udp_length = struct.unpack('>HHH', packet[IPV4:IPV4 + 6])
    if port != PORT:
        return None
    complaints = []
    if len(packet) != length or udp_length != length - IPV4:
        complaints.append('lengths disagree')
    if checksum(packet[:IPV4]):
        complaints.append('wrong IP checksum')
    if icrc(packet[:-4]) != packet[-4:]:
        complaints.append(f'wrong ICRC {packet[-4:].hex()}, expected {icrc(packet[:-4]).hex()}')
    opcode, flags, _, qpn, word = struct.unpack('>BBHII', packet[28:40])
    at, reth, aeth = IPV4 + UDP + BTH, None, None
    if opcode in WITH_RETH:
        reth, at = struct.unpack('>QII', packet[at:at + 16]), at + 16
    elif opcode == ACKNOWLEDGE:
        both = int.from_bytes(packet[at:at + 4], 'big')
        aeth, at = (both >> 24, both & 0xFFFFFF), at + 4
    body = packet[at:len(packet) - 4 - (flags >> 4 & 3)]
    return Packet(frame[6:12].hex(':'), frame[:6].hex(':'), socket.inet_ntoa(packet[12:16]),
                  socket.inet_ntoa(packet[16:20]), source_port, opcode, qpn & 0xFFFFFF, word & 0xFFFFFF,
                  bool(word >> 31), reth, aeth, body), complaints


def after(psn, count=1):
    return psn + count & 0xFFFFFF
