#!/usr/bin/env python3
"""Holds a running switch against endpoints that are not ours: soft-RoCE of the Linux kernel in virtual machines.

    interop/run.py                 everything that this machine can run
    interop/run.py --full          messages of 16 MiB too
    interop/run.py --only PATTERN  cases whose name matches (a regular expression)
    interop/run.py --within 430    on a slow machine without some cases that are like others
"""
import argparse
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time

import cases
import groups
import lab
from appliance import Appliance
from remote import Remote
from transfer import Group, check  # noqa: F401  Group's errors are LabErrors

SKIPPED = 77
PROGRAMS = {'qemu-system-x86_64': 'qemu-system-x86', 'cpio': 'cpio', 'depmod': 'kmod', 'modprobe': 'kmod',
            'dpkg-deb': 'dpkg', 'ip': 'iproute2'}
DATAGRAM_SHARE, TAP_SHARE = 0.35, 0.75     # of --within, after which a phase has no time for cases like others
FAULTS = (('loss=0.01,seed=7', 'fused'), ('loss=0.005,duplicate=0.01,corrupt=0.005,seed=11', 'staged'))


class Member:
    """One port of a guest, with the endpoint behind it and a channel more for commands."""

    def __init__(self, entry, channel, shell):
        self.port, self.ip, self.mac, self.guest = entry['name'], entry['ip'], entry['mac'], entry['guest']
        self.device = f'rxe{entry["port"]}'
        self.remote = channel
        self.shell = shell


class Bench:
    """A lab with a switch in it, and the tally of its cases."""

    def __init__(self, title, wanted, like_others_until=float('inf')):
        self.title, self.wanted, self.like_others_until = title, wanted, like_others_until
        self.left_out = []
        self.passed = self.failed = 0
        self.switch = None
        self.members = []
        self.notes = []

    def boot(self, guests, ports, net, machine=lab.ENDPOINTS):
        started = time.monotonic()
        self.directory = lab.boot(guests, ports, net, machine=machine)
        self.description = lab.describe(self.directory)
        channels = {guest['id']: list(guest['channels']) for guest in self.description['guests']}
        shells = {guest: Remote(left.pop()) for guest, left in channels.items()}
        self.members = [Member(entry, Remote(channels[entry['guest']].pop(0)), shells[entry['guest']])
                        for entry in self.description['ports']]
        self.spare = channels
        print(f'{self.title}: {guests} guests with {ports} ports each up in {time.monotonic() - started:.0f} s',
              flush=True)

    def set_tap_mtu(self, mtu):
        for entry in self.description['ports']:
            subprocess.run(['ip', '-n', self.description['namespace'], 'link', 'set', entry['device'], 'mtu', str(mtu)],
                           check=True)

    def start(self, driver, **more):
        self.switch = Appliance(self.directory, self.description, driver, **more)

    def stop(self):
        """Ends the switch as an operator does; a switch that will not end is a failed case."""
        switch, self.switch = self.switch, None
        self.case('the switch ends on SIGTERM', lambda _: switch.stop(), always=True)

    def case(self, name, run, always=False, like_others=False):
        """Runs a case. One that is like others is left out, and named at the end, when time runs short."""
        if not always and self.wanted.only and not re.search(self.wanted.only, name):
            return
        if like_others and time.monotonic() > self.like_others_until:
            self.left_out.append(name)
            return
        self.notes = []
        started = time.monotonic()
        try:
            run(self)
            verdict, why = 'ok  ', ''
            self.passed += 1
        except (lab.LabError, OSError, KeyError, subprocess.SubprocessError) as problem:
            verdict, why = 'FAIL', f'\n      {type(problem).__name__}: {problem}'
            self.failed += 1
        notes = ', '.join([f'{time.monotonic() - started:.1f} s'] + self.notes)
        print(f'{verdict}  {self.title}: {name} ({notes}){why}', flush=True)
        if why:
            self.restore()

    def note(self, text):
        self.notes.append(text)

    def tally(self, key):
        return self.switch.tally(key)

    def copies(self):
        """Copies sent in either datapath: the switch counts those of the kernel by themselves."""
        return self.tally('copies_out') + self.tally('copies_by_the_kernel')

    def await_copies(self, total):
        """Waits until so many copies were sent since the switch began; returns how many there are."""
        deadline = time.monotonic() + 30
        while (sent := self.copies()) < total:
            check(time.monotonic() < deadline, f'the switch has sent {sent} copies, not {total}')
            time.sleep(0.005)
        return sent

    def gid_index(self, member):
        command = f'for f in /sys/class/infiniband/{member.device}/ports/1/gids/*; do read g <$f; ' \
                  f'case $g in *:ffff:{bytes(int(p) for p in member.ip.split(".")).hex()[:4]}:' \
                  f'{bytes(int(p) for p in member.ip.split(".")).hex()[4:]}) echo ${{f##*/}};; esac; done'
        return member.remote.shell(command=command)['output'].strip()

    def restore(self):
        """After a failed case: what the switch has counted, and endpoints as new."""
        if self.switch and self.switch.process.poll() is not None:
            print(f'      polycast run has ended: {self.switch.stderr()}', flush=True)
        elif self.switch:
            drops = self.switch.show('drops')['drops']
            print('      drops: ' + ', '.join(f'{d["where"]} {d["reason"]} {d["frames"]}' for d in drops), flush=True)
            # A port whose guest says nothing more shows here: its count stands still from case to case.
            ports = self.switch.show('ports')['ports']
            print('      frames in and out: ' + ', '.join(f'{p["name"]} {p["rx_frames"]} {p["tx_frames"]}' for p in ports),
                  flush=True)
        for member in self.members:
            member.remote.close()
            member.remote = Remote(member.remote.path)
            member.remote.kill()

    def end(self):
        if self.switch:
            self.switch.kill()
        if hasattr(self, 'directory'):
            lab.remove(self.directory)


