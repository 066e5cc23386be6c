"""What a wire does while its switch is silent (SIGSTOP) or dead (kill -9): fail open, fail closed."""
import json
import os
import re
import signal
import subprocess
import time
import unittest

import roce
from lab import ROOT, Lab, note, run, stop, wait_for
from test_replicate import data, send
import test_restart
from test_restart import java_pid, kill_9

POLYCAST = os.path.join(ROOT, 'polycast')


def config(lab, mode, heartbeat='100ms', group=True):
    path = os.path.join(lab.directory(), 'silent.yaml')
    with open(path, 'w') as f:
        f.write('switch: {name: silent, role: cepheus, mac: "%s", mcstPrefix6: "fd00:6d63::/96"}\n' % roce.SWITCH_MAC)
        f.write('kernel: {whenSilent: %s, heartbeat: %s}\n' % (mode, heartbeat))
        f.write('ports:\n')
        for i in range(2):
            f.write('  - {name: p%d, driver: af_xdp, device: p%d}\n' % (i, i))
        f.write('wires: [[p0, p1]]\n')
        f.write('control: {socket: %s/w.sock, counters: %s/w.counters, state: %s/w.state}\n' % ((lab.directory(),) * 3))
        if group:
            f.write('groups:\n  - id: %s\n    initialPsn: 100\n    paths:\n' % roce.GROUP)
            for i in range(2):
                f.write('      - {port: p%d, host: {ip: %s, mac: "%s", qpn: %d}}\n' % (i, lab.ip(i), lab.mac(i), 256 + i))
    return path


def gro(lab, state='on'):
    """A veth takes frames that a program redirects only when its other end does GRO or has a program."""
    for i in range(lab.hosts):
        lab.inside(lab.h[i], 'ethtool', '-K', 'e0', 'gro', state)


def pings(lab, count=10, interval='0.02'):
    text = lab.inside(lab.h[0], 'ping', '-q', '-c', str(count), '-i', interval, '-W', '1', lab.ip(1), check=False).stdout
    return int(re.search(r'(\d+) received', text).group(1))


def ports(lab):
    shown = run(POLYCAST, 'show', 'ports', '--json', '--socket', os.path.join(lab.directory(), 'w.sock'))
    return json.loads(shown.stdout)['ports']


def total(lab, key):
    return sum(port[key] for port in ports(lab))


