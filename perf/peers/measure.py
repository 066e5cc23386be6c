"""Replication of one frame to several ports: Polycast beside its peers, on the same wires in the same stretch."""
import argparse
import datetime
import json
import os
import platform
import signal
import sys
import time

import cpu
import lab
import report
import switches
from lab import LabError
from switches import Skipped

CHECK_RATE, CHECK_SECONDS = 2000, 1.5
CHECKS = 3          # tries, while copies are missing and nothing else is wrong: a machine may have stood still
SETTLE_SECONDS = 60 # at most, until a switch is as it will stay
PAUSE = 0.3         # until frames that were under way have arrived


def options():
    parser = argparse.ArgumentParser(
        prog='perf/peers/run', formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__,
        epilog='switches: %s\nExit codes: 0 done, 1 copies were not what they should be, 2 wrong usage, '
               '3 missing package, capability or core.' % ' '.join(switches.NAMES))
    parser.add_argument('--quick', action='store_true', help='one run of one second: does everything work here?')
    parser.add_argument('--cells', default='3:66 3:1026 8:66 8:1026', metavar='"N:SIZE ..."',
                        help='copies of a frame, and its bytes without FCS: 58 plus a multiple of 4 (default: %(default)s)')
    parser.add_argument('--runs', type=int, default=5, help='counted stretches of each switch (default: %(default)s)')
    parser.add_argument('--rounds', type=int, default=1, metavar='N',
                        help='go round the switches N times, with a part of the runs each: where the host is shared and its '
                             'speed drifts (default: %(default)s)')
    parser.add_argument('--seconds', type=float, default=3, help='length of each (default: %(default)s)')
    parser.add_argument('--peers', default=' '.join(switches.NAMES), metavar='"NAME ..."', help='switches to run')
    parser.add_argument('--json', metavar='FILE', help='write everything that was measured')
    parser.add_argument('--csv', metavar='FILE', help='append a line a run')
    parser.add_argument('--build', required=True, help=argparse.SUPPRESS)
    parser.print_usage = lambda *_: None    # a wrong argument gets one line
    chosen = parser.parse_args()
    if chosen.quick:
        chosen.runs, chosen.seconds = 1, 1.0
    try:
        chosen.cells = [cell(text) for text in chosen.cells.split()]
    except ValueError as e:
        parser.error(str(e))
    unknown = [name for name in chosen.peers.split() if name not in switches.NAMES]
    if unknown:
        parser.error('no switch is called %s; there are %s' % (unknown[0], ', '.join(switches.NAMES)))
    if chosen.seconds <= 0 or not 1 <= chosen.rounds <= chosen.runs:
        parser.error('--seconds is above 0, --rounds at least 1 and at most --runs')
    if chosen.build == 'none':
        sys.exit(0) # the arguments are right
    return chosen


def cell(text):
    copies, _, size = text.partition(':')
    if not (copies.isdigit() and size.isdigit()) or not 1 <= int(copies) <= 32 \
            or not 66 <= int(size) <= 3482 or (int(size) - 58) % 4:
        raise ValueError('cell %s: N:SIZE with N from 1 to 32, SIZE from 66 to 3482 and 58 plus a multiple of 4' % text)
    return int(copies), int(size)


def machine():
    models = [line.split(':', 1)[1].strip() for line in open('/proc/cpuinfo') if line.startswith('model name')]
    return {'cpu': models[0] if models else platform.machine(), 'cores': os.cpu_count(),
            'kernel': platform.release(), 'started': datetime.datetime.now().astimezone().isoformat(timespec='seconds'),
            'dpdk': version('pkg-config', '--modversion', 'libdpdk'),
            'ovs': version('ovs-vswitchd', '--version').rpartition(' ')[2],
            'polycast': version(os.path.join(lab.ROOT, 'polycast'), 'version').splitlines()[0]}


