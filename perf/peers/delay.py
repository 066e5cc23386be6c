"""Time of frames through Polycast and its peers at a part of what they can, on the same wires in the same stretch."""
import argparse
import json
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
WARM_UP = {'c': 0.3, 'polycast': 2}  # seconds; Java has compilers at work


def options():
    parser = argparse.ArgumentParser(
        prog='perf/peers/latency', formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__,
        epilog='Each switch is loaded twice: with LOAD of what the slowest one can, the same for all, and with LOAD of\n'
               'what it can itself. switches: %s\nExit codes: 0 done, 1 something did not run, 2 wrong usage, 3 missing '
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
    return chosen


class Delay(measure.Bench):
    """One switch in one cell at given rates, in frames a second."""

    def __init__(self, build, switch, copies, size, rates, harness):
        super().__init__(build, switch, copies, size)
        self.rates = rates
        self.warm_up = WARM_UP[harness]
        self.once = {'c': self.once_c, 'polycast': self.once_polycast}[harness]

    def once_c(self, rate, seconds, psn):
        """The sinks note in BPF how long each copy took since its frame was due."""
        gap, count = int((1 << 16) * 1e9 / rate), int(rate * (seconds + self.warm_up))
        namespace, _ = self.net.ends[0]
        child = self.net.start(namespace, lab.SOURCE_CORE, os.path.join(self.build, 'delay'), str(self.size), str(gap),
                               str(count), str(psn), stdout=-1)
        started = json.loads(child.stdout.readline())['started']
        self.tell('time %d %d %d %d' % (started, gap, psn, started + int(self.warm_up * 1e9)))
        sent = json.loads(lab.answer(child, 60 + seconds))
        time.sleep(0.1)
        seen = json.loads(self.tell('times'))
        wanted = self.copies * (count - int(rate * self.warm_up))
        return dict(sent, **seen, lost=max(0, wanted - seen['copies']))

    def once_polycast(self, rate, seconds, psn):
        source, *sinks = ('%s/%s' % end for end in self.net.ends)
        done = lab.run('taskset', '-c', str(lab.SOURCE_CORE), os.path.join(lab.ROOT, 'polycast'), 'bench', 'latency', '--json',
                       '--source', source, *(word for sink in sinks for word in ('--sink', sink)), '--rate', str(rate),
                       '--size', str(self.size), '--seconds', str(seconds), '--warm-up', str(self.warm_up), '--first-psn', str(psn))
        report_of = json.loads(done.stdout)
        latency = report_of['latency_ns']
        return {'offered_per_s': report_of['sent'] / seconds, 'copies': report_of['copies'], 'lost': report_of['lost'],
                'late_by_10us': None, 'send_lag': report_of['send_lag_ns'],
                **{name: latency[name.replace('.', '_')] for name in PERCENTILES}}

    def load(self, pids, runs, seconds):
        if self.switch.sinks == 'xdp' and self.once == self.once_polycast:
            self.tell('look 1')
        warm = self.source(self.switch.warm_up, min(self.rates), measure.LOAD_PSN)
        psn = json.loads(lab.answer(warm))['next_psn']
        result = []
        for rate in self.rates:
            measured = []
            for _ in range(runs):
                measured.append(self.once(rate, seconds, psn))
                psn = psn + int(rate * (seconds + self.warm_up)) & 0xffffff
            result.append({'rate': rate, 'runs': measured})
        note = self.switch.loaded(self.net)
        return {'rates': result, **({'note': note} if note else {})}


def capacity(build, kind, copies, size):
    """Frames a second that a switch replicates under overload, or None with the reason."""
    result = measure.Bench(build, kind(build), copies, size).measure(1, 2)
    if 'runs' not in result:
        return None, result
    return report.median(result) / copies, result


def cell(chosen, copies, size):
    kinds = [kind for kind in switches.ALL if kind.name in chosen.peers.split()]
    can, left = {}, []
    for kind in kinds:
        frames, result = capacity(chosen.build, kind, copies, size)
        if frames:
            can[kind.name] = frames
        else:
            left.append(result)
        print(report.line(result), flush=True)
    results = []
    common = round(chosen.load * min(can.values())) if can else 0
    for kind in kinds:
        if kind.name in can:
            rates = sorted({common, round(chosen.load * can[kind.name])})
            result = Delay(chosen.build, kind(chosen.build), copies, size, rates, chosen.harness).measure(chosen.runs, chosen.seconds)
            result['capacity'] = can[kind.name]
            results.append(result)
    return {'copies': copies, 'size': size, 'common_rate': common, 'results': results, 'left': left}


def table(here):
    head = ['1 to %d, %d bytes' % (here['copies'], here['size']), 'offered, k frames/s', 'of its capacity',
            *('%s, us' % name for name in PERCENTILES), 'lost', 'due > 10 us late']
    rows = [head]
    for r in here['results']:
        for rate in r.get('rates', []):
            offered = statistics.median(run['offered_per_s'] for run in rate['runs'])
            cells = []
            for name in PERCENTILES:
                values = [run[name] / 1000 for run in rate['runs']]
                cells.append('%.1f (%.1f to %.1f)' % (statistics.median(values), min(values), max(values)))
            late = [run['late_by_10us'] for run in rate['runs'] if run['late_by_10us'] is not None]
            copies = sum(run['copies'] for run in rate['runs'])
            lost = sum(run['lost'] for run in rate['runs'])
            rows.append([r['what'], '%.0f' % (offered / 1000), '%.0f %%' % (100 * offered / r['capacity']), *cells,
                         '%.2g %%' % (100 * lost / (copies + lost)),
                         '%.2g %%' % (100 * statistics.median(late)) if late else '-'])
    text = report.table(rows)
    left = ['%s: %s' % (r['name'], r.get('skipped') or r.get('failed'))
            for r in (*here['left'], *here['results']) if 'rates' not in r]
    return text + ('\n\nNot run: ' + '; '.join(left) if left else '')


def main():
    chosen = options()
    measure.require_machine()
    signal.signal(signal.SIGTERM, lab.signalled)
    results = {'machine': measure.machine(), 'load': chosen.load, 'runs': chosen.runs, 'seconds': chosen.seconds, 'cells': []}
    started = time.monotonic()
    with measure.Priority():
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
    sys.exit(1 if any('failed' in r for here in results['cells'] for r in (*here['left'], *here['results'])) else 0)


if __name__ == '__main__':
    measure.started(main)
