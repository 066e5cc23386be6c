"""A live switch keeps its devices: second starts are refused, and a program that was taken away comes back."""
import json
import os
import re
import signal
import subprocess
import sys
import unittest

import roce
from lab import ROOT, Lab, line_of, note, run, stop, wait_for

POLYCAST = os.path.join(ROOT, 'polycast')

# Numbered frames of a type that only a wire lets through, until SIGTERM; then how many.
SENDER = '''
import signal, socket, struct, sys, time
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
s.bind(("e0", 0))
head = bytes.fromhex(sys.argv[1].replace(":", "")) + bytes.fromhex(sys.argv[2].replace(":", "")) + b"\\x88\\xb5"
going = True
def end(*_):
    global going
    going = False
signal.signal(signal.SIGTERM, end)
print("sending", flush=True)
n = 0
while going:
    s.send(head + struct.pack("!I", n) + bytes(60))
    n += 1
    time.sleep(0.002)
print("sent", n, flush=True)
'''

# Counts them; a line "total N" on standard input asks for the numbers below N that never came, once N - 1 did.
RECEIVER = '''
import json, select, socket, struct, sys, time
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x88b5))
s.setsockopt(socket.SOL_SOCKET, 33, 8 << 20)  # SO_RCVBUFFORCE
s.bind(("e0", 0x88b5))
print("receiving", flush=True)
seen, total, end = set(), None, 0
while total is None or (total - 1 not in seen and time.monotonic() < end):
    for ready in select.select([s, sys.stdin] if total is None else [s], [], [], 1)[0]:
        if ready is s:
            f = s.recv(2048)
            seen.add(struct.unpack("!I", f[14:18])[0])
        else:
            total = int(sys.stdin.readline().split()[1])
            end = time.monotonic() + 30
print(json.dumps({"lost": sorted(set(range(total)) - seen)}), flush=True)
'''


