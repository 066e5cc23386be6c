"""The switch as etc/polycast.service starts it: a user of its own, its capabilities, a file system that is read-only."""
import json
import os
import pwd
import re
import shlex
import subprocess
import unittest

import roce
from lab import ROOT, Lab, line_of, note, run, stop, wait_for
from test_restart import Transfer

POLYCAST = os.path.join(ROOT, 'polycast')
UNIT = os.path.join(ROOT, 'etc/polycast.service')
INSTANCE = 'leaf1'


def unit():
    """The unit's settings for an instance; a key that is there twice has its last value."""
    settings = {}
    with open(UNIT) as f:
        for line in f:
            if re.match(r'\w+=', line):
                key, value = line.strip().split('=', 1)
                settings[key] = value.replace('%i', INSTANCE)
    return settings


def free_uid():
    uid = 61_000
    taken = {entry.pw_uid for entry in pwd.getpwall()}
    while uid in taken:
        uid += 1
    return uid


class Service:
    """Runs commands as the unit says. Its state directory lies in the lab's, so that the test sees it too."""

    def __init__(self, lab, without=()):
        self.lab = lab
        self.settings = unit()
        self.without = set(without)
        self.uid = free_uid()
        self.state = os.path.join(lab.directory(), 'state')
        self.etc = os.path.join(lab.directory(), 'etc')
        os.makedirs(self.state)
        os.makedirs(self.etc)
        os.chown(self.state, self.uid, self.uid)

    def capabilities(self, key):
        names = set(self.settings[key].split()) - self.without
        return ','.join(['-all'] + ['+' + name[4:].lower() for name in sorted(names)])

    def script(self, command):
        """What systemd does before it starts a command, in a mount namespace of its own."""
        settings = self.settings
        directory = os.path.join('/var/lib', settings['StateDirectory'])
        assert settings['ProtectSystem'] == 'strict' and settings['ProtectHome'] == 'yes', settings
        assert settings['NoNewPrivileges'] == 'yes' and settings['User'], settings
        assert settings['AmbientCapabilities'] == settings['CapabilityBoundingSet'], settings
        lines = ['set -e',
                 # The checkout where the unit expects it, whoever may see it where it is.
                 'mount -t tmpfs opt /opt', 'mkdir /opt/polycast', 'mount --bind %s /opt/polycast' % shlex.quote(ROOT),
                 'mount -t tmpfs lib /var/lib', 'mkdir -p %s /var/lib/etc' % directory,
                 'mount --bind %s /var/lib/etc' % self.etc,
                 'for d in /home /root; do mount -t tmpfs -o mode=000 none $d; done',
                 # strict: all is read-only but the kernel's own file systems.
                 'findmnt -rnuo TARGET,FSTYPE | while read -r at kind; do case $kind:$at in',
                 '  proc:*|sysfs:*|cgroup*:*|devtmpfs:*|devpts:*|mqueue:*|bpf:*|*:/dev|*:/dev/*|*:/proc*|*:/sys*) ;;',
                 '  *) mount -o remount,bind,ro "$(printf %b "$at")";; esac; done',
                 'mount --bind %s %s' % (self.state, directory), 'mount -o remount,bind,rw %s' % directory,
                 'cd %s' % settings['WorkingDirectory'],
                 'exec env -i PATH="$PATH" ${JAVA_HOME:+JAVA_HOME="$JAVA_HOME"} %s setpriv --reuid %d --regid %d --clear-groups'
                 ' --inh-caps=%s --ambient-caps=%s --bounding-set=%s --no-new-privs %s'
                 % (settings['Environment'], self.uid, self.uid, self.capabilities('AmbientCapabilities'),
                    self.capabilities('AmbientCapabilities'), self.capabilities('CapabilityBoundingSet'), command)]
        return '\n'.join(lines)

    def command(self, key):
        return self.settings[key].replace('/etc/polycast/', '/var/lib/etc/')

    def run(self, command):
        return run('ip', 'netns', 'exec', self.lab.sw, 'unshare', '--mount', 'sh', '-c', self.script(command), check=False)

    def start(self):
        log = open(os.path.join(self.lab.directory(), 'service.log'), 'a+')
        child = self.lab.start(self.lab.sw, 'unshare', '--mount', 'sh', '-c', self.script(self.command('ExecStart')),
                               stdout=subprocess.PIPE, stderr=log)
        child.log = log
        line_of(child, 'is ready', log)
        return child

    def said(self, child):
        child.log.seek(0)
        return child.log.read()

    def show(self, what):
        socket = os.path.join(self.state, 'run', INSTANCE + '.sock')
        return json.loads(run(POLYCAST, 'show', what, '--json', '--socket', socket).stdout)

    def doctor(self):
        return self.run('/opt/polycast/polycast doctor -c /var/lib/etc/%s.yaml' % INSTANCE)


