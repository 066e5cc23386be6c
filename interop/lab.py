"""Guests of the interop lab: where their files lie, how they start, how they end.

State lies under $POLYCAST_INTEROP, by default polycast-interop in ${TMPDIR:-/var/tmp}:

    image*/         kernel and system of a kind of guest (build-guest)
    run.PID/        one lab; PID is the process that it belongs to (PID 0: nobody, it stays)
      lab.json      guests, their ports and channels
      guestG.pid    process of guest G
      guestG.log    its console
      gG.C          command channel C of guest G, a Unix socket

A lab of a process that is gone is removed at the next start.
"""
import dataclasses
import fcntl
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
MTU = 4200                      # carries a path MTU of 4096
CHANNELS = 6                    # endpoints and shells that a guest can have at a time
READY = b'LAB-READY'
BOOT_SECONDS = 150


class LabError(Exception):
    """What, where, remedy: one line."""


class CannotRun(LabError):
    """This machine cannot run the lab; the text says what is missing."""


@dataclasses.dataclass(frozen=True)
class Machine:
    """What guests are made of; the default is one that holds endpoints."""

    image: str = 'image'            # directory of kernel and system
    packages: tuple = ()            # Debian packages in it, beyond those of every guest
    overlay: pathlib.Path = None    # archive that is unpacked over the system at start
    processors: int = 1
    memory: int = 0                 # MiB; 0: by the number of its ports
    words: str = ''                 # for the kernel's command line
    queues: int = 1                 # queue pairs of a data port; several: taps only
    management: bool = False        # a port more, by which the guest reaches the host as MANAGEMENT_HOST
    # Properties of the card of a data port. No offloads: every frame leaves the guest whole, with its checksums.
    card: str = 'csum=off,guest_csum=off,gso=off,host_mtu=9000'
    exceptions: dict = dataclasses.field(default_factory=dict)     # by port: {'queues': .., 'card': ..}


ENDPOINTS = Machine()
MANAGED = Machine(management=True)
MANAGEMENT_HOST = '10.9.0.2'    # leads to 127.0.0.1 of QEMU's network namespace


def state_directory():
    chosen = os.environ.get('POLYCAST_INTEROP')
    path = pathlib.Path(chosen or os.path.join(os.environ.get('TMPDIR') or '/var/tmp', 'polycast-interop'))
    path.mkdir(parents=True, exist_ok=True)
    return path


def command_line(pid):
    """Arguments of a process, empty when there is none."""
    try:
        return pathlib.Path(f'/proc/{pid}/cmdline').read_bytes().split(b'\0')
    except OSError:
        return []


def sweep():
    """Removes the labs of processes that are gone."""
    for directory in state_directory().glob('run.*'):
        owner = directory.name.split('.')[1]
        if owner.isdigit() and int(owner) and not command_line(owner):
            remove(directory)


def remove(directory):
    """Ends the guests of a lab by their pid files and removes its namespace and files."""
    for pid_file in directory.glob('guest*.pid'):
        end_guest(pid_file)
    description = describe(directory)
    if description.get('namespace'):
        subprocess.run(['ip', 'netns', 'delete', description['namespace']], stderr=subprocess.DEVNULL)
    shutil.rmtree(directory, ignore_errors=True)


def end_guest(pid_file):
    """Ends the process in a pid file if it is a guest of that directory; waits until it is gone."""
    try:
        pid = int(pid_file.read_text())
    except (OSError, ValueError):
        return
    mark = str(pid_file).encode()

    def alive():
        return mark in command_line(pid)

    for sign, seconds in ((signal.SIGTERM, 5), (signal.SIGKILL, 5)):
        if alive():
            os.kill(pid, sign)
        deadline = time.monotonic() + seconds
        while alive() and time.monotonic() < deadline:
            time.sleep(0.02)
    pid_file.unlink(missing_ok=True)


