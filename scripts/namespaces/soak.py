"""Keeps a switch at full rate with answers, in both datapaths, and watches its process; see scripts/soak."""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time

import roce
from lab import ROOT, Lab, line_of, stop
from test_replicate import config

HOSTS = 4
PAUSE = re.compile(r'GC\(\d+\) (Pause .*?) ([\d.]+)ms')
STOP = re.compile(r'Safepoint "(\w+)".*?At safepoint: +(\d+) ns')

# Of the resident memory: what a JIT compiler and a heap that is not full yet may add in the second half of a run.
GROWTH = 0.03
GROWTH_KB = 8 * 1024


def look(pid):
    with open('/proc/%d/status' % pid) as f:
        status = f.read()
    return {'rss_kb': int(re.search(r'VmRSS:\s+(\d+)', status).group(1)),
            'threads': int(re.search(r'Threads:\s+(\d+)', status).group(1)),
            'descriptors': len(os.listdir('/proc/%d/fd' % pid))}


def show(lab, what):
    done = subprocess.run((os.path.join(ROOT, 'polycast'), 'show', what, '--json', '--socket',
                           os.path.join(lab.directory(), 's.sock')), capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def unclosed(counters, ports):
    """What does not add up, or was lost, in words."""
    wrong = []
    if counters['ended'] != counters['tallies']['frames_in']:
        wrong.append('%d frames in, %d ended' % (counters['tallies']['frames_in'], counters['ended']))
    kernel = counters.get('kernel', {})
    if kernel:
        parts = sum(kernel[each] for each in ('copy', 'filtered', 'absent', 'no_row', 'lost'))
        if kernel['due'] != parts:
            wrong.append('%d copies due in the kernel, %d ended' % (kernel['due'], parts))
    for port in ports:
        for each in ('rx_no_memory', 'tx_no_memory', 'rx_invalid', 'tx_errors'):
            if port[each]:
                wrong.append('%s of port %s: %d' % (each, port['name'], port[each]))
    return wrong


def grown(samples):
    """What the second half of a run has more of than the first."""
    first, second = samples[:len(samples) // 2], samples[len(samples) // 2:]
    found = []
    for what in ('threads', 'descriptors'):
        if max(each[what] for each in second) > max(each[what] for each in first):
            found.append(what)
    was = statistics.median(each['rss_kb'] for each in first[len(first) // 2:])
    now = statistics.median(each['rss_kb'] for each in second[len(second) // 2:])
    if now > was * (1 + GROWTH) + GROWTH_KB:
        found.append('resident memory, %d to %d kB' % (was, now))
    return found


def longest(found, scale):
    return ', '.join('%.1f' % (ms / scale) for ms in sorted(found, reverse=True)[:5]) or 'none'


def soak(datapath, seconds):
    with Lab(HOSTS) as lab:
        log = os.path.join(lab.directory(), 'gc.log')
        os.environ['POLYCAST_JAVA_OPTS'] = '-Xlog:gc,safepoint:file=%s:uptime' % log
        for ns in lab.h:
            # A veth takes copies from another device's program only when its other end does GRO.
            lab.inside(ns, 'ethtool', '-K', 'e0', 'gro', 'on')
        switch = lab.polycast(config(lab, hosts=HOSTS, extra='pipeline: {datapath: %s, threading: fused}\n' % datapath))
        del os.environ['POLYCAST_JAVA_OPTS']
        hosts = [arg for ns in lab.h for arg in ('--host', ns + '/e0')]
        load = subprocess.Popen((os.path.join(ROOT, 'polycast'), 'bench', 'soak', *hosts, '--group', roce.GROUP,
                                 '--seconds', str(seconds)), stdout=subprocess.PIPE, text=True)
        lab.children.append(load)
        line_of(load, 'sending', None)
        samples = []
        served = set()
        begun = time.monotonic()
        while load.poll() is None:
            samples.append(look(switch.pid))
            if len(samples) % 10 == 5:
                served.update(each['datapath'] for each in show(lab, 'groups')['groups'])
            time.sleep(1)
            if time.monotonic() - begun > seconds + 60:
                raise TimeoutError('the hosts do not end')
        if load.returncode != 0:
            raise RuntimeError('the hosts failed, see above')
        sent = json.loads(load.stdout.read())
        # Answers that are still on their way are counted when they came in.
        time.sleep(1)
        counters, ports = show(lab, 'counters'), show(lab, 'ports')['ports']
        code = stop(switch)
        with open(log) as f:
            text = f.read()
    wrong = unclosed(counters, ports) + ['growth of ' + each for each in grown(samples)]
    wrong += [] if code == 0 else ['the switch ended with %d' % code]
    wrong += [] if datapath in served else ['no group was served in the %s datapath' % datapath]
    tallies = counters['tallies']
    print('%s datapath, %.0f s: goodput %.2f Gbit/s to each of %d receivers, %d messages, %d packets again'
          % (datapath, sent['seconds'], sent['goodput_bps'] / 1e9, HOSTS - 1, sent['messages'], sent['retransmitted']))
    print('  data in %d in user space, %d in the kernel; ACKs in %d, out %d; NAKs in %d'
          % (tallies['data_in'], tallies['data_in_the_kernel'], tallies['acks_in'], tallies['acks_out'], tallies['naks_in']))
    for what in ('rss_kb', 'threads', 'descriptors'):
        values = [each[what] for each in samples]
        print('  %s: %d at first, %d in the middle, %d at last, %d at most'
              % (what, values[0], values[len(values) // 2], values[-1], max(values)))
    pauses = [float(ms) for _, ms in PAUSE.findall(text)]
    print('  %d collections, longest %s ms; longest stops of all threads %s ms'
          % (len(pauses), longest(pauses, 1), longest([int(ns) for _, ns in STOP.findall(text)], 1e6)))
    for thread in counters['duty_cycles']:
        print('  %s: longest duty cycle %.1f ms, machine included; %d of %d longer than %.0f ms'
              % (thread['thread'], thread['worst_ns'] / 1e6, thread['overruns'], thread['cycles'],
                 thread['threshold_ns'] / 1e6))
    for each in wrong:
        print('  WRONG: ' + each)
    sys.stdout.flush()
    return not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--seconds', type=int, default=600, help='for each datapath (default %(default)s)')
    parser.add_argument('--quick', action='store_true', help='60 seconds for each')
    parser.add_argument('--datapath', choices=('user', 'kernel', 'both'), default='both')
    options = parser.parse_args()
    seconds = 60 if options.quick else options.seconds
    wanted = ('user', 'kernel') if options.datapath == 'both' else (options.datapath,)
    return 0 if all([soak(each, seconds) for each in wanted]) else 1


if __name__ == '__main__':
    sys.exit(main())
