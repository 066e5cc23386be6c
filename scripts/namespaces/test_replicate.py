"""`polycast run` on af_xdp ports: one namespace sends, three others receive, an independent program judges."""
import glob
import os
import signal
import socket
import subprocess
import sys
import unittest

import roce
from lab import ROOT, Lab, note, run, stop, wait_for

SEND = '''
import socket, sys
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
s.bind(("e0", 0))
for line in sys.stdin:
    s.send(bytes.fromhex(line))
'''


def device(driver, i):
    if driver == 'dpdk':
        return 'devargs: "net_af_packet%d,iface=p%d"' % (i, i)
    return 'device: p%d' % i


def config(lab, driver='af_xdp', hosts=4, extra='', mode='auto'):
    path = os.path.join(lab.directory(), 'switch.yaml')
    with open(path, 'w') as f:
        f.write('switch: {name: test, role: cepheus, mac: "%s"}\n' % roce.SWITCH_MAC)
        f.write('ports:\n')
        for i in range(hosts):
            f.write('  - {name: p%d, driver: %s, %s}\n' % (i, driver, device(driver, i)))
        f.write('control: {socket: %s/s.sock, counters: %s/s.counters, state: %s/s.state}\n' % ((lab.directory(),) * 3))
        f.write('groups:\n  - id: %s\n    initialPsn: 100\n    paths:\n' % roce.GROUP)
        for i in range(hosts):
            f.write('      - {port: p%d, host: {ip: %s, mac: "%s", qpn: %d}}\n' % (i, lab.ip(i), lab.mac(i), 256 + i))
        f.write(extra)
    return path


def send(lab, i, frames):
    lab.inside(lab.h[i], sys.executable, '-c', SEND, input='\n'.join(f.hex() for f in frames))


def data(path):
    return [p for p in roce.roce(path) if p[roce.BTH].opcode == roce.SEND_ONLY]


