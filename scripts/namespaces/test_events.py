"""What a running switch says in its log of links, devices and groups, as journald would read it and as people do."""
import json
import os
import re
import socket
import subprocess
import unittest

import roce
from lab import ROOT, Lab, line_of, note, run, stop, wait_for
from test_replicate import send
from test_restart import RUNTIME_GROUP, Transfer, group_entry
from test_service import gro

POLYCAST = os.path.join(ROOT, 'polycast')
FATAL_NAK = 0x62
FRAMES = 1000


def config(lab, ports):
    path = os.path.join(lab.directory(), 'events.yaml')
    with open(path, 'w') as f:
        f.write('switch: {name: told, role: cepheus, mac: "%s"}\n' % roce.SWITCH_MAC)
        # No group leaves the kernel only because it is idle while the test runs.
        f.write('protocol: {idleAnew: 60s}\nports:\n')
        for i in range(ports):
            f.write('  - {name: port%d, driver: af_xdp, device: p%d}\n' % (i, i))
        f.write('control: {socket: %s/s.sock, counters: %s/s.counters, state: %s/s.state}\n' % ((lab.directory(),) * 3))
        f.write('groups:\n  - id: %s\n    initialPsn: 100\n    policy: {fatalNak: evict-member}\n    paths:\n' % roce.GROUP)
        for i in range(ports):
            f.write('      - {port: port%d, host: {ip: %s, mac: "%s", qpn: %d}}\n' % (i, lab.ip(i), lab.mac(i), 256 + i))
    return path


class Told:
    """A switch and its log, which it takes for journald's stream when it is told so."""

    def __init__(self, lab, ports, journal):
        self.log = open(os.path.join(lab.directory(), 'events%d.log' % len(lab.children)), 'a+')
        stream = os.fstat(self.log.fileno())
        env = dict(os.environ)
        env.pop('JOURNAL_STREAM', None)
        env.pop('POLYCAST_LOG', None)
        if journal:
            env['JOURNAL_STREAM'] = '%d:%d' % (stream.st_dev, stream.st_ino)
        self.child = lab.start(lab.sw, POLYCAST, 'run', '-c', config(lab, ports), stdout=subprocess.PIPE, stderr=self.log, env=env)
        self.child.log = self.log
        self.control = socket.socket(socket.AF_UNIX)
        self.control.settimeout(30)
        line_of(self.child, 'is ready', self.log)
        self.control.connect(os.path.join(lab.directory(), 's.sock'))
        self.replies = self.control.makefile()

    def ask(self, **request):
        self.control.sendall((json.dumps(request) + '\n').encode())
        reply = json.loads(self.replies.readline())
        if not reply['ok']:
            raise RuntimeError(reply['error'])
        return reply

    def port(self, name):
        return next(port for port in self.ask(command='show', what='ports')['ports'] if port['name'] == name)

    def lines(self):
        with open(self.log.name) as log:
            return log.read().splitlines()

    def stop(self):
        """Exit code."""
        self.replies.close()
        self.control.close()
        return stop(self.child)

    def says(self, pattern, times=1):
        """Waits for a whole line, and returns all like it."""
        return wait_for(lambda: (lambda found: found if len(found) >= times else None)(
            [line for line in self.lines() if re.fullmatch(pattern, line)]), 'line ' + pattern + ' in ' + self.log.name)