def require_machine():
    why = 'namespaces, XDP and raw sockets need root' if os.geteuid() != 0 else \
        'needs two cores, one for the source and one for the switch' if os.cpu_count() < 2 else None
    if why:
        print('peers: ' + why, file=sys.stderr)
        sys.exit(3)


def version(*command):
    done = lab.run(*command, check=False)
    return (done.stdout.strip() or 'none').splitlines()[0]


class Bench:
    """One switch in one cell: its lab, its sinks, its load."""

    def __init__(self, build, switch, copies, size, looks=True):
        self.build, self.switch, self.copies, self.size, self.looks = build, switch, copies, size, looks
        self.psn = 0  # of the next frame

    def measure(self, runs, seconds):
        result = {'name': self.switch.name, 'what': self.switch.what, 'ours': self.switch.ours,
                  'user_space': self.switch.user_space, 'on_switch_core': self.switch.on_switch_core,
                  'sinks': self.switch.sinks}
        try:
            self.switch.fits(self.copies, self.size)
            with lab.Lab(self.copies) as self.net:
                # Sinks first: a veth takes redirected frames only when its peer has a program.
                self.sinks = self.net.start(
                    self.net.switch, lab.SOURCE_CORE, os.path.join(self.build, 'sinks'),
                    os.path.join(self.build, 'sink.bpf.o'), self.switch.sinks,
                    *(namespace for namespace, _ in self.net.ends[1:]), stdin=-1, stdout=-1)
                lab.answer(self.sinks)
                children = self.switch.start(self.net, self.size)
                try:
                    if not self.switch.settled(self.net):
                        self.settle()
                    if self.switch.replicates and self.looks:
                        result['check'] = self.checked()
                    result.update(self.load([child.pid for child in children], runs, seconds))
                finally:
                    switches.end(self.switch, children, self.net)
        except Skipped as e:
            result['skipped'] = str(e)
        except LabError as e:
            result['failed'] = str(e)
        return result

    def tell(self, command):
        self.sinks.stdin.write(command + '\n')
        self.sinks.stdin.flush()
        return lab.answer(self.sinks)

    def source(self, seconds, rate):
        namespace, device = self.net.ends[0]
        return self.net.start(namespace, lab.SOURCE_CORE, os.path.join(self.build, 'source'),
                              os.path.join(self.build, 'source.bpf.o'), device, str(self.size), str(seconds), str(rate),
                              str(self.psn), self.switch.destination, stdout=-1)

    def ended(self, source):
        """How many frames a source that ends by itself or was told to has sent; the next goes on after them."""
        report_of = json.loads(lab.answer(source))
        self.psn = report_of['next_psn']
        return report_of['sent']

    def settle(self):
        """Slow traffic until the switch serves the group as it will under load; nobody looks at these copies."""
        source = self.source(SETTLE_SECONDS + lab.DEADLINE, CHECK_RATE)
        try:
            lab.wait_for(lambda: self.switch.settled(self.net), self.switch.settling, SETTLE_SECONDS)
        except LabError:
            self.switch.loaded(self.net)  # says why, where the switch says it
            raise
        source.send_signal(signal.SIGTERM)
        self.ended(source)
        self.drain()

    def drain(self):
        """Waits until nothing arrives at any sink any more."""
        lab.wait_for(lambda: not any(json.loads(self.tell('run %f' % PAUSE))['frames']), 'silence at the sinks')

    def checked(self):
        """The verdict on some traffic. Once more when copies are missing, which a standstill of the machine does too."""
        for _ in range(CHECKS):
            verdict = self.check()
            if not verdict['missing'] or verdict['wrong']:
                break
        return verdict

    def check(self):
        """Slow traffic, looked at frame by frame at every sink."""
        self.tell('look 1')
        lookers = []
        for i in range(1, self.copies + 1):
            namespace, device = self.net.ends[i]
            lookers.append(self.net.start(
                namespace, lab.SOURCE_CORE, sys.executable, os.path.join(os.path.dirname(__file__), 'check.py'),
                device, str(i), str(self.size), stdin=-1, stdout=-1))
        for looker in lookers:
            lab.answer(looker)
        sent = self.ended(self.source(CHECK_SECONDS, CHECK_RATE))
        self.drain()
        for looker in lookers:
            looker.stdin.close()
        seen = [json.loads(lab.answer(looker)) for looker in lookers]
        self.tell('look 0')
        return report.verdict(sent, seen, self.switch.right)

    def load(self, pids, runs, seconds):
        """As much as core 0 can send; counts after the warm-up."""
        source = self.source(self.switch.warm_up + runs * (seconds + 0.2) + 1, 0) if self.switch.replicates else None
        time.sleep(self.switch.warm_up)
        measured = []
        for _ in range(runs):
            meter = cpu.Meter(pids, source.pid if source else None)
            counts = json.loads(self.tell('run %f' % seconds))
            frames, took = counts['frames'], counts['seconds']
            measured.append({
                'copies_per_s': sum(frames) / took, 'bits_per_s': 8 * sum(counts['bytes']) / took,
                'least_share': min(frames) * self.copies / sum(frames) if sum(frames) else 0, 'cpu': meter.stop(took)})
        note = self.switch.loaded(self.net)
        if source:
            lab.stop(source)
        return {'runs': measured, **({'note': note} if note else {})}