def kill_endpoint(member):
    member.remote.kill()


def over_datagrams(bench):
    """One guest with four ports; frames in UDP datagrams; no privilege."""
    bench.boot(1, 4, 'datagram')
    bench.start('datagram')
    full = bench.wanted.full
    for path_mtu, receivers in ((1024, 3), (4096, 3), (1024, 2)):
        for operation in cases.OPERATIONS:
            bench.case(f'{operation}, path MTU {path_mtu}, {receivers} receivers',
                       lambda b: cases.every_size(b, operation, path_mtu, receivers, full and receivers == 3),
                       like_others=receivers == 2 and operation != 'send')
    for operation in ('send', 'write'):
        bench.case(f'{operation} across the PSN wrap', lambda b: cases.psn_wrap(b, operation))
    bench.case('initial PSN 0xFFFFFF', cases.starts_at_the_last_psn)
    bench.case('receiver not ready', cases.receiver_not_ready)
    bench.case('receiver refuses while another is late', cases.receiver_refuses)
    bench.case('source switch', cases.source_switch)
    bench.case('receiver killed', lambda b: cases.member_killed(b, kill_endpoint))
    bench.case('switch killed and started', lambda b: cases.switch_begins_anew(b, b.switch.restart))
    bench.case('switch replaced', lambda b: cases.switch_begins_anew(b, b.switch.replace))
    second_jobs(bench, '', (
        ('the switch stopped and started', lambda _: bench.switch.stop_and_start(), {}, False),
        ('the switch killed and started, initial PSN', lambda _: bench.switch.restart(), {'initial_psn': True}, True),
        ('the entry set again', cases.set_again, {}, False),
        ('other queue pairs, the entry set again', cases.other_queue_pairs, {'source': 1}, True),
        ('a pause, another source', cases.pause, {'source': 1}, False)))
    bench.stop()
    for fault, threading in FAULTS:
        bench.start('datagram', options=['--fault', fault], name=f'faulty-{threading}', threading=threading)
        for operation in cases.OPERATIONS:
            bench.case(f'{operation} under {fault}, {threading}', lambda b: cases.under_faults(b, operation),
                       like_others=operation in ('send_imm', 'write'))
        kinds = [part.split('=')[0] for part in fault.split(',') if not part.startswith('seed')]
        bench.case(f'counts of {fault}', lambda b: cases.faults_were_injected(b, kinds))
        bench.stop()


def second_jobs(bench, prefix, between):
    """Cases of two jobs: what comes between them, how it is done, more arguments, and whether it is like others."""
    for what, how, more, like_others in between:
        bench.case(f'{prefix}second job after {what}', lambda b: cases.second_job(b, how, **more),
                   like_others=like_others)


