"""A `polycast controller` under test, its host agents in the guests, and the keys that they share."""
import base64
import json
import pathlib
import secrets
import subprocess
import sys
from threading import Timer

import lab
from appliance import POLYCAST
from lab import LabError

AGENT = pathlib.Path(__file__).resolve().parent.parent / 'examples' / 'agent.py'
PREFIX = '10.77.253.0/24'       # in the guests' subnet, so they ask for its addresses by ARP
HTTP, AGENTS, LOG = 7944, 7946, 7950
AGENT_SOCKET = '/run/agent.sock'
START_SECONDS = 60
STOP_SECONDS = 15
# Runs in the lab's network namespace.
REQUEST = '''
import json, sys, urllib.error, urllib.request
method, url, body = sys.argv[1:]
request = urllib.request.Request(url, body.encode() or None, {"Content-Type": "application/json"}, method=method)
try:
    print(urllib.request.urlopen(request, timeout=60).read().decode())
except urllib.error.HTTPError as problem:
    sys.exit(f"{problem.code}: {problem.read().decode()}")
'''


class Controller:
    """One node on the host's side, which keeps its files in the lab's directory."""

    def __init__(self, directory, description, name):
        self.space = ['ip', 'netns', 'exec', description['namespace']] if description['namespace'] else []
        self.directory, self.name = directory, name
        self.secrets = {name: secrets.token_hex(32) for name in ('mrp.key', 'agent.token')}
        for each, secret in self.secrets.items():
            file = directory / each
            file.touch(mode=0o600)
            file.write_text(secret + '\n')
        configuration = {
            'controller': {'name': 'lab', 'prefix': PREFIX},
            'cluster': {'directory': str(directory / name), 'nodes': [
                {'log': f'127.0.0.1:{LOG}', 'http': f'127.0.0.1:{HTTP}', 'agents': f'127.0.0.1:{AGENTS}'}]},
            'security': {'agentToken': str(directory / 'agent.token')},
        }
        self.file = directory / f'{name}.yaml'
        self.file.write_text(json.dumps(configuration, indent=1))       # JSON is YAML

    def start(self):
        """Returns when it says that it has started."""
        self.errors = open(self.directory / f'{self.name}.err', 'w+')
        self.process = subprocess.Popen(self.space + [str(POLYCAST), 'controller', '-c', str(self.file)],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        guard = Timer(START_SECONDS, self.process.kill)
        guard.start()
        line = self.process.stdout.readline()
        guard.cancel()
        if not line.startswith('controller lab'):
            self.errors.seek(0)
            raise LabError(f'polycast controller did not start: {line.strip()} {self.errors.read().strip()}')

    def switch_section(self, ports):
        """What makes a switch take groups of this controller: keys of its configuration."""
        routes = [{'prefix': f'{port["ip"]}/32', 'hops': [{'port': port['name'], 'host': {}}]} for port in ports]
        return {'switch': {'mcstPrefix': PREFIX}, 'pipeline': {'wait': 'blocking'},
                'registration': {'keys': [{'id': 1, 'file': str(self.directory / 'mrp.key')}], 'unicast': routes}}

    def request(self, method, path, document=None):
        """The document that answers a request of HTTP."""
        return self.answer(self.ask(method, path, document))

    def ask(self, method, path, document=None):
        """Begins a request of HTTP; answer() takes what it returns."""
        body = '' if document is None else json.dumps(document)
        return subprocess.Popen([*self.space, sys.executable, '-c', REQUEST, method, f'http://127.0.0.1:{HTTP}{path}', body],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def answer(self, asked):
        """The document that answers a request; it gives up a minute and a half from now."""
        try:
            out, errors = asked.communicate(timeout=90)
        except subprocess.TimeoutExpired:
            asked.kill()
            asked.communicate()
            raise
        if asked.returncode:
            raise LabError(f'{" ".join(asked.args[-3:-1])}: {errors.strip()}')
        return json.loads(out)

    def group(self, *words):
        """Runs polycast group."""
        done = subprocess.run([*self.space, str(POLYCAST), 'group', *words, '--json', '--controller',
                               f'http://127.0.0.1:{HTTP}'], capture_output=True, text=True, timeout=90)
        if done.returncode:
            raise LabError(f'polycast group {" ".join(words)}: {done.stdout.strip()} {done.stderr.strip()}')
        return json.loads(done.stdout)

    def stop(self):
        """Ends it; it is no error when it never started."""
        if not hasattr(self, 'process'):
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.errors.close()


class GuestAgent:
    """examples/agent.py in a guest; shell is a channel for commands."""

    def __init__(self, shell, name, ip, controller):
        self.shell = shell
        put(shell, '/run/agent.py', AGENT.read_text())
        for secret, text in controller.secrets.items():
            put(shell, f'/run/{secret}', text)
        # A host that knows a group's MAC from an earlier switch would not ask this one, which then knows no MAC of it.
        run(shell, f'ip neigh flush to {PREFIX}')
        self.command = (f'exec python3 /run/agent.py --name {name} --ip {ip} --socket {AGENT_SOCKET} --key 1:/run/mrp.key '
                        f'--controller {lab.MANAGEMENT_HOST}:{AGENTS} --token-file /run/agent.token')
        self.start()

    def start(self):
        self.pid = run(self.shell, f'({self.command}) </dev/null >>/run/agent.log 2>&1 & echo $!').strip()

    def log(self):
        return run(self.shell, 'cat /run/agent.log')

    def kill(self, *others):
        """kill -9, of other processes of the guest at the same time; those that are gone are no error."""
        self.shell.shell(command=' '.join(['kill -9', self.pid, *map(str, others)]))


def put(shell, path, text):
    """A file of a guest that nobody else reads."""
    run(shell, f'umask 077; base64 -d >{path} <<<{base64.b64encode(text.encode()).decode()}')


def run(shell, command):
    done = shell.shell(command=command)
    if done['status']:
        raise LabError(f'in the guest: {command[:60]}: status {done["status"]}: {done["output"].strip()[-400:]}')
    return done['output']
