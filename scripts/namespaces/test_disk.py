"""A switch whose files lie on a disk that is full: at the start, while groups are set, and after a kill."""
import json
import os
import unittest

import roce
from lab import Lab, fill, note, run, small_disk, wait_for
from test_replicate import config, data, send
from test_restart import POLYCAST, RUNTIME_GROUP, group_entry, kill_9, polycast
from test_wire import config as wire_config


def on_disk(lab, disk):
    """A configuration whose mapped files and journal lie there."""
    path = config(lab)
    with open(path) as f:
        text = f.read()
    for name in ('s.counters', 's.state'):
        text = text.replace(os.path.join(lab.directory(), name), os.path.join(disk, name))
    with open(path, 'w') as f:
        f.write(text)
    return path


class DiskTest(unittest.TestCase):
    def test_start_without_room_is_one_line(self):
        with Lab(4) as lab, small_disk(lab, '64k') as disk:
            path = on_disk(lab, disk)
            done = run('ip', 'netns', 'exec', lab.sw, POLYCAST, 'run', '-c', path, check=False)
            self.assertEqual(done.returncode, 3, done.stderr)
            lines = done.stderr.strip().splitlines()
            self.assertEqual(len(lines), 1, done.stderr)
            self.assertRegex(lines[0], r'state file .*s\.state.* are missing.*make room there')
            self.assertEqual(os.listdir(disk), ['s.state.lock'], 'nothing half made')

    def test_full_disk_ends_nothing(self):
        with Lab(4) as lab, small_disk(lab, '64m') as disk:
            path, control = on_disk(lab, disk), os.path.join(lab.directory(), 's.sock')
            switch = lab.polycast(path)
            polycast('group', 'set', '--socket', control, '-', input=group_entry(lab))
            fill(disk)
            # Many groups, so that the last block of the journal has no room for one of them.
            entries = ',\n'.join(group_entry(lab, group='10.255.0.%d' % n) for n in range(20, 120))
            listed = run(POLYCAST, 'group', 'set', '--socket', control, '-', input='[%s]' % entries, check=False)
            self.assertEqual(listed.returncode, 1, listed.stderr)
            self.assertRegex(listed.stderr, r'standard input:\d+:\d+: group .* is as it was.*make room there')
            kept = 2 + len(listed.stdout.splitlines())
            entry = group_entry(lab, group='10.255.0.120')
            refused = run(POLYCAST, 'group', 'set', '--socket', control, '-', input=entry, check=False)
            self.assertEqual(refused.returncode, 1, refused.stderr)
            self.assertEqual(len(refused.stderr.strip().splitlines()), 1, refused.stderr)
            self.assertRegex(refused.stderr, 'is as it was.*make room there')
            shown = json.loads(polycast('show', 'groups', '--json', '--socket', control).stdout)
            self.assertEqual(len(shown['groups']), kept, 'the table is what it was')
            self.replicates(lab, 100)
            self.assertIsNone(switch.poll())
            kill_9(switch, path)
            second = lab.polycast(path, 'second')
            self.assertIn('%d groups' % kept, second.ready)
            self.replicates(lab, 101)
            os.remove(os.path.join(disk, 'filler'))
            polycast('group', 'set', '--socket', control, '-', input=group_entry(lab, group='10.255.0.200'))
            note('full disk: the switch lives, %d groups before and after a kill' % kept)

    def test_full_disk_stops_no_wire(self):
        with Lab(2) as lab, small_disk(lab, '64m') as disk:
            path = wire_config(lab, 'af_xdp')
            with open(path) as f:
                text = f.read()
            with open(path, 'w') as f:
                f.write(text.replace(os.path.join(lab.directory(), 'w.state'), os.path.join(disk, 'w.state')))
            kill_9(lab.polycast(path), path)
            fill(disk)
            second = lab.polycast(path, 'second')
            second.log.seek(0)
            self.assertRegex(second.log.read(), r'record of the wires. programs .*w\.state\.xdp cannot be written')
            lab.inside(lab.h[0], 'ping', '-c', '3', '-i', '0.01', '-W', '1', lab.ip(1))
            self.assertNotIn('w.state.xdp.new', os.listdir(disk), 'nothing half made')

    def replicates(self, lab, psn):
        child, path = lab.capture(lab.h[1], 'e0', 'h1-%d.pcap' % psn)
        for group in (roce.GROUP, RUNTIME_GROUP):
            send(lab, 0, [roce.data(lab.mac(0), lab.ip(0), psn, b'full', group=group)])
        wait_for(lambda: len(data(path)) == 2, 'copies on a full disk')


if __name__ == '__main__':
    unittest.main(verbosity=2)
