"""A group of real endpoints behind a switch, and transfers over it that are checked byte for byte."""
import itertools

from lab import LabError
from pattern import digest, payload

group_numbers = itertools.count(1)
STEADY = dict(timeout=14, retries=7)            # 67 ms, as fast as losses are to be repaired
PATIENT = dict(timeout=18, retries=7)           # 1.1 s: outlives a member that is given up


class CheckFailed(LabError):
    """What the endpoints saw is not what was sent."""


def check(held, text):
    if not held:
        raise CheckFailed(text)


class Group:
    """Endpoints joined to one McstID; every one of them can be the source."""

    def __init__(self, switch, members, path_mtu=1024, psn=0x1000, memory=1 << 21, policy=None, initial_psn=False,
                 connection=None):
        number = next(group_numbers)
        self.id = f'10.77.{240 + number // 250}.{1 + number % 250}'
        self.switch, self.members, self.path_mtu, self.memory = switch, list(members), path_mtu, memory
        self.connection = connection or STEADY
        self.open()
        self.psn, self.policy, self.initial_psn = psn, policy, initial_psn
        self.set()
        self.connect(*members)

    def open(self):
        """Gives every member a queue pair, another one when it has one."""
        together(self.members, 'open', [dict(device=m.device, ip=m.ip, path_mtu=self.path_mtu, memory=self.memory,
                                             spare_qps=index) for index, m in enumerate(self.members)], self._opened)

    def connect(self, *members):
        """Connects queue pairs to the group, at its PSN."""
        together(members, 'connect', [self.peer() for _ in members])

    def set(self):
        """Gives the switch the group as its members are now, and returns what became of it."""
        entry = {'id': self.id, 'paths': [self._path(m) for m in self.members]}
        if self.policy:
            entry['policy'] = self.policy
        if self.initial_psn:
            entry['initialPsn'] = self.psn
        return self.switch.set_group(entry)

    def _opened(self, member, reply):
        member.opened = reply

    def _path(self, member):
        return {'port': member.port,
                'host': {'ip': member.ip, 'mac': member.mac, 'qpn': member.opened['qpn']},
                'memory': {'va': member.opened['va'], 'rkey': member.opened['rkey'], 'length': self.memory}}

    def peer(self):
        """The virtual remote: every member is connected to the group itself, at its PSN."""
        return dict(ip=self.id, qpn=1, send_psn=self.psn, receive_psn=self.psn, **self.connection)

    def packets(self, size, count):
        return count * max(1, -(-size // self.path_mtu))

    def transfer(self, operation, size, count=1, source=0, depth=8, seconds=30, receivers=None, meanwhile=None,
                 late_post=None):
        """Sends from one member and checks what each of the others has; returns the sender's seconds.

        receivers   whose bytes are checked, all others by default
        meanwhile   called once the sender has started
        late_post   called instead of posting receives before the sender starts
        """
        sender = self.members[source]
        others = [m for m in self.members if m is not sender]
        if late_post is None:
            self.prepare(others, operation, size, count)
        sender.remote.ask('transmit', operation=operation, size=size, count=count, depth=depth, seed=size + count,
                          immediate=0x5000, seconds=seconds)
        if meanwhile:
            meanwhile()
        if late_post:
            late_post()
        sent = sender.remote.answer()
        self.psn = (self.psn + self.packets(size, count)) & 0xFFFFFF
        what = f'{operation} of {count} x {size} B at path MTU {self.path_mtu}'
        check(sent['finished'] == count and not sent['statuses'],
              f'{what}: {sent["finished"]} finished, statuses {sent["statuses"]}')
        for member in (others if receivers is None else receivers):
            self.verify(member, operation, size, count, what)
        return sent['seconds']

    def prepare(self, receivers, operation, size, count):
        for member in receivers:
            if operation.startswith('write'):
                member.remote.wipe(length=size * count)
            if operation == 'write_imm':        # consumes a receive, but none of its bytes
                member.remote.post(count=count, size=1, at=self.memory - 4096)
            elif operation != 'write':
                member.remote.post(count=count, size=size)

    def verify(self, member, operation, size, count, what):
        data = payload(size + count, size * count)
        if operation != 'write':
            got = member.remote.collect(count=count, seconds=10)
            check(not got['statuses'] and len(got['messages']) == count,
                  f'{what}: {member.port} has {len(got["messages"])} messages, statuses {got["statuses"]}')
            for index, message in enumerate(got['messages']):
                piece = data[index * size:(index + 1) * size]
                check(message['bytes'] == size, f'{what}: {member.port} message {index}: {message["bytes"]} B')
                if operation.endswith('imm'):
                    check(message.get('immediate') == 0x5000 + index,
                          f'{what}: {member.port} message {index}: immediate {message.get("immediate")}')
                if operation.startswith('send'):
                    check(message['sha256'] == digest(piece), f'{what}: {member.port} message {index}: other bytes')
            member.remote.forget()
        if operation.startswith('write'):
            got = member.remote.hash(length=size * count)
            check(got['sha256'] == digest(data), f'{what}: {member.port} has other bytes')

    def cycle(self, *members):
        """Takes queue pairs through RESET: they keep their QPN and go on at the group's PSN."""
        self.reset(*members)
        self.connect(*members)

    def reset(self, *members):
        for member in members:
            before = member.opened['qpn']
            after = member.remote.reset()['qpn']
            check(after == before, f'{member.port}: QPN {before} became {after} through RESET')

    def close(self):
        self.switch.unset_group(self.id)
        together(self.members, 'close', [{} for _ in self.members])


def together(members, action, arguments, taken=None):
    """One request to each of several members at the same time."""
    for member, more in zip(members, arguments):
        member.remote.ask(action, **more)
    problems = []
    for member in members:
        try:
            reply = member.remote.answer()
            if taken:
                taken(member, reply)
        except LabError as problem:
            problems.append(str(problem))
    if problems:
        raise LabError('; '.join(problems))
