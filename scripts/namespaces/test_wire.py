"""A bump in the wire: two hosts, `polycast run` with one wire between them, everything crosses unchanged."""
import json
import os
import socket
import struct
import subprocess
import sys
import unittest

import roce
from lab import Lab, note, run, wait_for

ECHO = '''
import socket
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.bind(("0.0.0.0", 7007))
print("listening", flush=True)
while True:
    d, a = s.recvfrom(2048)
    s.sendto(d, a)
'''

PING = '''
import socket, sys, time
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.settimeout(5)
times = []
for n in range(2200):
    t = time.perf_counter_ns()
    s.sendto(b"x" * 64, (sys.argv[1], 7007))
    s.recvfrom(2048)
    times.append(time.perf_counter_ns() - t)
times = sorted(times[200:])
print(times[len(times) // 2], times[len(times) * 99 // 100])
'''

RAW = '''
import socket, sys
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
s.bind(("e0", 0))
for line in sys.stdin:
    s.send(bytes.fromhex(line))
'''

MTU = 1500


def config(lab, driver):
    path = os.path.join(lab.directory(), 'wire.yaml')
    with open(path, 'w') as f:
        f.write('switch: {name: wire, role: cepheus, mac: "%s"}\n' % roce.SWITCH_MAC)
        f.write('ports:\n')
        for i in range(2):
            f.write('  - {name: p%d, driver: %s, device: p%d}\n' % (i, driver, i))
        f.write('wires: [[p0, p1]]\n')
        f.write('control: {socket: %s/w.sock, counters: %s/w.counters, state: %s/w.state}\n' % ((lab.directory(),) * 3))
    return path


def odd_frames(lab, i, other):
    """Frames that only a wire lets through: LLDP, tagged, double-tagged, full size, tiny, unknown type."""
    src, dst = (bytes.fromhex(lab.mac(k).replace(':', '')) for k in (i, other))
    frames = [bytes.fromhex('0180c200000e') + src + b'\x88\xcc' + b'\x02\x07\x04' + src + b'\x04\x02\x07x'
              + b'\x06\x02\x00\x78' + bytes(2)]
    for n in range(50):
        body = bytes([i, n]) + os.urandom(44 + 29 * n % (MTU - 46))
        frames.append(dst + src + b'\x88\xb5' + body)
        frames.append(dst + src + b'\x81\x00\x60\x64' + b'\x88\xb5' + body)
        frames.append(dst + src + b'\x88\xa8\x00\x05\x81\x00\x00\x06\x88\xb5' + body[:-4])
    frames.append(dst + src + b'\x88\xb5' + os.urandom(MTU))
    frames.append(dst + src + b'\x81\x00\x00\x07\x88\xb5' + os.urandom(MTU))
    frames.append(roce.data(lab.mac(i), lab.ip(i), 1, b'unicast', group=lab.ip(other)))
    return frames


class WireTest(unittest.TestCase):
    def crossing(self, driver):
        with Lab(2, mtu=MTU) as lab:
            lab.polycast(config(lab, driver))
            ends = {}
            for i in range(2):
                for direction in ('in', 'out'):
                    ends[i, direction] = lab.capture(lab.h[i], 'e0', 'w%d%s.pcap' % (i, direction), direction)[1]
            lab.inside(lab.h[0], 'ping', '-c', '20', '-i', '0.02', '-W', '5', lab.ip(1))
            lab.inside(lab.h[0], 'ping', '-c', '2', '-i', '0.02', '-s', str(MTU - 28), '-M', 'do', lab.ip(1))
            self.assertIn(lab.mac(1), lab.inside(lab.h[0], 'ip', 'neigh', 'show', lab.ip(1)).stdout, 'ARP crossed')
            for i in range(2):
                frames = odd_frames(lab, i, 1 - i)
                lab.inside(lab.h[i], sys.executable, '-c', RAW, input='\n'.join(f.hex() for f in frames))
            for i in range(2):
                def same():
                    out, into = roce.frames(ends[i, 'out']), roce.frames(ends[1 - i, 'in'])
                    return (out, into) if len(out) >= 150 and len(out) == len(into) else None
                out, into = wait_for(same, 'equal captures from h%d' % i)
                self.assertEqual(out, into, 'byte-equal and in order from h%d' % i)
            note('%s: %d frames each way byte-equal and in order' % (driver, len(out)))
            self.iperf(lab, driver)

    def iperf(self, lab, driver):
        server = lab.start(lab.h[1], 'iperf3', '-s', '-1', stdout=subprocess.PIPE)
        wait_for(lambda: ':5201' in lab.inside(lab.h[1], 'ss', '-ltn').stdout, 'iperf3 server')
        done = lab.inside(lab.h[0], 'iperf3', '-c', lab.ip(1), '-t', '3', '-J', check=False)
        result = json.loads(done.stdout)
        self.assertNotIn('error', result, done.stdout)
        rate = result['end']['sum_received']['bits_per_second']
        self.assertGreater(rate, 1e6, 'TCP flows')
        note('%s: iperf3 TCP %.0f Mb/s' % (driver, rate / 1e6))
        server.wait(60)

    def test_af_xdp_wire_carries_everything(self):
        self.crossing('af_xdp')

    def test_af_packet_wire_carries_everything(self):
        self.crossing('af_packet')

    def round_trip(self, lab, a, b, address):
        echo = lab.start(b, sys.executable, '-c', ECHO, stdout=subprocess.PIPE)
        self.assertIn('listening', echo.stdout.readline())
        p50, p99 = map(int, lab.inside(a, sys.executable, '-c', PING, address).stdout.split())
        echo.terminate()
        echo.wait()
        return p50, p99

    def test_added_latency_is_printed(self):
        with Lab(2) as lab:
            run('ip', '-n', lab.sw, 'link', 'add', 'br0', 'type', 'bridge')
            run('ip', '-n', lab.sw, 'link', 'set', 'br0', 'up')
            for i in range(2):
                run('ip', '-n', lab.sw, 'link', 'set', 'p%d' % i, 'master', 'br0')
            bridge = self.round_trip(lab, lab.h[0], lab.h[1], lab.ip(1))
            for i in range(2):
                run('ip', '-n', lab.sw, 'link', 'set', 'p%d' % i, 'nomaster')
            lab.polycast(config(lab, 'af_xdp'))
            wire = self.round_trip(lab, lab.h[0], lab.h[1], lab.ip(1))
            self.assertGreater(wire[0], 0)
            note('round trip of 64 bytes, p50/p99: Linux bridge %.1f/%.1f us, wire %.1f/%.1f us; added one way %.1f/%.1f us'
                 % (bridge[0] / 1e3, bridge[1] / 1e3, wire[0] / 1e3, wire[1] / 1e3,
                    (wire[0] - bridge[0]) / 2e3, (wire[1] - bridge[1]) / 2e3))


if __name__ == '__main__':
    unittest.main(verbosity=2)