def over_taps(bench):
    """One guest for each port, on taps in a network namespace: links that the kernel knows."""
    bench.boot(4, 1, 'tap', lab.MANAGED)
    names = [member.port for member in bench.members]
    wires = [names[:2], names[2:]]
    for driver, largest, mtu in (('af_packet', 4096, 9000), ('af_xdp', 2048, 3500)):
        bench.set_tap_mtu(mtu)
        bench.case(f'{driver}: a group comes and goes', lambda b: groups.come_and_go(b, driver),
                   like_others=driver == 'af_xdp')
        if bench.switch:
            bench.stop()
        bench.start(driver, wires=wires, name=driver.replace('_', '-'))
        for path_mtu in (1024, largest):
            for operation in ('send', 'write_imm'):
                bench.case(f'{driver}: {operation}, path MTU {path_mtu}',
                           lambda b: cases.every_size(b, operation, path_mtu, 3),
                           like_others=(path_mtu == 1024) != (operation == 'send'))
        bench.case(f'{driver}: send, path MTU 1024, 2 receivers', lambda b: cases.every_size(b, 'send', 1024, 2),
                   like_others=True)
        bench.case(f'{driver}: source switch', cases.source_switch, like_others=driver == 'af_packet')
        bench.case(f'{driver}: switch killed and started', lambda b: cases.switch_begins_anew(b, b.switch.restart))
        if driver == 'af_xdp':
            second_jobs(bench, f'{driver}: ', (
                ('the switch killed and started', lambda _: bench.switch.restart(), {}, False),
                ('the entry set again', cases.set_again, {}, True),
                ('a pause', cases.pause, {}, False)))
        for program, size in (('ib_send_bw', 4096), ('ib_write_bw', 65536)):
            bench.case(f'{driver}: {program} across a wire', lambda b: cases.perftest(b, program, size),
                       like_others=program == 'ib_write_bw')
        if driver == 'af_xdp':
            bench.case(f'{driver}: guest killed', lambda b: cases.member_killed(b, lambda m: kill_guest(b, m)))
        bench.stop()


def kill_guest(bench, member):
    lab.end_guest(bench.directory / f'guest{member.guest}.pid')
    bench.members.remove(member)


def missing():
    """Installs what is missing when that is allowed; else says what it is."""
    packages = sorted({package for program, package in PROGRAMS.items() if not shutil.which(program)})
    if not shutil.which('apt-get'):
        return 'no apt-get: the guests are made of Debian packages'
    known = subprocess.run(['apt-cache', 'show', 'python3-pyverbs'], capture_output=True).returncode == 0
    if known and not packages:
        return None
    if os.geteuid():
        remedy = 'apt-get update' + (f' && apt-get install {" ".join(packages)}' if packages else '')
        return f'not root, and not there: {" ".join(packages) or "lists of packages"} (as root: {remedy})'
    return (None if known else apt('update')) or (apt('install', packages) if packages else None)


def apt(action, packages=()):
    """Runs apt-get; None when it did what it was told to."""
    print('apt-get', action, *packages, flush=True)
    quiet = dict(stdout=subprocess.DEVNULL, env={**os.environ, 'DEBIAN_FRONTEND': 'noninteractive'})
    options = ['-y', '--no-install-recommends'] if action == 'install' else []
    done = subprocess.run(['apt-get', '-qq', action, *options, *packages], **quiet)
    return f'apt-get {action} failed (no network?)' if done.returncode else None


def no_taps():
    if os.geteuid():
        return 'not root, which taps and namespaces need'
    if subprocess.run(['unshare', '--net', 'true'], stderr=subprocess.DEVNULL).returncode:
        return 'no permission to make network namespaces'
    if not os.path.exists('/dev/net/tun'):
        return 'no /dev/net/tun'
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--full', action='store_true', help='messages of 16 MiB too')
    parser.add_argument('--only', metavar="PATTERN", help="cases whose name matches")
    parser.add_argument('--phase', choices=['datagram', 'tap'], help='only this one')
    parser.add_argument('--within', type=float, metavar='SECONDS',
                        help='leave out cases that are like others when it will take longer')
    wanted = parser.parse_args()
    if wanted.within is not None and wanted.within <= 0:
        parser.error('--within is not above 0')
    started = time.monotonic()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))       # so that finally is reached
    why = 'not an x86-64 Linux' if (platform.system(), platform.machine()) != ('Linux', 'x86_64') else missing()
    if why:
        print(f'skipped: {why}')
        return SKIPPED
    passed = failed = 0
    for title, phase, cannot, share in (('datagram', over_datagrams, lambda: None, DATAGRAM_SHARE),
                                        ('tap', over_taps, no_taps, TAP_SHARE)):
        if wanted.phase not in (None, title):
            continue
        if cannot():
            print(f'skipped  {title}: {cannot()}')
            continue
        bench = Bench(title, wanted, *([] if wanted.within is None else [started + share * wanted.within]))
        try:
            phase(bench)
        except lab.CannotRun as problem:
            print(f'skipped: {problem}')
            return SKIPPED
        except lab.LabError as problem:
            print(f'FAIL  {title}: {problem}')
            bench.failed += 1
        finally:
            bench.end()
        if bench.left_out:
            print(f'skipped  {title}: slower than --within {wanted.within:g}, and like others: '
                  + '; '.join(bench.left_out))
        passed, failed = passed + bench.passed, failed + bench.failed
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
