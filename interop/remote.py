"""The host's end of a command channel: an endpoint in a guest as an object."""
import json
import pathlib
import random
import socket

from lab import LabError

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent / 'examples'


def program(main, *modules):
    """Source of a program in a guest: files that it imports, and the one that runs."""
    lines = ['import sys, types']
    for path in modules:
        lines += [f'sys.modules[{path.stem!r}] = types.ModuleType({path.stem!r})',
                  f'exec(compile({path.read_text()!r}, {path.name!r}, "exec"), sys.modules[{path.stem!r}].__dict__)']
    return '\n'.join([*lines, f'exec(compile({main.read_text()!r}, {main.name!r}, "exec"))'])


ENDPOINT = program(HERE / 'endpoint.py', HERE / 'pattern.py', HERE / 'worker.py')
BROADCASTER = program(HERE / 'broadcaster.py', HERE / 'pattern.py', HERE / 'worker.py', EXAMPLES / 'verbsqp.py',
                      EXAMPLES / 'bcast.py')


class EndpointError(LabError):
    """A guest refused a request, or is not there any more."""


class Remote:
    """An endpoint behind the Unix socket of a channel; calls are requests: remote.open(...)."""

    def __init__(self, path, timeout=60, source=ENDPOINT):
        self.path, self.source = path, source
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(timeout)
        self.socket.connect(path)
        self.lines = b''
        self.start()

    def start(self):
        """Starts the program in the guest; whatever an earlier talk left in the channel is skipped."""
        token = random.getrandbits(48)
        self._write({'program': self.source})
        self._write({'do': 'hello', 'token': token})
        while self._read().get('hello') != token:
            pass

    def ask(self, action, **arguments):
        """Sends a request without waiting for its answer."""
        self._write({'do': action, **arguments})

    def answer(self):
        """Answer to the oldest request that has none yet."""
        reply = self._read()
        if not reply.get('ok'):
            raise EndpointError(f'{pathlib.Path(self.path).name}: {reply.get("error", reply)}')
        return reply

    def __getattr__(self, action):
        def call(**arguments):
            self.ask(action, **arguments)
            return self.answer()
        return call

    def kill(self):
        """Ends the endpoint's process in the guest, and starts another that has no queue pair."""
        self.ask('die')
        while not self.answer().get('dying'):
            pass                        # answers to requests that were still open
        self.start()

    def _write(self, document):
        try:
            self.socket.sendall(json.dumps(document).encode() + b'\n')
        except OSError as problem:
            raise EndpointError(f'{self.path}: {problem}') from problem

    def _read(self):
        while b'\n' not in self.lines:
            try:
                piece = self.socket.recv(1 << 16)
            except OSError as problem:
                raise EndpointError(f'{self.path}: {problem}') from problem
            if not piece:
                raise EndpointError(f'{self.path}: the guest is gone')
            self.lines += piece
        line, self.lines = self.lines.split(b'\n', 1)
        try:
            return json.loads(line)
        except ValueError:
            return {}

    def close(self):
        self.socket.close()
