#!/usr/bin/env python3
"""Runs the switch in a virtual machine, on virtio-net devices with several queues, and holds its frames against
an implementation of the protocol that is not ours.

    interop/virtio/main.py                      both datapaths, as far as they are there
    interop/virtio/main.py --datapath user      only this one
    interop/virtio/main.py --shards 2           fused shards, each with queues of its own on all devices
    interop/virtio/main.py --only PATTERN       cases whose name matches (a regular expression)
    INTEROP_KERNEL=linux-image-amd64 interop/virtio/main.py         another kernel of Debian's in the guest
"""
import argparse
import json
import os
import pathlib
import platform
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import checks  # noqa: E402
import lab  # noqa: E402
import run as endpoints  # noqa: E402
from guest import ROOT, RUN, Guest, Switch, machine, overlay  # noqa: E402
from tap import Tap  # noqa: E402
from traffic import MEMBERS, SWITCH_MAC, Flow, check  # noqa: E402

FLOWS = 16
MTU = 2200                      # carries a path MTU of 2048, and is what virtio-net takes in one piece
PROCESSORS = 2
NEWER_KERNEL = 'linux-image-6.12-amd64'
DEVICES = [f'data{port}' for port in range(MEMBERS)]
# What the devices differ in. XDP wants as many queue pairs again as there are processors; where the card has
# them the driver takes them when a program is attached, else all processors send under locks.
QUEUES = {'data0': 4, 'data1': 4, 'data2': 2, 'data3': 1, 'data4': 4, 'data5': 4}
MOST_SHARDS = 2                 # of a guest with two processors
ODD_CARDS = {4: 'ctrl_guest_offloads=off', 5: 'mrg_rxbuf=off'}


class VirtioBench(endpoints.Bench):
    """One guest with a switch, its taps, and the tally of its cases."""

    def __init__(self, title, wanted):
        super().__init__(title, wanted)
        self.shards = wanted.shards
        self.taps, self.odd_taps, self.devices = [], {}, DEVICES

    def boot(self):
        started = time.monotonic()
        ports = {port: {'queues': max(QUEUES[f'data{port}'], self.shards),
                        'card': ODD_CARDS.get(port, 'mrg_rxbuf=on')}
                 for port in range(len(QUEUES))}
        with tempfile.TemporaryDirectory(dir=lab.state_directory()) as place:
            archive = pathlib.Path(place) / 'overlay'
            overlay(archive)
            self.directory = lab.boot(1, len(QUEUES), 'tap', mtu=MTU,
                                      machine=machine(archive, processors=PROCESSORS, exceptions=ports))
        self.description = lab.describe(self.directory)
        self.guest = Guest(self.description)
        # Cards sort out frames for other hosts. The switch asks for all, but only while it lives.
        self.guest.run('for device in data0 data1; do ip link set $device promisc on; done')
        every = [Tap(self.description['namespace'], port['device']) for port in self.description['ports']]
        self.taps, self.odd_taps = every[:MEMBERS], dict(zip(ODD_CARDS, every[MEMBERS:]))
        print(f'{self.title}: guest with kernel {self.guest.run("uname -r").strip()}, {PROCESSORS} processors, '
              f'{len(QUEUES)} devices up in {time.monotonic() - started:.0f} s', flush=True)

    def configuration(self, datapath, devices=(), mode='native', wires=()):
        """Of a switch whose ports are the devices, and whose groups are those of the flows."""
        self.flows = [Flow(number) for number in range(FLOWS)] if devices == DEVICES else []
        return {
            'switch': {'name': datapath, 'mac': SWITCH_MAC},
            'pipeline': {'threading': 'fused', 'datapath': datapath,
                         'shards': self.shards, **({'steering': 'destination'} if self.shards > 1 else {})},
            'kernel': {'whenSilent': 'open', 'heartbeat': '20s'},
            'ports': [{'name': device, 'driver': 'af_xdp', 'device': device, 'mode': mode} for device in devices],
            'wires': [list(wire) for wire in wires],
            'groups': [flow.entry() for flow in self.flows],
            'control': {'socket': f'{RUN}/{datapath}.sock', 'counters': f'{RUN}/{datapath}.counters',
                        'state': f'{RUN}/{datapath}.state'},
        }

    def queues(self):
        """By device, frames that the XDP program of each of its queues has seen."""
        return {device: fact['seenByXdp'] for device, fact in self.guest.facts(self.devices).items()}

    def print_facts(self, when, devices):
        for device, fact in self.guest.facts(devices).items():
            seen = ' '.join(f'{queue}:{count}' for queue, count in fact['seenByXdp'].items())
            print(f'      {when}  {device}: driver {"".join(fact["driver"])}, combined (most, now) '
                  f'{fact["combined"]}, mtu {fact["mtu"]}, XDP {fact["xdp"]}, XDP features: {fact["xdpFeatures"]}, '
                  f'seen by XDP, by queue: {seen or "-"}', flush=True)

    def restore(self):
        """After a failed case: what the switch and the devices have counted."""
        try:
            if self.switch and self.switch.pid:
                for what in ('drops', 'counters'):
                    print(f'      {what}: {json.dumps(self.switch.ask(command="show", what=what))}', flush=True)
        except lab.LabError as problem:
            print(f'      {problem}\n      polycast run: {self.switch.remains()}', flush=True)
        self.print_facts('now', self.devices)
        for tap in self.taps:
            tap.waiting()

    def end(self):
        for tap in [*self.taps, *self.odd_taps.values()]:
            tap.close()
        if hasattr(self, 'directory'):
            lab.remove(self.directory)