class SilenceTest(unittest.TestCase):
    def groups_to_the_other_side(self, lab, name):
        """Sends group frames of several shapes from h0 and one mark; returns what of it reached h1."""
        capture = lab.capture(lab.h[1], 'e0', name)[1]
        frames = [roce.data(lab.mac(0), lab.ip(0), 100, b'plain'), roce.data(lab.mac(0), lab.ip(0), 101, b'tagged', vlan=7)]
        double = bytearray(roce.data(lab.mac(0), lab.ip(0), 102, b'double', vlan=7))
        frames.append(bytes(double[:12]) + b'\x88\xa8\x00\x05' + bytes(double[12:]))
        frames.append(roce.ack(lab.mac(0), lab.ip(0), 100))
        mark = roce.data(lab.mac(0), lab.ip(0), 1, b'mark', group=lab.ip(1))
        send(lab, 0, frames + [mark])
        wait_for(lambda: mark in roce.frames(capture), 'the unicast frame behind the group frames')
        return len(frames), [f for f in roce.frames(capture) if f in frames]

    def test_open_wire_outlives_a_silent_and_a_dead_switch(self):
        with Lab(2) as lab:
            gro(lab)
            path = config(lab, 'open')
            first = lab.polycast(path)
            self.assertEqual(pings(lab), 10)
            self.assertEqual(total(lab, 'silent_passed'), 0, 'nothing crosses in the kernel while the switch lives')
            pid = java_pid(path)
            os.kill(pid, signal.SIGSTOP)
            time.sleep(0.3)
            self.assertEqual(pings(lab), 10, 'silent: the wire goes on')
            count, crossed = self.groups_to_the_other_side(lab, 'stopped.pcap')
            self.assertEqual(crossed, [], 'frames for a group do not cross')
            os.kill(pid, signal.SIGCONT)
            wait_for(lambda: total(lab, 'rx_frames') and pings(lab, 1), 'the switch to serve again')
            passed = total(lab, 'silent_passed')
            self.assertGreaterEqual(passed, 20)
            self.assertEqual(total(lab, 'silent_group_frames'), count)
            self.assertEqual(pings(lab), 10)
            self.assertEqual(total(lab, 'silent_passed'), passed, 'back in user space')
            # Dead: from the first frame on, without waiting for the heartbeat to grow old.
            flood = lab.start(lab.h[0], 'ping', '-q', '-i', '0.002', '-c', '2000', '-W', '1', lab.ip(1), stdout=subprocess.PIPE)
            time.sleep(0.5)
            kill_9(first, path)
            lost = 2000 - int(re.search(r'(\d+) received', flood.communicate(timeout=60)[0]).group(1))
            self.assertLess(lost, 100)
            self.assertEqual(pings(lab), 10, 'dead: the wire goes on')
            _, crossed = self.groups_to_the_other_side(lab, 'dead.pcap')
            self.assertEqual(crossed, [])
            self.assertIn('xdp', run('ip', '-n', lab.sw, 'link', 'show', 'p0').stdout)
            second = lab.polycast(path)
            wait_for(lambda: os.path.exists(os.path.join(lab.directory(), 'w.sock')), 'control socket')
            # The new start took over what the program of the dead one had counted.
            time.sleep(0.5)
            self.assertGreaterEqual(total(lab, 'silent_passed'), 20 + passed)
            self.assertGreaterEqual(total(lab, 'silent_group_frames'), 2 * count)
            before, passed = total(lab, 'rx_frames'), total(lab, 'silent_passed')
            self.assertEqual(pings(lab), 10)
            wait_for(lambda: total(lab, 'rx_frames') >= before + 20, 'frames in user space')
            self.assertEqual(total(lab, 'silent_passed'), passed)
            shown = run(POLYCAST, 'show', 'drops', '--socket', os.path.join(lab.directory(), 'w.sock')).stdout
            self.assertIn('silent: group frame', shown)
            self.assertEqual(stop(second), 0)
            self.assertNotIn('xdp', run('ip', '-n', lab.sw, 'link', 'show', 'p0').stdout, 'SIGTERM detaches')
            note('open: %d of 2000 pings at 2 ms lost around kill -9; %d frames crossed in the kernel, %d for groups did not'
                 % (lost, passed, 2 * count))

    def test_closed_wire_stops_and_counts(self):
        with Lab(2) as lab:
            gro(lab)
            path = config(lab, 'closed')
            first = lab.polycast(path)
            self.assertEqual(pings(lab), 10)
            pid = java_pid(path)
            os.kill(pid, signal.SIGSTOP)
            time.sleep(0.3)
            self.assertEqual(pings(lab, 5, '0.2'), 0, 'silent: nothing crosses')
            os.kill(pid, signal.SIGCONT)
            wait_for(lambda: pings(lab, 1), 'the switch to serve again')
            dropped = wait_for(lambda: total(lab, 'silent_dropped'), 'a count of dropped frames')
            kill_9(first, path)
            self.assertEqual(pings(lab, 5, '0.2'), 0, 'dead: nothing crosses')
            second = lab.polycast(path)
            self.assertEqual(pings(lab), 10)
            wait_for(lambda: total(lab, 'silent_dropped') > dropped, 'what the dead one dropped')
            self.assertEqual(total(lab, 'silent_passed'), 0)
            note('closed: %d frames dropped by the kernel in two silences' % total(lab, 'silent_dropped'))
            self.assertEqual(stop(second), 0)

    def test_open_wire_carries_on_while_it_is_replaced(self):
        with Lab(2) as lab:
            gro(lab)
            path = config(lab, 'open')
            lab.polycast(path)
            flood = lab.start(lab.h[0], 'ping', '-q', '-i', '0.005', '-c', '2500', '-W', '1', lab.ip(1), stdout=subprocess.PIPE)
            time.sleep(0.3)
            replacing = test_restart.ReplaceTest()
            gap = replacing.ready(replacing.replace(lab, path))
            lost = 2500 - int(re.search(r'(\d+) received', flood.communicate(timeout=90)[0]).group(1))
            self.assertLess(lost, 100)
            note('open, --replace: gap in user space %d ms, %d of 2500 pings at 5 ms lost' % (gap, lost))

    def test_deaf_veth_is_reported(self):
        with Lab(2) as lab:
            gro(lab, 'off')
            child = lab.polycast(config(lab, 'open'))
            child.log.seek(0)
            self.assertIn('takes no frames from another device', child.log.read())

    def test_program_left_behind_gives_way_to_a_port_without_wire(self):
        with Lab(2) as lab:
            path = config(lab, 'closed')
            kill_9(lab.polycast(path), path)
            self.assertIn('xdp', run('ip', '-n', lab.sw, 'link', 'show', 'p0').stdout)
            with open(path) as f:
                text = f.read().replace('wires: [[p0, p1]]\n', '')
            with open(path, 'w') as f:
                f.write(text)
            second = lab.polycast(path)
            capture = lab.capture(lab.h[1], 'e0', 'c.pcap')[1]
            send(lab, 0, [roce.data(lab.mac(0), lab.ip(0), 100, b'again')])
            wait_for(lambda: data(capture), 'a copy')
            self.assertEqual(stop(second), 0)
            self.assertNotIn('xdp', run('ip', '-n', lab.sw, 'link', 'show', 'p0').stdout)

    def test_program_left_behind_gives_way_without_cap_sys_admin(self):
        with Lab(2) as lab:
            path = config(lab, 'closed')
            kill_9(lab.polycast(path), path)
            # As the service unit has it: four capabilities.
            child = lab.start(lab.sw, 'capsh', '--drop=cap_sys_admin', '--', '-c',
                              'exec %s run -c %s' % (POLYCAST, path), stdout=subprocess.PIPE)
            child.ready = child.stdout.readline()
            self.assertIn('ready', child.ready)
            self.assertEqual(pings(lab), 10)


if __name__ == '__main__':
    unittest.main(verbosity=2)