class ReplicateTest(unittest.TestCase):
    def replicate(self, driver, longest=2048):
        with Lab(4, mtu=2200) as lab:
            switch = lab.polycast(config(lab, driver))
            captures = [lab.capture(lab.h[i], 'e0', 'h%d.pcap' % i)[1] for i in range(4)]
            sizes = [n for n in (0, 1, 64, 1000, 1023, 1024, 2048) if n <= longest]
            sent = [roce.data(lab.mac(0), lab.ip(0), 100 + n, bytes([n + 1]) * size) for n, size in enumerate(sizes)]
            sent.append(roce.data(lab.mac(0), lab.ip(0), 100 + len(sizes), b'tagged', vlan=42))
            send(lab, 0, sent)
            last = 100 + len(sizes)
            for i in (1, 2, 3):
                copies = wait_for(lambda: (lambda c: c if len(c) == len(sent) else None)(data(captures[i])),
                                  '%d copies at h%d' % (len(sent), i))
                for n, (copy, original) in enumerate(zip(copies, map(roce.parse, sent))):
                    self.assertTrue(copy.icrc_right, 'ICRC of copy %d at h%d' % (n, i))
                    self.assertEqual(copy.src, roce.SWITCH_MAC)
                    self.assertEqual(copy.dst, lab.mac(i))
                    self.assertEqual(copy[roce.IP].src, roce.GROUP)
                    self.assertEqual(copy[roce.IP].dst, lab.ip(i))
                    self.assertEqual(copy[roce.IP].tos, 0x68)
                    self.assertEqual(copy[roce.BTH].dqpn, 256 + i)
                    self.assertEqual(copy[roce.BTH].psn, 100 + n)
                    self.assertEqual(bytes(copy[roce.BTH].payload), bytes(original[roce.BTH].payload))
                self.assertEqual(copies[-1][roce.Dot1Q].vlan, 42)
                self.assertEqual(copies[-1][roce.Dot1Q].prio, 3)
            self.assert_ip_checksums(captures[1])
            # Feedback: only when the last of the three has acknowledged does one ACK reach the source.
            for i in (1, 2):
                send(lab, i, [roce.ack(lab.mac(i), lab.ip(i), last)])
            send(lab, 3, [roce.ack(lab.mac(3), lab.ip(3), last - 1)])
            send(lab, 3, [roce.ack(lab.mac(3), lab.ip(3), last)])
            acks = wait_for(lambda: (lambda a: a if len(a) == 2 else None)(roce.roce(captures[0])), 'two ACKs at h0')
            self.assertEqual([a[roce.BTH].psn for a in acks], [last - 1, last])
            for a in acks:
                self.assertTrue(a.icrc_right)
                self.assertEqual((a[roce.BTH].opcode, a[roce.BTH].dqpn, a[roce.IP].dst), (roce.ACKNOWLEDGE, 256, lab.ip(0)))
            self.assertEqual(stop(switch), 0, 'SIGTERM ends it with status 0')
            note('%s: %d frames to 3 namespaces, %d copies verified by scapy' % (driver, len(sent), 3 * len(sent)))

    def assert_ip_checksums(self, path):
        fields = run('tshark', '-r', path, '-o', 'ip.check_checksum:TRUE', '-Y', 'ip', '-T', 'fields',
                     '-e', 'ip.checksum.status').stdout.split()
        self.assertTrue(fields)
        self.assertEqual(set(fields), {'1'}, 'tshark: IP checksum status 1 is good')

    def test_af_xdp_replicates_to_three_namespaces(self):
        self.replicate('af_xdp')

    def test_af_packet_replicates_to_three_namespaces(self):
        self.replicate('af_packet')

    @unittest.skipUnless(glob.glob('/usr/lib/*/librte_net_af_packet.so.23'), 'no librte-net-af-packet23')
    def test_dpdk_replicates_to_three_namespaces(self):
        # DPDK's driver of packet sockets takes no frame beyond 1,518 bytes.
        self.replicate('dpdk', longest=1024)

    def test_dpdk_that_is_not_installed_is_status_3_and_one_line(self):
        with Lab(2) as lab:
            # An empty file in the library's place, for this process alone.
            hide = ''.join('mount --bind /dev/null %s; ' % lib for lib in glob.glob('/usr/lib/*/librte_eal.so.23'))
            done = lab.inside(lab.sw, 'unshare', '--mount', 'sh', '-c', hide + 'exec "$0" run -c "$1"',
                              os.path.join(ROOT, 'polycast'), config(lab, 'dpdk', hosts=2), check=False)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
            self.assertIn('apt-get install dpdk', done.stderr)

    def test_hosts_can_resolve_the_group_by_arp(self):
        with Lab(2) as lab:
            lab.polycast(config(lab, hosts=2))
            lab.inside(lab.h[0], 'ip', 'route', 'add', roce.GROUP, 'dev', 'e0')
            lab.inside(lab.h[0], 'ping', '-c', '1', '-W', '1', roce.GROUP, check=False)
            wait_for(lambda: roce.SWITCH_MAC in lab.inside(lab.h[0], 'ip', 'neigh', 'show', roce.GROUP).stdout,
                     'ARP answer for the group')

    def test_largest_path_mtu(self):
        largest = None
        for path_mtu in (1024, 2048, 4096):
            with Lab(2, mtu=path_mtu + 80) as lab:
                path = config(lab, hosts=2)
                if path_mtu == 4096:
                    done = lab.inside(lab.sw, os.path.join(ROOT, 'polycast'), 'run', '-c', path, check=False)
                    self.assertEqual(done.returncode, 3, done.stderr)
                    self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
                    self.assertRegex(done.stderr, r'4176')
                    self.assertIn('path MTU', done.stderr)
                    note('path MTU 4096 refused: ' + done.stderr.strip())
                    continue
                lab.polycast(path)
                _, capture = lab.capture(lab.h[1], 'e0', 'm.pcap')
                send(lab, 0, [roce.data(lab.mac(0), lab.ip(0), 100, b'\x5a' * path_mtu)])
                copy = wait_for(lambda: data(capture), 'copy of %d bytes' % path_mtu)[0]
                self.assertTrue(copy.icrc_right)
                largest = path_mtu
        self.assertEqual(largest, 2048)
        note('largest path MTU on af_xdp: %d' % largest)

    def test_starts_again_after_kill_9_and_detaches_on_sigterm(self):
        with Lab(2) as lab:
            path = config(lab, hosts=2)
            first = lab.polycast(path)
            self.assertIn('xdp', run('ip', '-n', lab.sw, 'link', 'show', 'p0').stdout)
            pids = run('pgrep', '-f', 'io.polycast.cli.Main run -c ' + path).stdout.split()
            os.kill(int(pids[0]), signal.SIGKILL)
            first.wait()
            second = lab.polycast(path)
            _, capture = lab.capture(lab.h[1], 'e0', 'k.pcap')
            send(lab, 0, [roce.data(lab.mac(0), lab.ip(0), 100, b'again')])
            wait_for(lambda: data(capture), 'a copy from the second start')
            self.assertEqual(stop(second), 0, 'SIGTERM ends it with status 0')
            self.assertNotIn('xdp', run('ip', '-n', lab.sw, 'link', 'show', 'p0').stdout)

    def test_group_set_on_a_running_switch(self):
        with Lab(3) as lab:
            lab.polycast(config(lab, hosts=3))
            group = ('{"id": "10.255.0.9", "initialPsn": 7, "paths": ['
                     + ', '.join('{"port": "p%d", "host": {"ip": "%s", "mac": "%s", "qpn": %d}}'
                                 % (i, lab.ip(i), lab.mac(i), 512 + i) for i in range(3)) + ']}')
            socket_path = os.path.join(lab.directory(), 's.sock')
            run(os.path.join(ROOT, 'polycast'), 'group', 'set', '--socket', socket_path, '-', input=group)
            _, capture = lab.capture(lab.h[2], 'e0', 'g.pcap')
            send(lab, 0, [roce.data(lab.mac(0), lab.ip(0), 7, b'new', group='10.255.0.9')])
            copy = wait_for(lambda: data(capture), 'a copy of the new group')[0]
            self.assertEqual(copy[roce.BTH].dqpn, 514)
            run(os.path.join(ROOT, 'polycast'), 'group', 'unset', '--socket', socket_path, '10.255.0.9')
            shown = run(os.path.join(ROOT, 'polycast'), 'show', 'groups', '--socket', socket_path).stdout
            self.assertNotIn('10.255.0.9', shown)
            self.assertIn(roce.GROUP, shown)

    def test_one_armed_beside_a_bridge(self):
        """Three hosts on a Linux bridge; nft at the bridge's ports sends group traffic to the switch."""
        with Lab(4) as lab:
            path = os.path.join(lab.directory(), 'arm.yaml')
            with open(path, 'w') as f:
                f.write('switch: {name: arm, role: cepheus, mac: "%s"}\n' % roce.SWITCH_MAC)
                f.write('ports:\n  - {name: arm, driver: af_xdp, device: e0}\n')
                f.write('control: {socket: %s/a.sock, counters: %s/a.counters, state: %s/a.state}\n'
                        % ((lab.directory(),) * 3))
                f.write('groups:\n  - id: %s\n    initialPsn: 100\n    paths:\n' % roce.GROUP)
                for i in range(3):
                    f.write('      - {port: arm, host: {ip: %s, mac: "%s", qpn: %d}}\n' % (lab.ip(i), lab.mac(i), 256 + i))
            # p0..p3 and the bridge are in the namespace sw; Polycast runs in h3.
            run('ip', '-n', lab.sw, 'link', 'add', 'br0', 'type', 'bridge')
            run('ip', '-n', lab.sw, 'link', 'set', 'br0', 'up')
            for i in range(4):
                run('ip', '-n', lab.sw, 'link', 'set', 'p%d' % i, 'master', 'br0')
            rules = 'table netdev acl {\n'
            for i in range(3):
                rules += ('chain in%d { type filter hook ingress device "p%d" priority 0; '
                          'ip daddr 10.255.0.0/16 udp dport 4791 fwd to "p3"; }\n' % (i, i))
            lab.inside(lab.sw, 'nft', '-f', '-', input=rules + '}\n')
            switch_ns, lab.sw = lab.sw, lab.h[3]
            lab.polycast(path, 'arm')
            lab.sw = switch_ns
            captures = [lab.capture(lab.h[i], 'e0', 'arm%d.pcap' % i)[1] for i in range(3)]
            # The redirect does not look at MAC addresses: a wrong one shows that it is the ACL that works.
            frame = bytearray(roce.data(lab.mac(0), lab.ip(0), 100, b'one arm'))
            frame[0:6] = bytes.fromhex('02aabbccddee')
            send(lab, 0, [bytes(frame)])
            for i in (1, 2):
                # The bridge may flood the others' copies too, until it has learnt where they live.
                copy = wait_for(lambda: [c for c in data(captures[i]) if c.dst == lab.mac(i)], 'a copy at h%d' % i)[0]
                self.assertTrue(copy.icrc_right)
                self.assertEqual((copy.dst, copy[roce.BTH].dqpn), (lab.mac(i), 256 + i))
                send(lab, i, [roce.ack(lab.mac(i), lab.ip(i), 100)])
            acks = wait_for(lambda: [p for p in roce.roce(captures[0]) if p[roce.BTH].opcode == roce.ACKNOWLEDGE],
                            'the aggregate at h0')
            self.assertEqual([a[roce.BTH].psn for a in acks], [100])


if __name__ == '__main__':
    unittest.main(verbosity=2)
