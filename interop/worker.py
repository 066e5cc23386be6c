"""Works an object in a guest by JSON lines over a command channel.

A request is one line {"do": NAME, ...arguments}, its answer one line {"ok": true, ...} or {"ok": false, "error": TEXT}.
"""
import json
import os
import subprocess
import time


def talk(channel, target):
    """Each public method of the target is a request, and returns a dict."""
    lines = b''
    while True:
        piece = channel.read(65536)
        if not piece:
            time.sleep(0.02)                # the host's end is closed
            continue
        lines += piece
        while b'\n' in lines:
            line, lines = lines.split(b'\n', 1)
            reply = answer(target, line)
            channel.write(json.dumps(reply).encode() + b'\n')
            if reply.get('dying'):
                os._exit(1)                 # as when killed: the kernel takes the queue pair down


def answer(target, line):
    try:
        request = json.loads(line)
        action = request.pop('do')
        if action == 'hello':               # tells this talk's answers from an earlier one's
            return {'hello': request['token']}
        if action == 'die':
            return {'ok': True, 'dying': True}
        return {'ok': True, **getattr(target, action)(**request)}
    except Exception as problem:            # whatever it is, the host has to hear of it
        return {'ok': False, 'error': f'{type(problem).__name__}: {problem}'}


def shell(command, seconds=60):
    """Runs a command of the guest."""
    done = subprocess.run(['bash', '-c', command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=seconds)
    return {'status': done.returncode, 'output': done.stdout.decode(errors='replace')}