class Priority:
    """Neighbours' background load would otherwise take turns on the two cores."""

    def __enter__(self):
        self.group = self.groups(-20)
        try:
            os.setpriority(os.PRIO_PROCESS, 0, -20)
        except PermissionError:
            print('no right to raise the priority: other load will show', file=sys.stderr)
        return self

    def __exit__(self, *_):
        if self.group is not None:
            self.groups(self.group)

    @staticmethod
    def groups(value):
        """Sets the priority of this session's group of tasks, where the kernel has such; returns the old one."""
        try:
            with open('/proc/self/autogroup') as file:
                old = int(file.read().split()[-1])
            with open('/proc/self/autogroup', 'w') as file:
                file.write(str(value))
            return old
        except (OSError, ValueError, IndexError):
            return None


def go_round(chosen, here, number):
    """Measures every switch of a cell once more and adds to its runs; what did not run is not tried again."""
    runs = (chosen.runs * (number + 1)) // chosen.rounds - (chosen.runs * number) // chosen.rounds
    for kind in switches.ALL:
        before = next((r for r in here['results'] if r['name'] == kind.name), None)
        if kind.name not in chosen.peers.split() or (before and 'runs' not in before):
            continue
        bench = Bench(chosen.build, kind(chosen.build), here['copies'], here['size'], looks=number == 0)
        result = bench.measure(runs, chosen.seconds)
        print(report.line(result), flush=True)
        if before is None:
            here['results'].append(result)
        elif 'runs' in result:
            before['runs'] += result['runs']
        else:
            before['failed'] = result.get('failed') or result['skipped']


def main():
    chosen = options()
    require_machine()
    signal.signal(signal.SIGTERM, lab.signalled)
    results = {'machine': machine(), 'quick': chosen.quick, 'runs': chosen.runs, 'rounds': chosen.rounds, 'seconds': chosen.seconds, 'cells': []}
    with Priority():
        for copies, size in chosen.cells:
            here = {'copies': copies, 'size': size, 'results': []}
            results['cells'].append(here)
            print('== 1 to %d, %d bytes' % (copies, size), flush=True)
            for number in range(chosen.rounds):
                go_round(chosen, here, number)
            if chosen.csv:
                report.append_csv(chosen.csv, here)
            if chosen.json:
                report.write_json(chosen.json, results)
    print()
    print(report.tables(results))
    sys.exit(0 if report.sound(results) else 1)


def started(program):
    """Runs a program's main: a signal or a lab that does not work ends it with 1, and the lab goes in any case."""
    try:
        program()
    except KeyboardInterrupt:
        sys.exit(1)
    except LabError as e:
        print('peers: %s' % e, file=sys.stderr)
        sys.exit(1)


if __name__ == '__main__':
    started(main)