def describe(directory):
    try:
        return json.loads((directory / 'lab.json').read_text())
    except (OSError, ValueError):
        return {}


def free_udp_ports(count):
    """Port numbers of the loopback address that nobody holds now."""
    sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(count)]
    try:
        for each in sockets:
            each.bind(('127.0.0.1', 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def image(machine=ENDPOINTS):
    """Directory of the guest's image, which is built when it is missing or older than its recipe."""
    target = state_directory() / machine.image
    target.mkdir(exist_ok=True)
    with open(target / 'lock', 'w') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run([HERE / 'build-guest', target, *machine.packages], stderr=subprocess.PIPE, text=True)
    lines = [line for line in done.stderr.splitlines() if line.startswith('build-guest:')]
    if done.returncode == 77:
        raise CannotRun(lines[-1] if lines else 'the guest cannot be built')
    if done.returncode:
        raise LabError('build-guest failed: ' + done.stderr.strip())
    if lines:
        print(lines[-1], file=sys.stderr, flush=True)
    return target


def boot(guests, ports, net, owner=None, mtu=MTU, tap_mtu=9000, machine=ENDPOINTS):
    """Starts guests and returns the directory of the lab.

    guests  how many
    ports   data ports of each
    net     'datagram': frames in UDP datagrams, no privilege; 'tap': taps in a namespace of the lab's own
    owner   process that the lab belongs to, this one by default; 0 for nobody
    machine of each guest
    """
    owner = os.getpid() if owner is None else owner
    sweep()
    built = image(machine)
    directory = pathlib.Path(tempfile.mkdtemp(prefix=f'run.{owner}.', dir=state_directory()))
    description = {'net': net, 'namespace': None, 'mtu': mtu, 'ports': [], 'guests': []}
    try:
        if net == 'tap':
            description['namespace'] = f'pci{os.getpid()}'
        save(directory, description)
        if net == 'tap':
            make_namespace(description['namespace'])
        free = free_udp_ports(2 * guests * ports) if net == 'datagram' else []
        for guest in range(1, guests + 1):
            for port in range(ports):
                description['ports'].append(make_port(description, guest, port, free, tap_mtu, machine))
            description['guests'].append(
                {'id': guest, 'channels': [str(directory / f'g{guest}.{c}') for c in range(CHANNELS)]})
        save(directory, description)
        for guest in description['guests']:
            start_guest(directory, description, guest, built, machine)
        for guest in description['guests']:
            await_guest(directory, guest['id'])
    except BaseException:
        remove(directory)
        raise
    return directory


def save(directory, description):
    (directory / 'lab.json').write_text(json.dumps(description, indent=1))


def make_namespace(name):
    subprocess.run(['ip', 'netns', 'add', name], check=True)
    subprocess.run(['ip', '-n', name, 'link', 'set', 'lo', 'up'], check=True)
    for key in ('all', 'default'):
        subprocess.run(['ip', 'netns', 'exec', name, 'sysctl', '-qw', f'net.ipv6.conf.{key}.disable_ipv6=1'],
                       check=False)


def make_port(description, guest, port, free, tap_mtu, machine):
    """One data port: how the guest and how the switch reach it."""
    name = f'g{guest}p{port}'
    entry = {'name': name, 'guest': guest, 'port': port, 'ip': f'10.77.{guest}.{port + 1}',
             'mac': f'52:50:4c:00:{guest:02x}:{port:02x}', 'queues': machine.queues, 'card': machine.card,
             **machine.exceptions.get(port, {})}
    if description['net'] == 'datagram':
        entry['switch'], entry['host'] = free.pop(), free.pop()
    else:
        entry['device'] = name
        space = ['ip', '-n', description['namespace']]
        several = ['multi_queue'] if entry['queues'] > 1 else []
        subprocess.run(space + ['tuntap', 'add', 'dev', name, 'mode', 'tap', *several], check=True)
        subprocess.run(space + ['link', 'set', name, 'mtu', str(tap_mtu), 'up'], check=True)
    return entry


def start_guest(directory, description, guest, built, machine):
    number = guest['id']
    own_ports = [p for p in description['ports'] if p['guest'] == number]
    # An endpoint of a 16 MiB message holds that several times; the root file system is memory too.
    memory = machine.memory or 160 + 192 * len(own_ports)
    system = built / 'system'
    if machine.overlay:             # the kernel unpacks archives one over the other
        system = directory / f'guest{number}.system'
        with open(system, 'wb') as whole:
            for part in (built / 'system', machine.overlay):
                with open(part, 'rb') as archive:
                    shutil.copyfileobj(archive, whole)
    words = ['qemu-system-x86_64', '-name', f'polycast-guest{number}', '-machine', 'pc,usb=off',
             '-accel', 'tcg,thread=multi,tb-size=96', '-cpu', 'max', '-smp', processors(machine),
             '-m', str(memory),
             '-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot',
             '-kernel', str(built / 'kernel'), '-initrd', str(system),
             '-append', 'console=ttyS0 quiet loglevel=3 panic=1 mitigations=off audit=0 random.trust_cpu=on '
                        f'tsc=reliable no_timer_check lab.guest={number} lab.mtu={description["mtu"]} {machine.words}',
             '-serial', f'file:{directory}/guest{number}.log', '-device', 'virtio-rng-pci',
             '-device', f'virtio-serial-pci,max_ports={CHANNELS + 1}']
    for index, path in enumerate(guest['channels']):
        words += ['-chardev', f'socket,id=c{index},path={path},server=on,wait=off',
                  '-device', f'virtserialport,chardev=c{index},nr={index + 1}']
    for port in own_ports:
        words += net_arguments(port)
    if machine.management:
        words += ['-netdev', f'user,id=mg,net=10.9.0.0/24,host={MANAGEMENT_HOST}',
                  '-device', f'virtio-net-pci,netdev=mg,mac=52:50:4d:00:{number:02x}:00,romfile=']
    words += ['-pidfile', f'{directory}/guest{number}.pid', '-daemonize']
    if description['namespace']:
        words = ['ip', 'netns', 'exec', description['namespace']] + words
    done = subprocess.run(words, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    if done.returncode:
        raise LabError(f'guest {number} does not start: {done.stderr.strip()}')


def processors(machine):
    """Room for a second processor even where there is one, because QEMU before 9.0 leaves out the memory barriers
    of a machine that cannot have two. Its I/O thread runs beside the one processor all the same: a virtio queue
    then misses a kick, and stands still for ever."""
    return f'{machine.processors},maxcpus={max(machine.processors, 2)}'


def net_arguments(port):
    name = 'n%d' % port['port']
    if 'device' in port:
        backend = f'tap,id={name},ifname={port["device"]},script=no,downscript=no'
        if port['queues'] > 1:
            backend += f',queues={port["queues"]},vhost=off'
    else:
        backend = (f'dgram,id={name},local.type=inet,local.host=127.0.0.1,local.port={port["host"]},'
                   f'remote.type=inet,remote.host=127.0.0.1,remote.port={port["switch"]}')
    card = f'virtio-net-pci,netdev={name},mac={port["mac"]},romfile=,{port["card"]}'
    if port['queues'] > 1:
        card += f',mq=on,vectors={2 * port["queues"] + 2}'
    return ['-netdev', backend, '-device', card]


def await_guest(directory, number):
    log = directory / f'guest{number}.log'
    deadline = time.monotonic() + BOOT_SECONDS
    while time.monotonic() < deadline:
        text = log.read_bytes() if log.exists() else b''
        if READY in text:
            return
        if not command_line((directory / f'guest{number}.pid').read_text().strip()):
            break
        time.sleep(0.1)
    tail = text.decode(errors='replace').splitlines()[-8:]
    raise LabError(f'guest {number} did not come up; its console ends with:\n  ' + '\n  '.join(tail))