class Stream:
    """Numbered frames from h0 to h1 for as long as it is open."""

    def __init__(self, lab):
        self.receiver = lab.start(lab.h[1], sys.executable, '-c', RECEIVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        line_of(self.receiver, 'receiving', None)
        self.sender = lab.start(lab.h[0], sys.executable, '-c', SENDER, lab.mac(1), lab.mac(0), stdout=subprocess.PIPE)
        line_of(self.sender, 'sending', None)

    def finish(self):
        """(frames sent, numbers of those that were lost)"""
        self.sender.send_signal(signal.SIGTERM)
        sent = int(line_of(self.sender, 'sent', None).split()[1])
        self.receiver.stdin.write('total %d\n' % sent)
        self.receiver.stdin.flush()
        return sent, json.loads(line_of(self.receiver, '{', None))['lost']


def config(lab, file, name, devices, driver='af_xdp', control=''):
    """A switch with a wire between two devices, or with one port; files in run/ unless said otherwise."""
    path = os.path.join(lab.directory(), file)
    with open(path, 'w') as f:
        # A second JVM that starts on few cores is no silence.
        f.write('switch: {name: %s, role: cepheus, mac: "%s"}\nkernel: {heartbeat: 20s}\nports:\n' % (name, roce.SWITCH_MAC))
        for device in devices:
            f.write('  - {name: %s, driver: %s, device: %s}\n' % (device, driver, device))
        if len(devices) == 2:
            f.write('wires: [[%s, %s]]\n' % tuple(devices))
        f.write(control)
    return path


def place(lab, name):
    """A directory to start in."""
    path = os.path.join(lab.directory(), name)
    os.makedirs(path, exist_ok=True)
    return path


def start(lab, path, where, *options):
    log = open(os.path.join(where, 'log%d' % len(lab.children)), 'a+')
    child = lab.start(lab.sw, POLYCAST, 'run', *options, '-c', path, cwd=where, stdout=subprocess.PIPE, stderr=log)
    child.log = log
    return child


def said(child):
    child.log.seek(0)
    return child.log.read()


def program(lab, device):
    """Id of a device's XDP program, 0 for none."""
    shown = json.loads(run('ip', '-j', '-n', lab.sw, 'link', 'show', device).stdout)[0]
    return shown.get('xdp', {}).get('prog', {}).get('id', 0)


def ports(socket):
    return {port['name']: port for port in json.loads(run(POLYCAST, 'show', 'ports', '--json', '--socket', socket).stdout)['ports']}


class OwnerTest(unittest.TestCase):
    def refused(self, lab, owner, path, where, *options):
        """A start that ends with status 3 and one line that names the owner; returns the line."""
        child = start(lab, path, where, *options)
        self.assertEqual(child.wait(60), 3, said(child))
        lines = [line for line in said(child).splitlines() if 'nothing to replace' not in line]
        self.assertEqual(len(lines), 1, lines)
        self.assertRegex(lines[0], r'device p\d is in use by process %d\b' % owner)
        self.assertNotIn('xdp off', lines[0])
        return lines[0]

    def test_second_starts_are_refused_and_cost_the_live_switch_nothing(self):
        with Lab(3) as lab:
            home = place(lab, 'home')
            path = config(lab, 'wire.yaml', 'wire', ['p0', 'p1'])
            live = start(lab, path, home)
            line_of(live, 'is ready', live.log)
            before = program(lab, 'p0'), program(lab, 'p1')
            stream = Stream(lab)
            # Another file that names a device of ours, at either end of its wire.
            for pair in (['p0', 'p2'], ['p2', 'p1']):
                other = config(lab, 'other.yaml', 'other', pair)
                line = self.refused(lab, live.pid, other, place(lab, 'other'))
                self.assertEqual(program(lab, 'p2'), 0, 'what was attached meanwhile is gone')
            # The same switch under another name: its control socket is another one.
            renamed = config(lab, 'renamed.yaml', 'renamed', ['p0', 'p1'])
            self.refused(lab, live.pid, renamed, home, '--replace')
            # The very same file from another directory: run/ is another one.
            self.refused(lab, live.pid, path, place(lab, 'elsewhere'))
            self.refused(lab, live.pid, path, place(lab, 'elsewhere'), '--replace')
            # And from the same one.
            self.refused(lab, live.pid, path, home)
            # Another driver on the same device would see no frame, or each of them twice.
            self.refused(lab, live.pid, config(lab, 'packet.yaml', 'packet', ['p1'], 'af_packet'), place(lab, 'packet'))
            sent, lost = stream.finish()
            self.assertEqual(lost, [], 'of %d frames' % sent)
            self.assertEqual((program(lab, 'p0'), program(lab, 'p1')), before)
            self.assertEqual(sum(port['xdp_lost'] for port in ports(os.path.join(home, 'run/wire.sock')).values()), 0)
            self.assertFalse(os.path.exists(os.path.join(lab.directory(), 'elsewhere/run')), 'a refused start leaves no files')
            self.assertEqual(stop(live), 0)
            # Free again.
            second = start(lab, path, place(lab, 'elsewhere'))
            line_of(second, 'is ready', second.log)
            self.assertEqual(stop(second), 0)
            note('7 refused starts, none of %d frames lost; %s' % (sent, line))

    def test_replacement_that_needs_a_third_switchs_device_ends_nobody(self):
        with Lab(3) as lab:
            home = place(lab, 'home')
            owner = start(lab, config(lab, 'wire.yaml', 'wire', ['p0', 'p1']), home)
            line_of(owner, 'is ready', owner.log)
            small = start(lab, config(lab, 'small.yaml', 'small', ['p2'], 'af_packet'), home)
            line_of(small, 'is ready', small.log)
            # It takes over from the small one by its socket, and wants the other's device.
            self.refused(lab, owner.pid, config(lab, 'greedy.yaml', 'small', ['p2', 'p1']), home, '--replace')
            for child in owner, small:
                self.assertIsNone(child.poll())
            # Over a device that its predecessor holds, whatever the driver, it gets it.
            next_one = start(lab, config(lab, 'small.yaml', 'small', ['p2'], 'af_xdp'), home, '--replace')
            line_of(next_one, 'took over from process %d' % small.pid, next_one.log)
            self.assertEqual(small.wait(30), 0)

    def test_program_taken_away_by_hand_comes_back_and_is_told(self):
        with Lab(2) as lab:
            home = place(lab, 'home')
            live = start(lab, config(lab, 'wire.yaml', 'wire', ['p0', 'p1']), home)
            line_of(live, 'is ready', live.log)
            socket = os.path.join(home, 'run/wire.sock')
            before = program(lab, 'p1')
            self.assertNotEqual(before, 0)
            for times in (1, 2):
                run('ip', '-n', lab.sw, 'link', 'set', 'dev', 'p1', 'xdp', 'off')
                wait_for(lambda: program(lab, 'p1') == before, 'the program on p1 again')
                wait_for(lambda: ports(socket)['p1']['xdp_lost'] == times, 'a count')
            self.assertEqual(ports(socket)['p0']['xdp_lost'], 0)
            lines = [line for line in said(live).splitlines() if 'XDP program' in line]
            self.assertEqual(len(lines), 2, lines)
            for line in lines:
                self.assertRegex(line, r'port p1: the XDP program on device p1 was taken away; attached again')
            stream = Stream(lab)
            wait_for(lambda: ports(socket)['p1']['tx_frames'] > 200, 'frames over the wire')
            sent, lost = stream.finish()
            self.assertEqual(lost, [], 'of %d frames' % sent)
            self.assertEqual(stop(live), 0)
            self.assertEqual(program(lab, 'p1'), 0, 'SIGTERM detaches')
            note(lines[0])

    def doctor(self, lab, path):
        done = lab.inside(lab.sw, POLYCAST, 'doctor', '-c', path, check=False)
        return done.returncode, done.stdout

    def test_doctor_names_who_uses_a_device(self):
        with Lab(2) as lab:
            home = place(lab, 'home')
            path = config(lab, 'wire.yaml', 'wire', ['p0', 'p1'])
            live = start(lab, path, home)
            line_of(live, 'is ready', live.log)
            code, text = self.doctor(lab, path)
            self.assertEqual(code, 3, text)
            for device in 'p0', 'p1':
                self.assertRegex(text, r'fail  port %s \(%s\): in use by process %d\b' % (device, device, live.pid))
            self.assertNotIn('xdp off', text)
            # Its program stays, nobody holds it: that is what xdp off is for.
            live.kill()
            live.wait()
            code, text = self.doctor(lab, path)
            self.assertEqual(code, 0, text)
            self.assertNotIn('process %d' % live.pid, text)
            self.assertEqual(len(re.findall('xdp off', text)), 2, text)


if __name__ == '__main__':
    unittest.main(verbosity=2)
