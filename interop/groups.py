"""A group that comes and goes: applications of examples/bcast.py, agents, a controller and a switch."""
import time

from appliance import Appliance
from cases import wait_until
from controller import AGENT_SOCKET, Controller, GuestAgent
from pattern import digest, payload
from remote import BROADCASTER, Remote
from transfer import check

NAME = 'job'
SIZES = (1, 1024, 300_000)
LONG = 8_000_000                # some seconds, so that hosts come and go in the middle of it
COPIES = 300                    # of its 16,000 copies or more, after which it counts as under way
SILENT_MS = 1000
NEWS_SECONDS = 60


class Host:
    """A guest with an agent and an application."""

    def __init__(self, member, channel, controller):
        self.name, self.ip, self.member = member.port, member.ip, member
        self.agent = GuestAgent(member.shell, member.port, member.ip, controller)
        self.app = Remote(channel, timeout=120, source=BROADCASTER)
        self.app.open(ip=self.ip)
        self.joined = None

    def begin_join(self):
        """All hosts of a group join at the same time, because the group begins when all are there."""
        self.app.ask('join', agent=AGENT_SOCKET, group=NAME)

    def end_join(self):
        self.joined = self.app.answer()

    def is_linked(self):
        return self.app.linked(agent=AGENT_SOCKET)['linked']

    def end(self):
        self.agent.kill(*([self.joined['pid']] if self.joined else []))
        self.app.close()

    def news(self):
        return [tuple(each) for each in self.app.news()['news']]

    def has_news(self, event, ip):
        return (event, ip) in self.news()


class Job:
    """The group and its hosts, on a switch that knows no group of its own."""

    def __init__(self, bench, driver):
        self.bench = bench
        self.controller = Controller(bench.directory, bench.description, f'controller-{driver}')
        self.hosts, self.seed, self.psn, self.driver = [], 1, None, driver

    def start(self):
        bench = self.bench
        bench.switch = Appliance(bench.directory, bench.description, self.driver,
                                 name=f'groups-{self.driver.replace("_", "-")}',
                                 more=self.controller.switch_section(bench.description['ports']))
        self.controller.start()
        self.hosts = [Host(member, bench.spare[member.guest][0], self.controller) for member in bench.members]
        for host in self.hosts:
            wait_until(host.is_linked, f'the agent of {host.name} has a controller')

    def create(self, hosts):
        """Returns the hosts in the controller's order: the first one's agent leads the registration."""
        asked = self.controller.ask('POST', '/v1/groups', {
            'name': NAME, 'hosts': [host.ip for host in hosts], 'wait_ms': 30_000, 'silent': 'evict',
            'silent_after_ms': SILENT_MS, 'fatal_nak': 'evict-member'})
        try:
            # A host that joins before begins the group alone, with other options.
            wait_until(lambda: asked.poll() is not None or self.controller.request('GET', '/v1/groups')['groups'],
                       'the controller has the group')
            for host in hosts:
                host.begin_join()
        finally:
            made = self.controller.answer(asked)
        for host in hosts:
            host.end_join()
        self.psn = hosts[0].joined['psn']
        check(not made['missing'] and made['mode'] == 'tree', f'the group is {made}')
        places = [each['ip'] for each in made['members']]
        return sorted(hosts, key=lambda host: places.index(host.ip))

    def ask(self, host, root, size):
        """A host calls the next broadcast; it takes the first of which it gets all."""
        host.app.ask('broadcast', root=root.ip, size=size, seed=self.seed + 1)

    def broadcast(self, hosts, root, size, meanwhile=None, lost=(), asked=()):
        """All hosts take part, and have the same bytes but for those that are lost on the way."""
        for host in hosts:
            if host not in asked:
                self.ask(host, root, size)
        self.seed += 1
        if meanwhile:
            copies = self.bench.copies()
            self.bench.await_copies(copies + COPIES)
            meanwhile()
        wanted = digest(payload(self.seed, size))
        answers = {host: host.app.answer() for host in hosts if host not in lost}
        for host, got in answers.items():
            check(got['sha256'] == wanted, f'{host.name} has other bytes of a broadcast of {size} B by {root.name}')
        check(len({got['psn'] for got in answers.values()}) == 1,
              f'the hosts are at different PSNs: {[(host.name, got["psn"]) for host, got in answers.items()]}')
        self.psn = answers[root]['psn']
        return answers[root]['seconds']

    def every_size(self, hosts, root):
        for size in SIZES:
            self.broadcast(hosts, root, size)

    def tables(self):
        return self.bench.switch.show('groups')['groups']

    def end(self):
        """Ends what the case has started but the switch, whatever state it is in."""
        self.controller.stop()
        for host in self.hosts:
            host.end()


