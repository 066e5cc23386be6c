"""How long nobody serves when a switch is replaced: frames a millisecond apart, and what a receiver misses."""
import argparse
import json
import os
import re
import socket
import subprocess
import sys
import time

import roce
from lab import ROOT, Lab, line_of, note, stop

# Sends a data frame each PACE seconds until its input ends, never one twice.
SENDER = '''
import select, socket, sys, time
template, first, pace = bytes.fromhex(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
sys.path.insert(0, sys.argv[4])
from roce import renumbered
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
s.bind(("e0", 0))
frames = [renumbered(template, (first + n) & 0xffffff, bytes(32)) for n in range(120_000)]
print("sending", flush=True)
begun = time.monotonic()
for n, frame in enumerate(frames):
    wait = begun + n * pace - time.monotonic()
    if select.select([sys.stdin], [], [], max(0, wait))[0]:
        break
    s.send(frame)
print("sent %d" % n, flush=True)
'''

# Prints the missing frames and the longest time without one when its input ends.
RECEIVER = '''
import json, select, socket, struct, sys, time
mac = bytes.fromhex(sys.argv[1].replace(":", ""))
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0800))
s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
s.bind(("e0", 0x0800))
print("receiving", flush=True)
got, longest, at, last, before = 0, 0.0, None, None, None
lost = twice = 0
seen = set()
while True:
    ready = select.select([s, sys.stdin], [], [])[0]
    if s in ready:
        f = s.recv(4096)
        if f[0:6] != mac or len(f) < 58 or f[23] != 17 or f[36:38] != b"\\x12\\xb7" or f[42] != 0x04:
            continue
        now, psn = time.monotonic(), struct.unpack("!I", f[50:54])[0] & 0xffffff
        twice += psn in seen
        seen.add(psn)
        if last is not None and now - last > longest:
            longest, at = now - last, (before, psn)
        last, before = now, psn
    elif sys.stdin in ready:
        break
print(json.dumps({"got": len(seen), "twice": twice, "missing": max(seen) - min(seen) + 1 - len(seen),
                  "longest_ms": round(1000 * longest, 1), "between": at}), flush=True)
'''


def entry(lab, n, members):
    """Group n; all have the same members, and data goes to the first group only."""
    third, last = divmod(n, 250)
    paths = [{'port': 'p%d' % (i % lab.hosts),
              'host': {'ip': lab.ip(i) if i < lab.hosts else '10.0.%d.%d' % (1 + i // 200, i % 200 + 1),
                       'mac': lab.mac(i), 'qpn': 256 + i}} for i in range(members)]
    return {'id': '10.255.%d.%d' % (third, last + 1), 'paths': paths}


def write_config(lab, groups, datapath, held):
    path = os.path.join(lab.directory(), 'switch.yaml')
    with open(path, 'w') as f:
        f.write('switch: {name: gap, mac: "%s"}\n' % roce.SWITCH_MAC)
        f.write('pipeline: {datapath: %s}\nlimits: {maxGroups: 16384, maxPaths: 131072}\n' % datapath)
        f.write('ports:\n')
        for i in range(lab.hosts):
            f.write('  - {name: p%d, driver: af_xdp, device: p%d}\n' % (i, i))
        f.write('control: {socket: %s/s.sock, counters: %s/s.counters, state: %s/s.state}\n' % ((lab.directory(),) * 3))
        if held:
            f.write('groups:\n')
            for each in groups:
                f.write('  - %s\n' % json.dumps(each))
    return path


def set_all(lab, groups):
    with socket.socket(socket.AF_UNIX) as s:
        s.connect(os.path.join(lab.directory(), 's.sock'))
        stream = s.makefile('rwb')
        for each in groups:
            stream.write(json.dumps({'command': 'group.set', 'group': each}).encode() + b'\n')
            stream.flush()
            answer = json.loads(stream.readline())
            if not answer['ok']:
                raise RuntimeError(answer['error'])


def measure(count, held, datapath='auto', members=8, pace=0.001):
    """Replaces a switch with so many groups, of its file or set at run time, under frames of the first group."""
    with Lab(3) as lab:
        groups = [entry(lab, n, members) for n in range(count)]
        path = write_config(lab, groups, datapath, held)
        first = lab.polycast(path)
        if not held:
            set_all(lab, groups)
        receiver = lab.start(lab.h[1], sys.executable, '-c', RECEIVER, lab.mac(1), stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE)
        line_of(receiver, 'receiving', None)
        template = roce.data(lab.mac(0), lab.ip(0), 100, bytes(32), ack_request=0)
        sender = lab.start(lab.h[0], sys.executable, '-c', SENDER, template.hex(), '100', str(pace),
                           os.path.dirname(os.path.abspath(__file__)), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        line_of(sender, 'sending', None)
        time.sleep(1)
        log = open(os.path.join(lab.directory(), 'second.log'), 'a+')
        second = lab.start(lab.sw, os.path.join(ROOT, 'polycast'), 'run', '--replace', '-c', path,
                           stdout=subprocess.PIPE, stderr=log)
        second.log = log
        ready = line_of(second, 'is ready', log)
        if first.wait(30) != 0:
            raise RuntimeError('the old switch ended with %d' % first.returncode)
        time.sleep(1)
        sender.stdin.close()
        line_of(sender, 'sent', None)
        time.sleep(0.3)
        receiver.stdin.close()
        result = json.loads(line_of(receiver, '{', None))
        result['said_ms'] = int(re.search(r'gap of service (\d+) ms', ready).group(1))
        result['groups'] = int(re.search(r'(\d+) groups', ready).group(1))
        stop(second)
        return result


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--groups', default='1,1000,10000', help='numbers of groups, with commas (default %(default)s)')
    parser.add_argument('--from', dest='source', choices=('file', 'set', 'both'), default='both',
                        help='groups of the configuration, set at run time, or one after the other')
    parser.add_argument('--datapath', choices=('auto', 'user'), default='auto')
    parser.add_argument('--members', type=int, default=8, help='of each group (default %(default)s)')
    options = parser.parse_args()
    print('groups  from  gap without a frame  frames lost  the switch says')
    for count in map(int, options.groups.split(',')):
        for source in ('file', 'set') if options.source == 'both' else (options.source,):
            seen = measure(count, source == 'file', options.datapath, options.members)
            print('%6d  %4s  %16.1f ms  %11d  %12d ms' % (seen['groups'], source, seen['longest_ms'], seen['missing'],
                                                         seen['said_ms']), flush=True)


if __name__ == '__main__':
    main()
