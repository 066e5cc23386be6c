"""Network namespaces for tests: hosts on veth pairs around a namespace in which the switch runs.

Names carry the pid of the test, all is removed at the end, and a start sweeps what dead tests left.
"""
import contextlib
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEADLINE = 30
PREFIX = 'pct'


def run(*args, check=True, **kw):
    kw.setdefault('capture_output', True)
    kw.setdefault('text', True)
    done = subprocess.run(args, timeout=DEADLINE, **kw)
    if check and done.returncode != 0:
        raise RuntimeError('%s: status %d: %s' % (' '.join(args), done.returncode, done.stderr or done.stdout))
    return done


def sweep():
    """Removes namespaces of tests that no longer run."""
    for line in run('ip', 'netns', 'list').stdout.splitlines():
        name = line.split()[0] if line.split() else ''
        match = re.fullmatch(PREFIX + r'(\d+)[a-z]\w*', name)
        if match and not os.path.isdir('/proc/' + match.group(1)):
            run('ip', 'netns', 'del', name, check=False)


def wait_for(condition, what, seconds=DEADLINE):
    """Polls a state that no file descriptor tells of; fails with what was waited for."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise TimeoutError('no ' + what + ' within %d s' % seconds)
        time.sleep(0.02)


class Lab:
    """Namespaces h0..hN-1, each with device e0, its other end pK in namespace sw."""

    def __init__(self, hosts, mtu=1500):
        sweep()
        self.pid = os.getpid()
        self.mtu = mtu
        self.hosts = hosts
        self.children = []
        self.names = []
        try:
            self.sw = self.namespace('sw')
            self.h = [self.namespace('h%d' % i) for i in range(hosts)]
            for i in range(hosts):
                self.link(i)
        except BaseException:
            self.close()
            raise

    def namespace(self, tail):
        name = '%s%d%s' % (PREFIX, self.pid, tail)
        run('ip', 'netns', 'add', name)
        self.names.append(name)
        run('ip', '-n', name, 'link', 'set', 'lo', 'up')
        self.inside(name, 'sh', '-c', 'for d in all default; do echo 1 >/proc/sys/net/ipv6/conf/$d/disable_ipv6; done')
        return name

    def link(self, i):
        run('ip', '-n', self.sw, 'link', 'add', 'p%d' % i, 'type', 'veth', 'peer', 'name', 'e0', 'netns', self.h[i])
        for ns, dev in ((self.sw, 'p%d' % i), (self.h[i], 'e0')):
            run('ip', '-n', ns, 'link', 'set', dev, 'mtu', str(self.mtu))
        run('ip', '-n', self.h[i], 'link', 'set', 'e0', 'address', self.mac(i))
        run('ip', '-n', self.h[i], 'addr', 'add', self.ip(i) + '/24', 'dev', 'e0')
        # As the operator guide says: no checksum offload towards a port that sees raw frames.
        self.inside(self.h[i], 'ethtool', '-K', 'e0', 'tx', 'off', 'tso', 'off', 'gso', 'off', 'gro', 'off', check=False)
        for ns, dev in ((self.sw, 'p%d' % i), (self.h[i], 'e0')):
            run('ip', '-n', ns, 'link', 'set', dev, 'up')
        wait_for(lambda: 'UP' in json.loads(run('ip', '-j', '-n', self.h[i], 'link', 'show', 'e0').stdout)[0]['operstate'],
                 'carrier on h%d' % i)

    @staticmethod
    def mac(i):
        return '02:00:00:00:00:%02x' % (i + 1)

    @staticmethod
    def ip(i):
        return '10.0.0.%d' % (i + 1)

    def inside(self, ns, *args, **kw):
        return run('ip', 'netns', 'exec', ns, *args, **kw)

    def start(self, ns, *args, **kw):
        """Starts a program in a namespace; it ends with the lab."""
        child = subprocess.Popen(('ip', 'netns', 'exec', ns) + args, text=True, **kw)
        self.children.append(child)
        return child

    def polycast(self, config, name='switch'):
        """Starts `polycast run` and returns when it says that it is ready."""
        log = open(os.path.join(self.directory(), name + '.log'), 'a+')
        child = self.start(self.sw, os.path.join(ROOT, 'polycast'), 'run', '-c', config,
                           stdout=subprocess.PIPE, stderr=log)
        child.log = log
        child.ready = line_of(child, 'ready', log)
        return child

    def directory(self):
        path = os.path.join('/tmp', '%s%d' % (PREFIX, self.pid))
        os.makedirs(path, exist_ok=True)
        return path

    def capture(self, ns, dev, name, direction='in', expression=()):
        """Starts a capture; returns (child, file) once tcpdump listens."""
        path = os.path.join(self.directory(), name)
        child = self.start(ns, 'tcpdump', '-i', dev, '-Q', direction, '-w', path, '-U', '-s', '0',
                           '-B', '16384', '--immediate-mode', *expression, stderr=subprocess.PIPE)
        line_of(child, 'listening', None, child.stderr)
        return child, path

    def close(self):
        for child in self.children:
            stop(child)
        for name in self.names:
            run('ip', 'netns', 'del', name, check=False)
        shutil.rmtree(self.directory(), ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


@contextlib.contextmanager
def small_disk(lab, size):
    """A file system of so many bytes; what runs on it ends before it goes."""
    where = os.path.join(lab.directory(), 'disk')
    os.makedirs(where)
    run('mount', '-t', 'tmpfs', '-o', 'size=' + size, 'none', where)
    try:
        yield where
    finally:
        for child in lab.children:
            if child.poll() is None:
                child.kill()
                child.wait()
        run('umount', '-l', where)


def fill(disk):
    """Takes what room is left, to the last byte."""
    with open(os.path.join(disk, 'filler'), 'wb', buffering=0) as f, contextlib.suppress(OSError):
        while True:
            f.write(bytes(1 << 16))


def line_of(child, word, log, stream=None):
    """Reads a child's output until a line holds the word."""
    stream = stream or child.stdout
    end = time.monotonic() + DEADLINE * 2
    seen = []
    while time.monotonic() < end:
        readable, _, _ = select.select([stream], [], [], 1)
        if not readable:
            continue
        line = stream.readline()
        if not line:
            break
        seen.append(line)
        if word in line:
            return line
    if log:
        log.seek(0)
        seen.append(log.read())
    raise RuntimeError('no line with "%s" from %s; it said: %s' % (word, child.args, ''.join(seen)))


def stop(child, with_signal=signal.SIGTERM):
    if child.poll() is None:
        child.send_signal(with_signal)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(DEADLINE)
        if child.poll() is None:
            child.kill()
            child.wait()
    for stream in (child.stdin, child.stdout, child.stderr, getattr(child, 'log', None)):
        if stream:
            stream.close()
    return child.returncode


def note(text):
    print('  ' + text, file=sys.stderr, flush=True)