def come_and_go(bench, driver):
    """Two roots and more, a late joiner, one killed, one that comes back; then nothing is left."""
    job = Job(bench, driver)
    try:
        job.start()
        *founders, late = job.hosts
        leader, second, third = job.create(founders)
        for root in (leader, second):
            job.every_size([leader, second, third], root)
        join_in_mid_transfer(bench, job, leader, [second, third], late)
        for root in (second, late):
            job.every_size(job.hosts, root)
        kill_in_mid_transfer(bench, job, second, [leader, late], third)
        job.every_size([leader, second, late], late)
        come_back(job, third)
        for root in (second, third):
            job.every_size(job.hosts, root)
        delete(job)
    except Exception:
        for host in job.hosts:
            print(f'      agent of {host.name}: {host.agent.log().strip()}', flush=True)
        raise
    finally:
        job.end()


def join_in_mid_transfer(bench, job, root, others, late):
    """The root goes on behind the PSN that the late one expects, and the others miss nothing."""
    def join():
        started = time.monotonic()
        late.begin_join()
        late.end_join()
        bench.note(f'joined in {time.monotonic() - started:.1f} s')
        job.ask(late, root, SIZES[0])       # of this transfer it gets the end alone, and takes the next one

    begin = job.psn
    seconds = job.broadcast([root, *others], root, LONG, meanwhile=join)
    at = (late.joined['psn'] - begin) % (1 << 24)
    check(0 < at < (job.psn - begin) % (1 << 24), f'{late.name} joined {at} packets after the begin of the transfer')
    bench.note(f'{LONG / 1e6:g} MB in {seconds:.1f} s with a join')
    job.broadcast([root, *others, late], root, SIZES[0], asked=[late])


def kill_in_mid_transfer(bench, job, root, others, victim):
    """Agent and program of a host end at once: the others have all, and hear of the eviction."""
    before = bench.tally('members_evicted')
    seconds = job.broadcast([root, *others, victim], root, LONG, lost=[victim],
                            meanwhile=lambda: victim.agent.kill(victim.joined['pid']))
    bench.note(f'in {seconds:.1f} s with a member killed')
    check(bench.tally('members_evicted') == before + 1, 'the switch has evicted another number of members than one')
    for host in (root, *others):
        wait_until(lambda: host.has_news('evicted', victim.ip), f'{host.name} hears that {victim.name} was evicted')


def come_back(job, host):
    """The evicted host joins again, with another queue pair."""
    before = host.joined['qpn']
    host.agent.start()
    host.app.start()
    host.app.open(ip=host.ip)
    wait_until(host.is_linked, f'the agent of {host.name} has a controller again')
    host.begin_join()
    host.end_join()
    check(host.joined['qpn'] != before, f'{host.name} has the queue pair of before')


def delete(job):
    job.controller.group('delete', NAME)
    for host in job.hosts:
        wait_until(lambda: host.has_news('deleted', None), f'{host.name} hears that the group is deleted')
    check(not job.tables(), f'the switch still has {job.tables()}')
    left = job.controller.group('list')['groups']
    check(not left, f'the controller still has {left}')
