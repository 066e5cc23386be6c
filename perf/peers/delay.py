"""Time of frames through Polycast and its peers at a part of what they can, on the same wires in the same stretch."""
import argparse
import contextlib
import json
import math
import os
import signal
import statistics
import sys
import time

import lab
import measure
import report
import switches
from lab import LabError

PEERS = 'polycast-user polycast-kernel xdp-broadcast-rewrite dpdk-replicator ovs-afxdp'
PERCENTILES = ('p50', 'p90', 'p99', 'p99.9', 'p99.99', 'max')
CAPACITY_SECONDS = 2
TRIES = 3
WARM_UP = {'c': 0.3, 'polycast': 2}  # seconds; Java has compilers at work


def options():
    parser = argparse.ArgumentParser(
        prog='perf/peers/latency', formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__,
        epilog='Each switch is loaded twice: with LOAD of what it can itself, and with LOAD of what the slowest one can, the\n'
               'same for all (not with --quick). switches: %s\nExit codes: 0 done, 1 something did not run, 2 wrong usage, 3 missing '
               'package, capability or core.' % ' '.join(switches.NAMES))
    parser.add_argument('--quick', action='store_true', help='one run of one second: does everything work here?')
    parser.add_argument('--cells', default='3:1026', metavar='"N:SIZE ..."', help='copies and bytes (default: %(default)s)')
    parser.add_argument('--runs', type=int, default=5, help='(default: %(default)s)')
    parser.add_argument('--seconds', type=float, default=2, help='length of each (default: %(default)s)')
    parser.add_argument('--peers', default=PEERS, metavar='"NAME ..."', help='switches to run (default: %(default)s)')
    parser.add_argument('--load', type=float, default=0.5, help='part of the capacity (default: %(default)s)')
    parser.add_argument('--harness', choices=('c', 'polycast'), default='c',
                        help='what sends and receives: src/delay.c, or polycast bench latency (default: %(default)s)')
    parser.add_argument('--json', metavar='FILE', help='write everything that was measured')
    parser.add_argument('--build', required=True, help=argparse.SUPPRESS)
    parser.print_usage = lambda *_: None    # a wrong argument gets one line
    chosen = parser.parse_args()
    if chosen.quick:
        chosen.runs, chosen.seconds = 1, 1.0
    try:
        chosen.cells = [measure.cell(text) for text in chosen.cells.split()]
    except ValueError as e:
        parser.error(str(e))
    unknown = [name for name in chosen.peers.split() if name not in switches.NAMES]
    if unknown:
        parser.error('no switch is called %s; there are %s' % (unknown[0], ', '.join(switches.NAMES)))
    if chosen.seconds > 2.5:
        parser.error('--seconds is at most 2.5: a sink has room for a million times')
    if not 0 < chosen.load < 1 or chosen.runs < 1 or chosen.seconds <= 0:
        parser.error('--load is between 0 and 1, --runs at least 1, --seconds above 0')
    if chosen.build == 'none':
        sys.exit(0) # the arguments are right
    return chosen


class Softirqs:
    """
    Softirqs that do not end in time go to a thread of the kernel on that core, which must not wait for a sender that
    never rests: it goes before all others meanwhile.
    """

    def __enter__(self):
        self.nice = {}
        for entry in os.listdir('/proc'):
            if entry.isdigit():
                with contextlib.suppress(OSError):
                    if open('/proc/%s/comm' % entry).read().startswith('ksoftirqd/'):
                        self.nice[int(entry)] = os.getpriority(os.PRIO_PROCESS, int(entry))
                        os.setpriority(os.PRIO_PROCESS, int(entry), -20)

    def __exit__(self, *_):
        for pid, nice in self.nice.items():
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, pid, nice)


class Delay(measure.Bench):
    """One switch in one cell at given rates, in frames a second."""

    def __init__(self, chosen, switch, copies, size, rates):
        """Without rates: at a part of what it can."""
        super().__init__(chosen.build, switch, copies, size, looks=False)
        self.rates, self.part = rates, chosen.load
        self.busy = False  # whether it is the machine that let no schedule be kept
        self.warm_up = WARM_UP[chosen.harness]
        self.once = {'c': self.once_c, 'polycast': self.once_polycast}[chosen.harness]

    def once_c(self, rate, seconds):
        """The sinks note in BPF how long each copy took since its frame was due."""
        gap, count = int((1 << 16) * 1e9 / rate), int(rate * (seconds + self.warm_up))
        namespace, _ = self.net.ends[0]
        child = self.net.start(namespace, lab.SOURCE_CORE, os.path.join(self.build, 'delay'),
                               os.path.join(self.build, 'source.bpf.o'), str(self.size), str(gap),
                               str(count), str(self.psn), stdout=-1)
        started = json.loads(child.stdout.readline())['started']
        self.tell('time %d %d %d %d' % (started, gap, self.psn, started + int(self.warm_up * 1e9)))
        sent = json.loads(lab.answer(child, 60 + seconds))
        time.sleep(0.1)
        seen = json.loads(self.tell('times'))
        wanted = self.copies * (count - int(rate * self.warm_up))
        return dict(sent, **seen, lost=max(0, wanted - seen['copies']))

    def once_polycast(self, rate, seconds):
        source, *sinks = ('%s/%s' % end for end in self.net.ends)
        done = lab.run('taskset', '-c', str(lab.SOURCE_CORE), os.path.join(lab.ROOT, 'polycast'), 'bench', 'latency', '--json',
                       '--source', source, *(word for sink in sinks for word in ('--sink', sink)), '--rate', str(rate),
                       '--size', str(self.size), '--seconds', str(seconds), '--warm-up', str(self.warm_up), '--first-psn', str(self.psn))
        report_of = json.loads(done.stdout)
        latency = report_of['latency_ns']
        return {'offered_per_s': report_of['sent'] / seconds, 'copies': report_of['copies'], 'lost': report_of['lost'],
                'late_by_10us': None, 'send_lag': report_of['send_lag_ns'],
                **{name: latency[name.replace('.', '_')] for name in PERCENTILES}}

    def on_time(self, rate, seconds):
        """A run whose sender could keep its schedule; a machine that is busy otherwise gets some tries."""
        for _ in range(TRIES):
            run = self.once(rate, seconds)
            self.psn = self.psn + int(rate * (seconds + self.warm_up)) & 0xffffff
            if not run.get('behind'):
                return run
        self.busy = True
        raise LabError('the sender fell behind its schedule %d times: the machine is busy, or cannot send %d frames/s' % (TRIES, rate))

    def load(self, pids, runs, seconds):
        if self.switch.sinks == 'xdp' and self.once == self.once_polycast:
            self.tell('look 1')
        result = super().load(pids, 1, CAPACITY_SECONDS)
        self.drain()
        capacity = report.median(result) / self.copies
        rates = []
        for rate in self.rates or [round(self.part * capacity)]:
            measured = []
            for _ in range(runs):
                measured.append(self.on_time(rate, seconds))
            rates.append({'rate': rate, 'runs': measured})
        result.update(capacity=capacity, rates=rates)
        return result