class EventsTest(unittest.TestCase):
    def links(self, lab, told):
        told.says(r'<4>events: port port3: link of device p3 is down: no carrier')
        self.assertEqual(told.port('port3')['link'], 'no carrier')
        self.assertIsNone(told.port('port3')['speed_mbps'])
        run('ip', '-n', lab.h[3], 'link', 'set', 'e0', 'up')
        told.says(r'<6>events: port port3: link of device p3 is up')
        shown = told.port('port3')
        self.assertEqual((shown['device'], shown['link'], shown['speed_mbps']), ('p3', 'up', 10000))
        # Down and up again before the switch looks: both are told.
        for _ in range(2):
            run('ip', '-n', lab.sw, 'link', 'set', 'p3', 'down')
            run('ip', '-n', lab.sw, 'link', 'set', 'p3', 'up')
        told.says(r'<4>events: port port3: link of device p3 is down; ip link set p3 up', 2)
        wait_for(lambda: told.port('port3')['link'] == 'up', 'port3 up')
        run('ip', '-n', lab.sw, 'link', 'set', 'p3', 'down')
        wait_for(lambda: told.port('port3')['link'] == 'down', 'port3 down')
        run('ip', '-n', lab.sw, 'link', 'set', 'p3', 'up')
        wait_for(lambda: told.port('port3')['link'] == 'up', 'port3 up')

    def sets(self, lab, told):
        entry = json.loads(group_entry(lab))
        entry['paths'] = [dict(path, port='port%d' % i) for i, path in enumerate(entry['paths'])]
        epoch = dict(entry, epoch=7)
        for group in (entry, entry, epoch, epoch):
            told.ask(command='group.set', group=group)
        told.ask(command='group.unset', id=RUNTIME_GROUP)
        told.says(r'<6>events: group 10\.255\.0\.1 installed at the start, origin file: 4 paths')
        told.says(r'<6>events: group 10\.255\.0\.9 created: 4 paths')
        told.says(r'<6>events: group 10\.255\.0\.9 replaced, begins anew: 4 paths', 2)
        told.says(r'<6>events: group 10\.255\.0\.9 replaced, goes on with the same epoch: 4 paths')
        told.says(r'<6>events: group 10\.255\.0\.9 unset')
        return entry

    def kernel(self, lab, told):
        transfer = Transfer(lab, FRAMES, 0.0005)
        transfer.finish(self)
        for receiver in transfer.receivers:
            stop(receiver)
        told.says(r'<6>events: group 10\.255\.0\.1: moved to the kernel datapath')

    def members(self, lab, told):
        # Another source goes on where the first one ended, and a member refuses its data.
        send(lab, 1, [roce.data(lab.mac(1), lab.ip(1), 100 + FRAMES, b'turn')])
        told.says(r'<6>events: group 10\.255\.0\.1: source moved from 10\.0\.0\.1 at port port0 to 10\.0\.0\.2 at port port1')
        send(lab, 2, [roce.ack(lab.mac(2), lab.ip(2), 100 + FRAMES, FATAL_NAK)])
        told.says(r'<4>events: group 10\.255\.0\.1: member 10\.0\.0\.3 at port port2 taken out of service: '
                  r'fatal NAK \(policy\.fatalNak: evict-member\); group set brings it back')

    def device(self, lab, told):
        run('ip', '-n', lab.sw, 'link', 'del', 'p3')
        line = told.says(r'<3>events: port port3: device p3 has vanished; .+')[0]
        self.assertEqual(told.port('port3')['link'], 'vanished')
        told.says(r'<6>events: group 10\.255\.0\.1: back from the kernel datapath: port3: device p3 has vanished')
        group = told.ask(command='show', what='groups')['groups'][0]
        self.assertEqual((group['datapath'], group['datapath_reason']), ('user', 'port3: device p3 has vanished'))
        lab.link(3)
        told.says(r'<4>events: port port3: another device p3 is there now, which the port does not serve; .+--replace.+')
        self.assertEqual(told.port('port3')['link'], 'replaced')
        return line

    def storm(self, told, entry):
        for _ in range(100):
            told.ask(command='group.set', group=entry)
        before = len(told.lines())
        self.assertEqual(told.stop(), 0)
        lines = told.lines()
        self.assertLess(before, 120, lines)
        left_out = [re.search(r'<6>events: (\d+) more lines on group set left out', line) for line in lines]
        left_out = sum(int(match.group(1)) for match in left_out if match)
        said = sum('10.255.0.9 replaced' in line or '10.255.0.9 created' in line for line in lines)
        self.assertEqual(said + left_out, 104, lines)
        self.assertGreater(left_out, 20)
        return lines

    def test_trouble_and_changes_are_told_in_a_line_each(self):
        with Lab(4) as lab:
            gro(lab)
            run('ip', '-n', lab.h[3], 'link', 'set', 'e0', 'down')
            told = Told(lab, 4, True)
            self.links(lab, told)
            entry = self.sets(lab, told)
            self.kernel(lab, told)
            line = self.device(lab, told)
            self.members(lab, told)
            lines = self.storm(told, entry)
            strange = [each for each in lines if not re.match(r'<[346]>(events|Appliance): ', each)]
            self.assertEqual(strange, [], 'each line has a level, libraries are silent')
            note(line)
            # Without journald: time and level for people, warnings and worse. The file has one port less by now.
            again = Told(lab, 3, False)
            again.says(r'\d\d:\d\d:\d\d\.\d{3} WARN  events: group 10\.255\.0\.9, set at run time, is not back: .+')
            again.ask(command='group.unset', id=RUNTIME_GROUP)
            run('ip', '-n', lab.h[0], 'link', 'set', 'e0', 'down')
            again.says(r'\d\d:\d\d:\d\d\.\d{3} WARN  events: port port0: link of device p0 is down: no carrier')
            self.assertEqual(again.stop(), 0)
            self.assertEqual(len(again.lines()), 2, again.lines())


if __name__ == '__main__':
    unittest.main(verbosity=2)
