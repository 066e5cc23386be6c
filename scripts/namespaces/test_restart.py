"""A switch that ends and starts again while a transfer is under way: kill -9, and `polycast run --replace`."""
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import unittest

import roce
from lab import ROOT, Lab, fill, line_of, note, run, small_disk, stop, wait_for
from test_replicate import config, data, send
from test_wire import config as wire_config

POLYCAST = os.path.join(ROOT, 'polycast')
RUNTIME_GROUP = '10.255.0.9'

# Sends a window of frames, waits for the ACK of the last, goes back to the first that is not acknowledged when
# none comes within the retry timer (timeout 14: 67 ms; here 100 ms), and gives up after 5 s without progress.
SENDER = '''
import json, socket, struct, sys, time
frames = [bytes.fromhex(line) for line in open(sys.argv[1])]
first, mac = int(sys.argv[2]), bytes.fromhex(sys.argv[3].replace(":", ""))
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0800))
s.bind(("e0", 0x0800))
s.settimeout(0.1)
acked, resent, worst, progress, retries = 0, 0, 0.0, time.monotonic(), 0
next_one, sent = 0, 0
print("sending", flush=True)
while acked < len(frames):
    while next_one < min(acked + 16, len(frames)):
        s.send(frames[next_one])
        resent += next_one < sent
        next_one += 1
        sent = max(sent, next_one)
        time.sleep(float(sys.argv[4]))
    try:
        f = s.recv(2048)
    except socket.timeout:
        next_one = acked
        retries += 1
        if time.monotonic() - progress > 5:
            print(json.dumps({"failed": acked}), flush=True)
            sys.exit(1)
        continue
    if f[0:6] != mac or len(f) < 62 or f[23] != 17 or f[36:38] != b"\\x12\\xb7" or f[42] != 0x11:
        continue
    psn = struct.unpack("!I", f[50:54])[0] & 0xffffff
    if f[54] >> 5 == 3:
        next_one = max(acked, psn - first)
    elif psn - first + 1 > acked:
        now = time.monotonic()
        worst, progress = max(worst, now - progress), now
        acked = psn - first + 1
        next_one = max(next_one, acked)
print(json.dumps({"acked": acked, "resent": resent, "timeouts": retries, "longest_wait_ms": round(1000 * worst)}), flush=True)
'''

# An RC receiver: in order, each packet acknowledged, duplicates acknowledged again, a gap reported once.
RECEIVER = '''
import json, socket, struct, sys, time
acks = [bytes.fromhex(line) for line in open(sys.argv[1])]
first, mac = int(sys.argv[2]), bytes.fromhex(sys.argv[3].replace(":", ""))
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0800))
s.bind(("e0", 0x0800))
print("receiving", flush=True)
got = bytearray()
while len(got) < len(acks):
    f = s.recv(4096)
    if f[0:6] != mac or len(f) < 58 or f[23] != 17 or f[36:38] != b"\\x12\\xb7" or f[42] != 0x04:
        continue
    n = (struct.unpack("!I", f[50:54])[0] & 0xffffff) - first
    if n == len(got):
        got.append(f[54])
    if len(got):
        s.send(acks[len(got) - 1])
print(json.dumps({"bytes": got.hex()}), flush=True)
while True:
    f = s.recv(4096)
    if f[0:6] == mac and len(f) >= 58 and f[23] == 17 and f[36:38] == b"\\x12\\xb7" and f[42] == 0x04:
        s.send(acks[-1])
'''

# Holds a UDP port.
HOLDER = '''
import socket, sys, time
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.bind(("127.0.0.1", int(sys.argv[1])))
print("bound", flush=True)
sys.stdin.read()
time.sleep(600)
'''


def java_pid(path):
    """The newest process that runs the configuration."""
    return int(run('pgrep', '-n', '-f', 'io.polycast.cli.Main run .*-c ' + path).stdout.split()[0])


def kill_9(child, path):
    os.kill(java_pid(path), signal.SIGKILL)
    child.wait()