def config(service, datapath='auto'):
    lab = service.lab
    with open(os.path.join(service.etc, INSTANCE + '.yaml'), 'w') as f:
        f.write('switch: {name: %s, role: cepheus, mac: "%s"}\npipeline: {datapath: %s}\nports:\n'
                % (INSTANCE, roce.SWITCH_MAC, datapath))
        for i in range(lab.hosts):
            f.write('  - {name: p%d, driver: af_xdp, device: p%d}\n' % (i, i))
        f.write('groups:\n  - id: %s\n    initialPsn: 100\n    paths:\n' % roce.GROUP)
        for i in range(lab.hosts):
            f.write('      - {port: p%d, host: {ip: %s, mac: "%s", qpn: %d}}\n' % (i, lab.ip(i), lab.mac(i), 256 + i))


def gro(lab):
    """A veth takes frames that a program redirects only when its other end does GRO or has a program."""
    for i in range(lab.hosts):
        lab.inside(lab.h[i], 'ethtool', '-K', 'e0', 'gro', 'on')


class ServiceTest(unittest.TestCase):
    def test_kernel_datapath_serves_as_the_unit_starts_it(self):
        with Lab(3) as lab:
            gro(lab)
            service = Service(lab)
            config(service)
            checked = service.run(service.command('ExecStartPre'))
            self.assertEqual(checked.returncode, 0, checked.stderr)
            examined = service.doctor()
            self.assertEqual(examined.returncode, 0, examined.stdout + examined.stderr)
            self.assertRegex(examined.stdout, r'ok +kernel datapath: .*CAP_PERFMON')
            child = service.start()
            self.assertEqual(os.stat('/proc/%d' % child.pid).st_uid, service.uid)
            self.assertEqual(service.said(child), '', 'no warning')
            Transfer(lab, 2000, 0.0005).finish(self)
            tallies = service.show('counters')['tallies']
            self.assertGreater(tallies['copies_by_the_kernel'], 0, service.show('groups'))
            self.assertEqual(stop(child), 0)
            note('as the unit starts it: %d copies by the kernel' % tallies['copies_by_the_kernel'])

    def test_without_perfmon_doctor_and_switch_say_so_in_a_line(self):
        with Lab(3) as lab:
            gro(lab)
            service = Service(lab, without=['CAP_PERFMON'])
            config(service)
            examined = service.doctor()
            self.assertEqual(examined.returncode, 0, 'the switch works without: ' + examined.stdout)
            self.assertRegex(examined.stdout, r'warn +kernel datapath: .*CAP_PERFMON')
            child = service.start()
            Transfer(lab, 200, 0.0005).finish(self)
            reason = service.show('groups')['groups'][0]['datapath_reason']
            self.assertIn('CAP_PERFMON', reason)
            self.assertNotIn('\n', reason)
            self.assertLess(len(reason), 300, reason)
            lines = service.said(child).splitlines()
            self.assertEqual(len(lines), 1, lines)
            self.assertIn('CAP_PERFMON', lines[0])
            self.assertEqual(stop(child), 0)
            note(reason)
            config(service, 'kernel')
            examined = service.doctor()
            self.assertEqual(examined.returncode, 3, examined.stdout)
            self.assertRegex(examined.stdout, r'fail +kernel datapath: .*CAP_PERFMON')
            refused = service.run(service.command('ExecStart'))
            self.assertEqual(refused.returncode, 3, refused.stderr)
            self.assertEqual(len(refused.stderr.splitlines()), 1, refused.stderr)
            self.assertIn('CAP_PERFMON', refused.stderr)


if __name__ == '__main__':
    unittest.main(verbosity=2)
