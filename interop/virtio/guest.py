"""A guest that holds the switch, and the switch in it."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import lab
from lab import LabError
from remote import Remote

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKAGES = ('openjdk-17-jre-headless', 'ethtool')
START_SECONDS = 240             # of a JVM under emulation, with its ports
STOP_SECONDS = 60
RUN = '/tmp/switch'


def overlay(target):
    """Writes the archive that is laid over the guest's system: Polycast's jars, and what runs in the guest."""
    jars = ROOT / 'cli' / 'target' / 'launch'
    if not jars.is_dir():
        raise LabError(f'no build of Polycast in {jars}: run {ROOT}/polycast version')
    with tempfile.TemporaryDirectory(dir=target.parent) as work:
        tree = pathlib.Path(work) / 'virtio'
        shutil.copytree(HERE / 'guest', tree)
        shutil.copytree(jars, tree / 'app', ignore=shutil.ignore_patterns('.*'))
        shutil.copy(ROOT / 'etc' / 'jvm.options', tree)
        names = '\n'.join(str(path.relative_to(work)) for path in [tree, *sorted(tree.rglob('*'))])
        with open(target, 'wb') as archive:
            subprocess.run(['cpio', '--create', '--format=newc', '--quiet'], input=names.encode(), stdout=archive,
                           cwd=work, check=True)


def machine(archive, **more):
    kernel = os.environ.get('INTEROP_KERNEL')
    return lab.Machine(image='-'.join(['image-switch', *([kernel] if kernel else [])]), packages=PACKAGES,
                       overlay=archive, memory=2048, words='lab.role=switch', **more)


class Guest:
    """Commands in the only guest of a lab."""

    def __init__(self, description):
        self.remote = Remote(description['guests'][0]['channels'][0], timeout=120)

    def run(self, command, seconds=60):
        """Output of a command of the guest; one that fails is an error."""
        done = self.remote.shell(command=command, seconds=seconds)
        if done['status']:
            raise LabError(f'in the guest: {command[:60]}: status {done["status"]}: {done["output"].strip()[-600:]}')
        return done['output']

    def facts(self, devices):
        return json.loads(self.run('python3 /virtio/facts.py ' + ' '.join(devices)))

    def kernel_says(self, pattern):
        """Lines of the kernel's log that match."""
        return [line for line in self.run('dmesg').splitlines() if re.search(pattern, line)]


class Switch:
    """`polycast run` in the guest."""

    def __init__(self, guest, configuration):
        self.guest = guest
        self.socket = configuration['control']['socket']
        self.pid = None
        guest.run(f"mkdir -p {RUN} && cat >{RUN}/config.yaml <<'END'\n{json.dumps(configuration, indent=1)}\nEND")

    def start(self):
        started = time.monotonic()
        self.guest.run(f'cd {RUN} && rm -f out err pid status && {{ setsid bash -c '
                       f"'/virtio/polycast run -c config.yaml >out 2>err & echo $! >pid; wait $!; echo $? >status' "
                       f'</dev/null >/dev/null 2>&1 & }}')
        self._await('is ready', 'cat out status 2>/dev/null', START_SECONDS)
        self.pid = int(self.guest.run(f'cat {RUN}/pid'))
        return time.monotonic() - started

    def _await(self, wanted, command, seconds):
        """Looks until a command's output has what is wanted; a line of digits alone is an exit status."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            output = self.guest.run(f'cd {RUN}; {command}; true')
            if wanted in output:
                return output
            if re.search(r'^\d+$', output, re.MULTILINE):
                break
            time.sleep(0.3)
        raise LabError(f'polycast run: no "{wanted}" within {seconds} s: {output.strip()} {self.complaints()}')

    def complaints(self):
        return self.guest.run(f'tail -n 12 {RUN}/err').strip()

    def remains(self):
        """What is left of one that has ended when it should not."""
        return self.guest.run(f'cd {RUN}; cat status out err; ls -l; dmesg | tail -n 5; true').strip()

    def ask(self, **request):
        text = self.guest.run(f"python3 /virtio/ask.py {self.socket} '{json.dumps(request)}'")
        if not text.strip():
            raise LabError(f'{request}: no answer: {self.remains()}')
        reply = json.loads(text)
        if not reply.get('ok'):
            raise LabError(f'{request}: {reply.get("error")}')
        return reply

    def tallies(self):
        return self.ask(command='show', what='counters')['tallies']

    def stop(self):
        """Asks it to end as an operator does; status of its process."""
        return self._end('TERM')

    def kill(self):
        return self._end('KILL')

    def _end(self, sign):
        self.guest.run(f'kill -{sign} {self.pid}')
        self.pid = None
        return int(self._await_status())

    def _await_status(self):
        deadline = time.monotonic() + STOP_SECONDS
        while time.monotonic() < deadline:
            status = self.guest.run(f'cat {RUN}/status 2>/dev/null; true').strip()
            if status:
                return status
            time.sleep(0.3)
        raise LabError(f'polycast run did not end within {STOP_SECONDS} s: {self.complaints()}')