def refusal(configuration):
    """Why this build does not take a configuration; None when it does."""
    with tempfile.NamedTemporaryFile('w', suffix='.yaml') as file:
        json.dump(configuration, file)
        file.flush()
        done = subprocess.run([str(ROOT / 'polycast'), 'check', '-c', file.name], capture_output=True, text=True)
    return (done.stderr.strip() or done.stdout.strip()) if done.returncode else None


def what_the_kernel_offers(bench):
    """No verdict: facts of devices before any program, and which AF_XDP sockets their driver gives."""
    bench.print_facts('before', sorted(QUEUES))
    offloads = bench.guest.facts(['data0'])['data0']['offloads']
    print('      offloads of data0: ' + ', '.join(f'{name} {state}' for name, state in offloads.items()), flush=True)
    found = json.loads(bench.guest.run('python3 /virtio/zerocopy.py data0 data2'))
    for device, binds in found.items():
        print(f'      AF_XDP bind on {device}: ' + ', '.join(f'{k}: {v}' for k, v in binds.items()), flush=True)
    check(all(binds['copy'] == 'ok' for binds in found.values()), f'no AF_XDP socket in copy mode: {found}')


def comes_up(bench, datapath):
    bench.switch = Switch(bench.guest, bench.configuration(datapath, DEVICES, wires=[DEVICES[:2]]))
    bench.note(f'ready after {bench.switch.start():.0f} s')
    bench.print_facts('serving', DEVICES)
    modes = {device: fact['xdp'] for device, fact in bench.guest.facts(DEVICES).items()}
    check(set(modes.values()) == {'native'}, f'attached as {modes}')
    for line in bench.guest.kernel_says('XDP request'):
        print(f'      kernel: {line}', flush=True)


def serves(bench, datapath):
    """All cases of one datapath."""
    reason = refusal(bench.configuration(datapath, DEVICES))
    if reason:
        print(f'skipped  {bench.title}: datapath {datapath}: {reason.splitlines()[0]}', flush=True)
        return
    bench.case(f'{datapath}: comes up on all queues, native', lambda b: comes_up(b, datapath), always=True)
    if not bench.switch or not bench.switch.pid:
        return
    bench.case(f'{datapath}: every copy', checks.every_copy)
    bench.case(f'{datapath}: one ACK for all', checks.one_aggregate)
    if datapath == 'kernel':
        bench.case('kernel: groups move to it', checks.moves_to_the_kernel)
        bench.case('kernel: every copy, by it', checks.every_copy)
        bench.case('kernel: one ACK for all of these', checks.one_aggregate)
    bench.case(f'{datapath}: loss at one member', checks.loss_at_one_member)
    bench.case(f'{datapath}: killed, its wire goes on in the kernel', checks.crosses_while_dead, always=True)
    bench.case(f'{datapath}: begins anew on what was left', checks.begins_anew, always=True)
    bench.case(f'{datapath}: loss at one member, after that', checks.loss_at_one_member)
    if bench.shards > 1:
        bench.case(f'{datapath}: what came to another shard was handed over', checks.handed_over)
    bench.case(f'{datapath}: ends on SIGTERM', checks.ends, always=True)
    bench.switch = None


def odd_cards(bench):
    """Cards that refuse, or only seem to take, a native program: the switch has to find the mode that works."""
    devices = [f'data{port}' for port in ODD_CARDS]
    bench.switch = Switch(bench.guest, bench.configuration('user', devices, mode='auto'))
    bench.switch.start()
    bench.print_facts('serving', devices)
    for line in bench.guest.kernel_says("Can't set XDP|XDP expects"):
        print(f'      kernel: {line}', flush=True)
    sent = checks.reach_the_switch(bench, devices)
    status = bench.switch.stop()
    bench.switch = None
    check(status == 0, f'status {status}')
    check(sent['data4'][0] == sent['data4'][1], 'a card in generic mode loses frames')


def choose_kernel():
    """Debian's newer kernel where there is one: before 6.3, none tells which devices take redirected frames."""
    if subprocess.run(['apt-cache', 'show', NEWER_KERNEL], capture_output=True).returncode == 0:
        os.environ.setdefault('INTEROP_KERNEL', NEWER_KERNEL)


def main():
    parser = argparse.ArgumentParser(prog='scripts/virtio-test', description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--datapath', choices=['user', 'kernel'], help='only this one')
    parser.add_argument('--shards', type=int, choices=range(1, MOST_SHARDS + 1), default=1,
                        help='fused shards (default: 1)')
    parser.add_argument('--only', metavar='PATTERN', help='cases whose name matches')
    wanted = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))       # so that finally is reached
    here = (platform.system(), platform.machine()) == ('Linux', 'x86_64')
    why = 'not an x86-64 Linux' if not here else endpoints.missing() or endpoints.no_taps()
    if why:
        print(f'skipped: {why}')
        return endpoints.SKIPPED
    choose_kernel()
    bench = VirtioBench('virtio', wanted)
    try:
        bench.boot()
        bench.case('what the kernel offers', what_the_kernel_offers)
        for datapath in [wanted.datapath] if wanted.datapath else ['user', 'kernel']:
            serves(bench, datapath)
        bench.case('odd cards', odd_cards)
    except lab.CannotRun as problem:
        print(f'skipped: {problem}')
        return endpoints.SKIPPED
    except lab.LabError as problem:
        print(f'FAIL  virtio: {problem}')
        bench.failed += 1
    finally:
        bench.end()
    print(f'{bench.passed} passed, {bench.failed} failed')
    return 1 if bench.failed else 0


if __name__ == '__main__':
    sys.exit(main())
