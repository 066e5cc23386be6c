"""A `polycast run` process under test, worked through its own commands."""
import json
import pathlib
import signal
import socket
import subprocess
from threading import Timer

from lab import LabError

POLYCAST = pathlib.Path(__file__).resolve().parent.parent / 'polycast'
SWITCH_MAC = '02:50:4c:00:00:fe'
START_SECONDS = 120             # the first start may build
STOP_SECONDS = 15


class Appliance:
    """The switch of a lab: its configuration is made from the lab's ports."""

    def __init__(self, directory, description, driver, wires=(), options=(), name='lab', threading='auto', more=None):
        self.space = ['ip', 'netns', 'exec', description['namespace']] if description['namespace'] else []
        self.socket = directory / f'{name}.sock'
        more = more or {}
        configuration = {
            'switch': {'name': name, 'mac': SWITCH_MAC, **more.pop('switch', {})},
            # af_xdp has chunks of one page; elsewhere a path MTU of 4096 has to fit with its headers.
            'pipeline': {'threading': threading, 'chunkSize': 4096 if driver == 'af_xdp' else 8192,
                         **more.pop('pipeline', {})},
            'ports': [port_entry(port, driver) for port in description['ports']],
            'wires': [list(wire) for wire in wires],
            'control': {'socket': str(self.socket), 'counters': str(directory / f'{name}.counters'),
                        'state': str(directory / f'{name}.state')},
            **more,
        }
        file = directory / f'{name}.yaml'
        file.write_text(json.dumps(configuration, indent=1))        # JSON is YAML
        self.errors = open(directory / f'{name}.err', 'w+')
        self.command = self.space + [str(POLYCAST), 'run', '-c', str(file), *options]
        self._start()

    def _start(self, *more):
        self.process = subprocess.Popen(self.command + list(more), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=self.errors, text=True)
        try:
            self._await_ready()
        except BaseException:
            self.kill()
            raise

    def _await_ready(self):
        guard = Timer(START_SECONDS, self.process.kill)
        guard.start()
        line = self.process.stdout.readline()
        guard.cancel()
        if 'is ready' not in line:
            raise LabError(f'polycast run did not get ready: {line.strip()} {self.stderr()}')

    def stderr(self):
        self.errors.flush()
        self.errors.seek(0)
        return self.errors.read().strip()

    def _command(self, *words, text=None):
        done = subprocess.run([str(POLYCAST), *words], input=text, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise LabError(f'polycast {" ".join(words[:2])}: status {done.returncode}: {done.stderr.strip()}')
        return done.stdout

    def set_group(self, entry):
        """What became of the group: created, replaced, kept or anew."""
        return json.loads(self._command('group', 'set', '--json', '--socket', str(self.socket), '-',
                                        text=json.dumps(entry)))['change']

    def unset_group(self, group):
        self._command('group', 'unset', '--socket', str(self.socket), group)

    def show(self, what, *more):
        return json.loads(self._command('show', what, *more, '--socket', str(self.socket), '--json'))

    def counters(self):
        """As show counters, without the start of a command: for conditions that are waited for."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as control:
            control.settimeout(10)
            control.connect(str(self.socket))
            control.sendall(b'{"command":"show","what":"counters"}\n')
            return json.loads(control.makefile('rb').readline())

    def tally(self, key):
        return self.counters()['tallies'][key]

    def ended(self, label):
        """Frames that ended like this; the switch lists no ending of no frames."""
        return sum(ending['frames'] for ending in self.counters()['endings'] if ending['ending'] == label)

    def stop(self):
        """Asks it to end as an operator does; it has to say done."""
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise LabError(f'polycast run did not end within {STOP_SECONDS} s of SIGTERM') from None
        if status:
            raise LabError(f'polycast run ended with status {status}: {self.stderr()}')

    def restart(self):
        """kill -9, and another start on what it left."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self._start()

    def stop_and_start(self):
        """As an operator does, on the state file that the stop left."""
        self.stop()
        self.process.stdout.close()
        self._start()

    def replace(self):
        """Another process takes over; the old one has to say done."""
        old = self.process
        self._start('--replace')
        status = old.wait(STOP_SECONDS)
        old.stdout.close()
        if status:
            raise LabError(f'polycast run ended with status {status} when it was replaced: {self.stderr()}')

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.errors.close()


def port_entry(port, driver):
    entry = {'name': port['name'], 'driver': driver}
    if driver == 'datagram':
        entry.update(local=f'127.0.0.1:{port["switch"]}', remote=f'127.0.0.1:{port["host"]}')
    else:
        entry['device'] = port['device']
    return entry