class Transfer:
    """One sender at h0, acknowledging receivers at the others, frames by scapy."""

    def __init__(self, lab, count, pause, group=roce.GROUP, first=100):
        self.lab = lab
        self.count = count
        directory = lab.directory()
        self.receivers = []
        for i in range(1, lab.hosts):
            acks = os.path.join(directory, 'acks%d' % i)
            template = roce.ack(lab.mac(i), lab.ip(i), first, group=group)
            with open(acks, 'w') as f:
                f.write('\n'.join(roce.renumbered(template, first + n, bytes([0x1f]) + (n + 1).to_bytes(3, 'big')).hex()
                                  for n in range(count)))
            child = lab.start(lab.h[i], sys.executable, '-c', RECEIVER, acks, str(first), lab.mac(i), stdout=subprocess.PIPE)
            line_of(child, 'receiving', None)
            self.receivers.append(child)
        frames = os.path.join(directory, 'frames')
        self.payload = bytes(n * 7 & 0xff for n in range(count))
        template = roce.data(lab.mac(0), lab.ip(0), first, bytes(32), group=group)
        with open(frames, 'w') as f:
            f.write('\n'.join(roce.renumbered(template, first + n, bytes([self.payload[n]]) * 32).hex()
                              for n in range(count)))
        self.sender = lab.start(lab.h[0], sys.executable, '-c', SENDER, frames, str(first), lab.mac(0), str(pause),
                                stdout=subprocess.PIPE)
        line_of(self.sender, 'sending', None)

    def finish(self, test):
        """What the sender says, after every receiver was found to hold everything in order."""
        result = json.loads(line_of(self.sender, '{', None))
        test.assertEqual(result.get('acked'), self.count, result)
        for child in self.receivers:
            test.assertEqual(bytes.fromhex(json.loads(line_of(child, '{', None))['bytes']), self.payload)
        return result


def group_entry(lab, group=RUNTIME_GROUP, initial=100):
    return json.dumps({'id': group, 'initialPsn': initial, 'paths': [
        {'port': 'p%d' % i, 'host': {'ip': lab.ip(i), 'mac': lab.mac(i), 'qpn': 512 + i}} for i in range(lab.hosts)]})


def polycast(*args, **kw):
    return run(POLYCAST, *args, **kw)


class RestartTest(unittest.TestCase):
    def acks_at_source(self, capture):
        return [p[roce.BTH].psn for p in roce.roce(capture) if p[roce.BTH].opcode == roce.ACKNOWLEDGE]

    def test_a_killed_switch_answers_nothing_from_memory(self):
        with Lab(4) as lab:
            path, control = config(lab), os.path.join(lab.directory(), 's.sock')
            first = lab.polycast(path)
            polycast('group', 'set', '--socket', control, '-', input=group_entry(lab))
            capture = lab.capture(lab.h[0], 'e0', 'source.pcap')[1]
            for group in (roce.GROUP, RUNTIME_GROUP):
                send(lab, 0, [roce.data(lab.mac(0), lab.ip(0), 100 + n, b'before', group=group) for n in range(4)])
                # Everybody has 100; 1 and 2 have 102; 3 is what the aggregate waits for.
                for i, psn in ((1, 102), (2, 102), (3, 100)):
                    send(lab, i, [roce.ack(lab.mac(i), lab.ip(i), psn, group=group)])
            wait_for(lambda: self.acks_at_source(capture) == [100, 100], 'an aggregate of each group')
            kill_9(first, path)
            second = lab.polycast(path)
            self.assertIn('2 groups', second.ready)
            copies = lab.capture(lab.h[1], 'e0', 'h1.pcap')[1]
            for group in (roce.GROUP, RUNTIME_GROUP):
                # The source repeats what 3 lacks. It goes to all again: nothing is answered from memory.
                send(lab, 0, [roce.data(lab.mac(0), lab.ip(0), 101, b'before', group=group)])
            wait_for(lambda: len(data(copies)) == 2, 'copies at h1, which had acknowledged them before')
            for group in (roce.GROUP, RUNTIME_GROUP):
                send(lab, 3, [roce.ack(lab.mac(3), lab.ip(3), 101, group=group)])
                send(lab, 1, [roce.ack(lab.mac(1), lab.ip(1), 101, group=group)])
            wait_for(lambda: self.absorbed(control) >= 4, 'ACKs that the switch has taken')
            self.assertEqual(self.acks_at_source(capture), [100, 100], 'an ACK that rests on 2 of 3 receivers')
            for group in (roce.GROUP, RUNTIME_GROUP):
                send(lab, 2, [roce.ack(lab.mac(2), lab.ip(2), 101, group=group)])
            wait_for(lambda: self.acks_at_source(capture) == [100, 100, 101, 101], 'aggregates of what all say anew')
            for group in (roce.GROUP, RUNTIME_GROUP):
                # All have acknowledged it in this exchange: nobody gets it again, and the source is told.
                send(lab, 0, [roce.data(lab.mac(0), lab.ip(0), 101, b'before', group=group)])
            wait_for(lambda: self.acks_at_source(capture) == [100, 100, 101, 101, 101, 101], 'answered retransmissions')
            self.assertEqual(len(data(copies)), 2)
            # Gone means gone, also after a restart.
            polycast('group', 'unset', '--socket', control, RUNTIME_GROUP)
            kill_9(second, path)
            third = lab.polycast(path)
            self.assertIn('1 groups', third.ready)
            note('after kill -9: all receivers are asked again, for a configured group and a set one')

    def test_transfer_survives_kill_9(self):
        with Lab(3) as lab:
            path, control = config(lab, hosts=3), os.path.join(lab.directory(), 's.sock')
            first = lab.polycast(path)
            polycast('group', 'set', '--socket', control, '-', input=group_entry(lab))
            transfer = Transfer(lab, 3000, 0.0005, group=RUNTIME_GROUP)
            wait_for(lambda: self.copies_out(control) > 200, 'a transfer that is under way')
            begun = time.monotonic()
            kill_9(first, path)
            second = lab.polycast(path)
            gap = time.monotonic() - begun
            self.assertIn('2 groups', second.ready)
            self.assertIsNone(transfer.sender.poll(), 'the transfer was still going on')
            result = transfer.finish(self)
            self.assertGreater(result['timeouts'], 0, 'the gap fell into the transfer')
            note('kill -9 and start: gap of service %.0f ms, longest wait of the sender %d ms, %d of %d frames sent again'
                 % (1000 * gap, result['longest_wait_ms'], result['resent'], transfer.count))

    def absorbed(self, control):
        shown = json.loads(polycast('show', 'counters', '--json', '--socket', control).stdout)
        return shown['tallies']['acks_in']

    def copies_out(self, control):
        shown = json.loads(polycast('show', 'counters', '--json', '--socket', control).stdout)
        return shown['tallies']['copies_out'] + shown['tallies']['copies_by_the_kernel']


