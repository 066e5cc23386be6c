"""Namespaces of the bench: one in which the switch under test runs, one for the source, one for each sink.

    h0 e0 --- p0 [ sw ] p1 --- e0 h1
    (source)            p2 --- e0 h2 ... (sinks)

Names carry the pid; all is removed at the end, and a start sweeps what dead runs left.
"""
import contextlib
import json
import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PREFIX = 'pcp'
DEADLINE = 60
MTU = 3498  # the largest round one below what veth allows an XDP program without fragments
SOURCE_CORE, SWITCH_CORE = 0, 1
GROUP, SWITCH_MAC = '10.255.0.1', '02:00:00:00:00:fe'


class LabError(Exception):
    """Something that the lab needs does not work; one line for people."""


def mac(i):
    """MAC address of the source (0) or of member i; src/plan.h has the same plan."""
    return '02:00:00:00:01:%02x' % i


def ip(i):
    return '10.0.0.%d' % (1 + i)


def qpn(i):
    return 256 + i


def run(*args, check=True, **kw):
    kw.setdefault('capture_output', True)
    kw.setdefault('text', True)
    try:
        done = subprocess.run(args, timeout=DEADLINE, **kw)
    except subprocess.TimeoutExpired:
        raise LabError('%s: no end within %d s' % (' '.join(args), DEADLINE)) from None
    if check and done.returncode != 0:
        raise LabError('%s: status %d: %s' % (' '.join(args), done.returncode, (done.stderr or done.stdout).strip()))
    return done


def sweep():
    """Removes namespaces and directories of runs that are gone."""
    temporary = tempfile.gettempdir()
    for name in os.listdir(temporary):
        match = re.fullmatch(PREFIX + r'(\d+)\.\w+', name)
        if match and not os.path.isdir('/proc/' + match.group(1)):
            shutil.rmtree(os.path.join(temporary, name), ignore_errors=True)
    for line in run('ip', 'netns', 'list').stdout.splitlines():
        name = line.split()[0] if line.split() else ''
        match = re.fullmatch(PREFIX + r'(\d+)[a-z]\w*', name)
        if match and not os.path.isdir('/proc/' + match.group(1)):
            run('ip', 'netns', 'del', name, check=False)


def wait_for(condition, what, seconds=DEADLINE):
    """Polls a state that no file descriptor tells of."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise LabError('no %s within %d s' % (what, seconds))
        time.sleep(0.05)


def signalled(*_):
    raise KeyboardInterrupt


class Lab:
    """The links, and the processes started in them."""

    def __init__(self, copies):
        sweep()
        self.copies = copies
        self.names = []
        self.children = []
        self.directory = tempfile.mkdtemp(prefix='%s%d.' % (PREFIX, os.getpid()))
        try:
            self.switch = self.namespace('sw')
            self.ends = [(self.namespace('h%d' % i), 'e0') for i in range(copies + 1)]
            for i, (namespace, device) in enumerate(self.ends):
                self.link(i, namespace, device)
        except BaseException:
            self.close()
            raise

    def namespace(self, tail):
        name = '%s%d%s' % (PREFIX, os.getpid(), tail)
        run('ip', 'netns', 'add', name)
        self.names.append(name)
        self.inside(name, 'sh', '-c', 'for d in all default; do echo 1 >/proc/sys/net/ipv6/conf/$d/disable_ipv6; done')
        return name

    def link(self, i, namespace, device):
        port = 'p%d' % i
        run('ip', '-n', self.switch, 'link', 'add', port, 'mtu', str(MTU), 'numrxqueues', '1', 'numtxqueues', '1',
            'address', '02:00:00:00:00:%02x' % i, 'type', 'veth', 'peer', 'name', device, 'mtu', str(MTU),
            'numrxqueues', '1', 'numtxqueues', '1', 'address', mac(i), 'netns', namespace)
        for ns, dev in ((self.switch, port), (namespace, device)):
            # Raw frames: nobody completes checksums, segments or merges, nobody asks for neighbours.
            self.inside(ns, 'ethtool', '-K', dev, 'tx', 'off', 'rx', 'off', 'tso', 'off', 'gso', 'off', 'gro', 'off',
                        check=False)
            run('ip', '-n', ns, 'link', 'set', dev, 'arp', 'off', 'up')
        if i == 0:
            # Copies could go back to the source's port if the source moved: a veth takes them with GRO at its peer.
            self.inside(namespace, 'ethtool', '-K', device, 'gro', 'on')
        wait_for(lambda: 'UP' in json.loads(run('ip', '-j', '-n', namespace, 'link', 'show', device).stdout)[0]['operstate'],
                 'carrier on ' + port)

    def inside(self, namespace, *args, **kw):
        return run('ip', 'netns', 'exec', namespace, *args, **kw)

    def gro(self, port, on):
        """What a veth without an XDP program needs in order to receive frames that were redirected to it."""
        self.inside(self.switch, 'ethtool', '-K', port, 'gro', 'on' if on else 'off')

    def start(self, namespace, core, *args, **kw):
        """Starts a program in a namespace, on one core or a list of them; it ends with the lab."""
        child = subprocess.Popen(('ip', 'netns', 'exec', namespace, 'taskset', '-c', str(core)) + args, text=True, **kw)
        self.children.append(child)
        return child

    def logged(self, core, name, *args, **kw):
        """Starts a switch; its output goes to a file. Returns the child, whose .log is the file's path."""
        path = os.path.join(self.directory, name + '.log')
        with open(path, 'w') as log:
            child = self.start(self.switch, core, *args, stdout=log, stderr=subprocess.STDOUT, **kw)
        child.log = path
        return child

    def close(self):
        for child in self.children:
            stop(child)
        for name in self.names:
            run('ip', 'netns', 'del', name, check=False)
        shutil.rmtree(self.directory, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def said(child, word, seconds=DEADLINE):
    """Waits until a logged child's output has the word; its death or silence is an error with its last lines."""
    def there():
        text = open(child.log).read()
        if word in text:
            return True
        if child.poll() is not None:
            raise LabError('%s ended with status %d: %s' % (name_of(child), child.returncode, tail(text)))
        return False

    try:
        wait_for(there, 'word "%s" of %s' % (word, name_of(child)), seconds)
    except LabError as e:
        raise LabError('%s (%s)' % (e, tail(open(child.log).read()))) from None


def name_of(child):
    return os.path.basename(child.log)[:-4]


def tail(text):
    return ' / '.join(line.strip() for line in text.strip().splitlines()[-2:])


def answer(child, seconds=DEADLINE):
    """One line of a child's standard output."""
    readable, _, _ = select.select([child.stdout], [], [], seconds)
    line = child.stdout.readline() if readable else ''
    if not line:
        raise LabError('no answer from %s' % os.path.basename(child.args[7]))
    return line


def stop(child, with_signal=signal.SIGTERM):
    if child.poll() is None:
        child.send_signal(with_signal)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(15)
        if child.poll() is None:
            child.kill()
            child.wait()
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream:
            stream.close()
    return child.returncode