def cell(chosen, copies, size):
    """Every switch at a part of what it can; then all at the rate of the slowest of them, in reverse order."""
    kinds = [kind for kind in switches.ALL if kind.name in chosen.peers.split()]
    results = []

    def go(kind, rates):
        delay = Delay(chosen, kind(chosen.build), copies, size, rates)
        result = dict(delay.measure(chosen.runs, chosen.seconds), busy=delay.busy)
        print(line(result), flush=True)
        return result

    for kind in kinds:
        results.append(go(kind, []))
    slowest = min((r for r in results if 'rates' in r), key=lambda r: r['capacity'], default=None)
    common = slowest['rates'][0]['rate'] if slowest and not chosen.quick else 0
    for kind, result in reversed(list(zip(kinds, results))) if common else ():
        if 'rates' in result and result is not slowest:
            again = go(kind, [common])
            result['rates'] += again.get('rates', [])
            if 'failed' in again:
                result['failed'] = again['failed']
    return {'copies': copies, 'size': size, 'common_rate': common, 'results': results}


def line(result):
    if 'rates' not in result:
        return report.line(result)
    return '%-22s %.0f k frames/s at most; ' % (result['name'], result['capacity'] / 1e3) + ', '.join(
        'p50 %.1f p99 %.1f p99.9 %.1f us at %.0f k' % (
            *(statistics.median(run.get(name, math.nan) for run in rate['runs']) / 1e3 for name in ('p50', 'p99', 'p99.9')),
            rate['rate'] / 1e3)
        for rate in result['rates'])


def table(here):
    """A table of every switch at its own rate, and one of all at the common one."""
    parts = []
    for title, common in (('each at its own rate', False), ('all at one rate', True)):
        rows = [['1 to %d, %d bytes, %s' % (here['copies'], here['size'], title), 'offered, k frames/s', 'of its capacity',
                 *('%s, us' % name for name in PERCENTILES), 'lost', 'due > 10 us late']]
        for r in here['results']:
            for rate in r.get('rates', []):
                if (rate['rate'] == here['common_rate']) if common else rate is r['rates'][0]:
                    rows.append(row(r, rate))
        if len(rows) > 1:
            parts.append(report.table(rows))
    left = ['%s: %s' % (r['name'], r.get('skipped') or r.get('failed'))
            for r in here['results'] if 'rates' not in r or 'failed' in r]
    return '\n\n'.join(parts + (['Not run: ' + '; '.join(left)] if left else []))


def row(r, rate):
    offered = statistics.median(run['offered_per_s'] for run in rate['runs'])
    cells = []
    for name in PERCENTILES:
        values = [run[name] / 1000 for run in rate['runs'] if name in run]
        cells.append('%.1f (%.1f to %.1f)' % (statistics.median(values), min(values), max(values)) if values else '-')
    late = [run['late_by_10us'] for run in rate['runs'] if run['late_by_10us'] is not None]
    copies = sum(run['copies'] for run in rate['runs'])
    lost = sum(run['lost'] for run in rate['runs'])
    return [r['what'], '%.0f' % (offered / 1000), '%.0f %%' % (100 * offered / r['capacity']), *cells,
            '%.2g %%' % (100 * lost / max(1, copies + lost)), '%.2g %%' % (100 * statistics.median(late)) if late else '-']


def main():
    chosen = options()
    measure.require_machine()
    signal.signal(signal.SIGTERM, lab.signalled)
    results = {'machine': measure.machine(), 'load': chosen.load, 'runs': chosen.runs, 'seconds': chosen.seconds, 'cells': []}
    started = time.monotonic()
    with measure.Priority(), Softirqs():
        for copies, size in chosen.cells:
            print('== 1 to %d, %d bytes' % (copies, size), flush=True)
            results['cells'].append(cell(chosen, copies, size))
    print()
    print('%s; %d runs of %g s each, %.0f s in all; median (least to most) of the runs' % (
        report.machine(results['machine']), chosen.runs, chosen.seconds, time.monotonic() - started))
    for here in results['cells']:
        print()
        print(table(here))
    if chosen.json:
        with open(chosen.json, 'w') as file:
            json.dump(results, file, indent=1)
            file.write('\n')
    failed = [r for here in results['cells'] for r in here['results']
              if 'failed' in r and not (chosen.quick and r.get('busy'))]
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    measure.started(main)