class ReplaceTest(unittest.TestCase):
    copies_out = RestartTest.copies_out

    def replace(self, lab, path, name='second', **kw):
        log = open(os.path.join(lab.directory(), name + '.log'), 'a+')
        child = lab.start(lab.sw, POLYCAST, 'run', '--replace', '-c', path, stdout=subprocess.PIPE, stderr=log, **kw)
        child.log = log
        return child

    def ready(self, child):
        return int(re.search(r'gap of service (\d+) ms', line_of(child, 'is ready', child.log)).group(1))

    def test_transfer_survives_replacement(self):
        with Lab(3) as lab:
            path, control = config(lab, hosts=3), os.path.join(lab.directory(), 's.sock')
            first = lab.polycast(path)
            polycast('group', 'set', '--socket', control, '-', input=group_entry(lab))
            # Long enough to be under way still when another JVM has started on a busy machine.
            transfer = Transfer(lab, 12_000, 0.0005, group=RUNTIME_GROUP)
            wait_for(lambda: self.copies_out(control) > 200, 'a transfer that is under way')
            second = self.replace(lab, path)
            gap = self.ready(second)
            self.assertEqual(first.wait(30), 0, 'the old one ends with status 0')
            self.assertIsNone(transfer.sender.poll(), 'the transfer was still going on')
            result = transfer.finish(self)
            note('--replace: gap of service %d ms, longest wait of the sender %d ms, %d of %d frames sent again'
                 % (gap, result['longest_wait_ms'], result['resent'], transfer.count))
            self.assertLess(gap, 5000, 'the endpoints would have given up')
            self.assertEqual(stop(second), 0)

    def test_wire_carries_on_after_replacement(self):
        with Lab(2) as lab:
            path = wire_config(lab, 'af_xdp')
            lab.polycast(path)
            ping = lab.start(lab.h[0], 'ping', '-i', '0.01', '-W', '1', '-c', '1500', '-q', lab.ip(1), stdout=subprocess.PIPE)
            time.sleep(0.5)
            # As a build with another layout leaves its state, and a disk that damaged the record of programs.
            with open(os.path.join(lab.directory(), 'w.state'), 'r+b') as f:
                f.seek(8)
                f.write((2).to_bytes(4, sys.byteorder))
            with open(os.path.join(lab.directory(), 'w.state.xdp'), 'r+b') as f:
                f.write(b'\xff\xff')
            second = self.replace(lab, path)
            gap = self.ready(second)
            second.log.seek(0)
            said = second.log.read()
            self.assertRegex(said, r'w\.state has layout 2, and this build has \d+: all 0 groups of it begin anew')
            self.assertRegex(said, r'w\.state\.xdp: its first line damaged and left out')
            received = ping.communicate(timeout=60)[0]
            lost = 1500 - int(re.search(r'(\d+) received', received).group(1))
            self.assertLess(lost, 500)
            lab.inside(lab.h[0], 'ping', '-c', '3', '-i', '0.01', '-W', '1', lab.ip(1))
            note('--replace of a wire: gap of service %d ms, %d pings of 1500 lost at 10 ms' % (gap, lost))

    def test_replace_without_a_predecessor_just_starts(self):
        with Lab(2) as lab:
            path = wire_config(lab, 'af_xdp')
            child = self.replace(lab, path)
            line_of(child, 'is ready', child.log)
            child.log.seek(0)
            self.assertIn('nothing to replace', child.log.read())

    def test_silent_predecessor_is_left_alone_and_reported(self):
        with Lab(2) as lab:
            path = wire_config(lab, 'af_xdp')
            lab.polycast(path)
            old = java_pid(path)
            os.kill(old, signal.SIGSTOP)
            try:
                child = self.replace(lab, path)
                self.assertEqual(child.wait(60), 1)
                child.log.seek(0)
                self.assertRegex(child.log.read(), r'does not answer within 5 s and was left alone')
            finally:
                os.kill(old, signal.SIGCONT)
            # It serves again, and no demand waits for it in its socket.
            lab.inside(lab.h[0], 'ping', '-c', '5', '-i', '0.2', '-W', '2', lab.ip(1))

    def broken(self, lab, path, *change):
        """A take-over with a configuration in which one text stands for another."""
        broken = os.path.join(lab.directory(), 'broken.yaml')
        with open(path) as f, open(broken, 'w') as g:
            g.write(f.read().replace(*change))
        return self.replace(lab, broken, 'broken')

    def refused(self, lab, child, code, why):
        """The newcomer ends, and the switch serves as before."""
        self.assertEqual(child.wait(60), code, why)
        child.log.seek(0)
        self.assertRegex(child.log.read(), why)
        lab.inside(lab.h[0], 'ping', '-c', '3', '-i', '0.01', '-W', '1', lab.ip(1))

    def test_start_that_would_fail_does_not_end_the_predecessor(self):
        with Lab(2) as lab, small_disk(lab, '4k') as disk:
            path, control = wire_config(lab, 'af_xdp'), os.path.join(lab.directory(), 'w.sock')
            first = lab.polycast(path)
            fill(disk)
            p1, counters = 'device: p1', os.path.join(lab.directory(), 'w.counters')
            for old, new, code, why in (
                    (p1, 'device: p9', 3, 'no device p9'),
                    (p1, 'device: p1, mtu: 9000', 2, 'mtu=9000 > '),
                    (p1, 'device: p1, queues: 4', 3, 'queues=4 > 1 receive queues'),
                    (p1, 'device: p1, zeroCopy: on', 3, 'offers no socket with zeroCopy on'),
                    ('ports:', 'limits: {maxGroups: 77}\nports:', 2, 'was made for maxGroups'),
                    (counters, os.path.join(disk, 'w.counters'), 3, 'counters file .* are missing.*make room'),
                    (counters, '/proc/w.counters', 2, '/proc/w.counters cannot be')):
                self.refused(lab, self.broken(lab, path, old, new), code, why)
            polycast('group', 'set', '--socket', control, '-', input=group_entry(lab))
            journal = os.path.join(lab.directory(), 'w.state.groups')
            with open(journal, 'r+b') as f:
                text = f.read()
                f.seek(text.index(lab.mac(1).encode()))
                f.write(b'3')
            self.refused(lab, self.replace(lab, path, 'damaged'), 2, 'damaged.*%s' % RUNTIME_GROUP)
            polycast('group', 'set', '--socket', control, '-', input=group_entry(lab))
            self.assertIsNone(first.poll())
            self.ready(self.replace(lab, path))
            shown = json.loads(polycast('show', 'groups', '--json', '--socket', control).stdout)
            self.assertEqual([each['id'] for each in shown['groups']], [RUNTIME_GROUP])
            self.assertEqual(first.wait(30), 0)

    def test_start_that_fails_after_the_hand_over_says_so(self):
        with Lab(2) as lab:
            path = wire_config(lab, 'af_xdp')
            first = lab.polycast(path)
            # The address may be the predecessor's, for all that can be known before it ends.
            holder = lab.start(lab.sw, sys.executable, '-c', HOLDER, '4700', stdout=subprocess.PIPE)
            line_of(holder, 'bound', None)
            port = '  - {name: u, driver: datagram, local: "127.0.0.1:4700", remote: "127.0.0.1:4701"}\n'
            child = self.broken(lab, path, 'wires:', port + 'wires:')
            self.assertEqual(child.wait(60), 3)
            self.assertEqual(first.wait(30), 0)
            child.log.seek(0)
            self.assertRegex(child.log.read(), r'told to hand over, but this one cannot start.*cannot bind')


if __name__ == '__main__':
    unittest.main(verbosity=2)
