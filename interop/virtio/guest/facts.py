"""What the kernel says of network devices, one JSON document: facts.py DEVICE..."""
import json
import re
import socket
import struct
import subprocess
import sys

NETLINK_GENERIC = 16
CONTROLLER, GET_FAMILY, FAMILY_ID, FAMILY_NAME = 16, 3, 1, 2
DEVICE_GET, IFINDEX, XDP_FEATURES = 1, 1, 3
FEATURES = ('basic', 'redirect', 'ndo-xmit', 'zero-copy', 'hardware', 'receives fragments', 'ndo-xmit of fragments')


def ask(kind, command, attribute, value):
    """Attributes of the one answer to a generic netlink request; none when it is refused."""
    piece = struct.pack('=HH', 4 + len(value), attribute) + value + bytes(-len(value) % 4)
    message = struct.pack('=IHHIIBBH', 20 + len(piece), kind, 1, 1, 0, command, 1, 0) + piece
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_GENERIC) as netlink:
        netlink.bind((0, 0))
        netlink.send(message)
        reply = netlink.recv(1 << 16)
    if struct.unpack_from('=H', reply, 4)[0] == 2:          # NLMSG_ERROR
        return {}
    found, at = {}, 20
    while at + 4 <= len(reply):
        length, which = struct.unpack_from('=HH', reply, at)
        found[which & 0x3FFF] = reply[at + 4:at + length]
        at += (length + 3) & ~3
    return found


def xdp_features(device):
    family = ask(CONTROLLER, GET_FAMILY, FAMILY_NAME, b'netdev\0').get(FAMILY_ID)
    if not family:
        return 'not told by this kernel'
    index = struct.pack('=I', socket.if_nametoindex(device))
    bits = ask(struct.unpack('=H', family)[0], DEVICE_GET, IFINDEX, index).get(XDP_FEATURES, bytes(8))
    return ', '.join(name for bit, name in enumerate(FEATURES) if struct.unpack('=Q', bits)[0] >> bit & 1) or 'none'


def output(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def facts(device):
    link = json.loads(output('ip', '-json', '-details', 'link', 'show', device))[0]
    attached = link.get('xdp', {})
    combined = re.findall(r'Combined:\s+(\d+)', output('ethtool', '-l', device))
    seen = re.findall(r'rx_?(?:queue_)?(\d+)_xdp_packets: (\d+)', output('ethtool', '-S', device))
    offloads = re.findall(r'^(tx-checksumming|rx-checksumming|generic-receive-offload|large-receive-offload|'
                          r'tx-tcp-segmentation|rx-gro-hw): (\w+)', output('ethtool', '-k', device), re.MULTILINE)
    return {'driver': re.findall(r'driver: (\S+)', output('ethtool', '-i', device)),
            'mtu': link['mtu'], 'combined': [int(count) for count in combined],
            'xdp': {0: 'none', 1: 'native', 2: 'generic', 3: 'hardware', 4: 'several'}[attached.get('mode', 0)],
            'xdpFeatures': xdp_features(device),
            'seenByXdp': {int(queue): int(count) for queue, count in seen}, 'offloads': dict(offloads)}


print(json.dumps({device: facts(device) for device in sys.argv[1:]}))
