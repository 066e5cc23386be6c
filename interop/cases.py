"""The test cases. Each is a function of a Bench; it raises when something is not as it has to be."""
import re
import time

from transfer import PATIENT, Group, check

OPERATIONS = ('send', 'send_imm', 'write', 'write_imm')
MIB = 1 << 20


def sizes(path_mtu):
    """(size, count): around every edge of segmentation, and long."""
    return [(1, 5), (path_mtu - 1, 2), (path_mtu, 2), (path_mtu + 1, 2), (3 * path_mtu, 2), (100_000, 3), (MIB, 1)]


def every_size(bench, operation, path_mtu, receivers, full=False):
    """All sizes over one connection."""
    memory = 17 * MIB if full else 2 * MIB
    group = Group(bench.switch, bench.members[:receivers + 1], path_mtu=path_mtu, memory=memory)
    for size, count in sizes(path_mtu) + ([(16 * MIB, 1)] if full else []):
        seconds = group.transfer(operation, size, count, seconds=120 if full else 30)
        if size == MIB:
            bench.note(f'1 MiB in {seconds * 1e3:.0f} ms')
    group.close()


def psn_wrap(bench, operation):
    group = Group(bench.switch, bench.members, psn=0xFFFFF8, memory=MIB)
    group.transfer(operation, 5000, 4)
    group.transfer(operation, 100, 4)
    group.close()


def starts_at_the_last_psn(bench):
    group = Group(bench.switch, bench.members, psn=0xFFFFFF, memory=MIB, initial_psn=True)
    group.transfer('send', 3000, 5)
    group.close()


def receiver_not_ready(bench):
    """One member posts its receives late: its RNR NAK reaches the source, and the rest wait."""
    before = bench.tally('rnr_naks_out')
    group = Group(bench.switch, bench.members, memory=MIB, connection=dict(timeout=14, retries=7, rnr_timer=20))
    late = group.members[-1]

    def post_late():
        group.prepare([m for m in group.members[1:] if m is not late], 'send', 3000, 4)
        time.sleep(0.1)
        group.prepare([late], 'send', 3000, 4)

    group.transfer('send', 3000, 4, late_post=post_late)
    group.close()
    check(bench.tally('rnr_naks_out') > before, 'no RNR NAK reached the source')


REMOTE_ACCESS_ERROR = 10         # IBV_WC_REM_ACCESS_ERR
WAIT_SECONDS = 60
IDLE_ANEW_SECONDS = 5           # protocol.idleAnew


def wait_until(held, text):
    """Waits for a state of the switch."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not held():
        check(time.monotonic() < deadline, f'{text}: not within {WAIT_SECONDS} s')
        time.sleep(0.02)


def repetition(bench, packets):
    """Waits until more than so many data frames have come, or the switch has sent an ACK; counts from now on."""
    def data_and_acks():
        now = bench.switch.counters()['tallies']
        return now['data_in'] + now['data_in_the_kernel'], now['acks_out']

    data, acks = data_and_acks()

    def seen():
        data_now, acks_now = data_and_acks()
        return data_now > data + packets or acks_now > acks

    return lambda: wait_until(seen, 'the source repeats')


def receiver_refuses(bench):
    """One member refuses for good while another's ACK is late: the source fails, it neither hangs nor succeeds."""
    before, refusals = bench.tally('fatal_naks_out'), bench.switch.ended('fatal NAK absorbed')
    group = Group(bench.switch, bench.members, memory=MIB, connection=PATIENT,
                  policy={'fatalNak': 'fail-group', 'silent': 'freeze'})
    source, refuses, late = group.members[0], group.members[1], group.members[-1]
    refuses.opened['rkey'] ^= 1             # the right region, another key: NAK 0x62, and its queue pair is broken
    group.set()
    late.remote.reset()                     # not ready to receive: it answers nothing, not even with a NAK
    source.remote.begin(operation='write', size=3000, count=4, depth=4)
    wait_until(lambda: bench.switch.ended('fatal NAK absorbed') > refusals, 'the member refuses')
    repetition(bench, group.packets(3000, 4))()     # of what was refused: it must not make the switch forget
    sent = source.remote.finish(seconds=0)
    check(sent['finished'] == 0 and not sent['statuses'] and bench.tally('fatal_naks_out') == before,
          f'the source was answered before the member that is late: {sent}')
    group.connect(late)
    sent = source.remote.finish(seconds=WAIT_SECONDS / 2)
    check(sent['finished'] == 0, f'{sent["finished"]} WRITEs succeeded that a member refused')
    check(sent['statuses'][:1] == [REMOTE_ACCESS_ERROR],
          f'the source was to fail with status {REMOTE_ACCESS_ERROR}: {sent["statuses"]}')
    check(bench.tally('fatal_naks_out') > before, 'the switch counts no fatal NAK')
    bench.note(f'{sent["seconds"]:.1f} s')
    group.close()


def second_job(bench, between, source=0, initial_psn=False):
    """Two jobs on the same hosts and the same entry, both from PSN 0: the second is not the first one's memory.

    between     called when the queue pairs of the first job are in state INIT again
    """
    group = Group(bench.switch, bench.members, psn=0, memory=2 * MIB, connection=PATIENT, initial_psn=initial_psn)
    group.transfer('send', 20_000, 30)                  # PSN 0 to 599
    group.reset(*group.members)
    group.psn = 0
    between(group)
    sender = group.members[source]
    receivers = [m for m in group.members if m is not sender]
    late = receivers[-1]
    # One receiver cannot have anything yet, so nothing can be acknowledged yet.
    group.connect(*[m for m in group.members if m is not late])
    group.prepare(receivers, 'send', 5000, 4)
    await_repetition = repetition(bench, group.packets(5000, 4))
    sender.remote.begin(operation='send', size=5000, count=4, seed=5004)
    await_repetition()
    sent = sender.remote.finish(seconds=0)
    check(sent['finished'] == 0 and not sent['statuses'], f'the source was answered before the member is there: {sent}')
    group.connect(late)
    sent = sender.remote.finish(seconds=WAIT_SECONDS / 2)
    check(sent['finished'] == 4 and not sent['statuses'], f'the second job does not begin: {sent}')
    for member in receivers:
        group.verify(member, 'send', 5000, 4, 'the second job')
    group.psn = group.packets(5000, 4)
    group.transfer('send', 20_000, 40, source=source)   # PSN 20 to 819: past the end of the first job
    group.transfer('write', 100_000, 2, source=source)
    group.close()


def set_again(group):
    change = group.set()
    check(change == 'anew', f'the answer to the set is {change}, not anew')


def other_queue_pairs(group):
    group.open()
    set_again(group)


def pause(_):
    """Longer than a switch takes a group's connections for the same."""
    time.sleep(1.1 * IDLE_ANEW_SECONDS)


def source_switch(bench):
    """The source moves from member to member; their queue pairs go through RESET and keep their QPN."""
    before = bench.tally('source_switches')
    group = Group(bench.switch, bench.members, memory=MIB, connection=PATIENT)
    group.transfer('send', 5000, 4, source=0)
    last = 0
    for source in (1, 2, 0):
        group.cycle(group.members[last], group.members[source])
        group.transfer('send', 5000, 4, source=source)
        group.transfer('write', 20_000, 2, source=source)
        last = source
    group.close()
    check(bench.tally('source_switches') >= before + 3, 'the switch counts fewer than 3 source switches')


def member_killed(bench, kill):
    """A receiver ends in mid-transfer: the group goes on without it, and the others miss nothing."""
    before = bench.tally('members_evicted')
    group = Group(bench.switch, bench.members, memory=8 * MIB, connection=PATIENT,
                  policy={'fatalNak': 'evict-member', 'silent': 'evict', 'silentAfter': '1s'})
    victim = group.members[-1]
    others = group.members[1:-1]
    group.prepare(group.members[1:], 'send', 50_000, 80)
    copies, struck = bench.copies(), []

    def strike():
        # In mid-transfer: some of the 11760 copies have gone, most have not.
        struck.append(bench.await_copies(copies + 300) - copies)
        kill(victim)

    seconds = group.transfer('send', 50_000, 80, seconds=60, receivers=[], meanwhile=strike, late_post=lambda: None)
    evicted = bench.tally('members_evicted') - before
    check(evicted == 1, f'{evicted} members were evicted, killed after {struck[0]} copies')
    for member in others:
        group.verify(member, 'send', 50_000, 80, 'transfer of the survivors')
    bench.note(f'{seconds:.1f} s with the eviction')
    group.members.remove(victim)
    group.transfer('write', 100_000, 2)
    group.close()


def switch_begins_anew(bench, how):
    """The switch ends and begins in mid-transfer: endpoints see a gap that their retries bridge."""
    group = Group(bench.switch, bench.members, memory=8 * MIB, connection=PATIENT)
    copies = bench.copies()

    def strike():
        bench.await_copies(copies + 300)
        started = time.monotonic()
        how()
        bench.note(f'another switch after {time.monotonic() - started:.1f} s')

    seconds = group.transfer('send', 50_000, 80, seconds=60, meanwhile=strike)
    bench.note(f'transfer {seconds:.1f} s')
    group.transfer('write', 100_000, 2)
    group.close()


def under_faults(bench, operation):
    """Faults on every hop and in both directions: everything arrives all the same."""
    group = Group(bench.switch, bench.members, memory=4 * MIB)
    seconds = group.transfer(operation, 3000, 60, depth=4, seconds=90)
    seconds += group.transfer(operation, 200_000, 4, depth=2, seconds=90)
    group.close()
    bench.note(f'{seconds:.1f} s')


FAULT_COUNTERS = {'loss': 'fault_lost', 'duplicate': 'fault_duplicated', 'corrupt': 'fault_corrupted'}


def faults_were_injected(bench, kinds):
    """The faults of this switch are those that were asked for, or the cases above say nothing."""
    ports = bench.switch.show('ports')['ports']
    for kind, counter in FAULT_COUNTERS.items():
        total = sum(port[counter] for port in ports)
        check((total > 0) == (kind in kinds), f'{total} frames met the fault {kind}')
        if total:
            bench.note(f'{kind} {total}')


PERFTEST_LINE = re.compile(r'^\s*(\d+)\s+(\d+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)', re.MULTILINE)


def perftest(bench, program, size, more=''):
    """A program that knows nothing of us, between two hosts whose ports are a wire of the switch."""
    server, client = bench.members[0], bench.members[1]
    address = f'-d {server.device} -x {bench.gid_index(server)} -m 1024 -s {size} -n 300 -F {more}'
    server.shell.ask('shell', command=f'timeout 60 {program} {address}', seconds=70)
    deadline = time.monotonic() + 20
    # Port 18515 in state LISTEN, in the kernel's own words.
    while server.remote.shell(command="grep -q ':4853 00000000:0000 0A' /proc/net/tcp")['status']:
        check(time.monotonic() < deadline, f'{program}: the server does not listen')
    address = f'-d {client.device} -x {bench.gid_index(client)} -m 1024 -s {size} -n 300 -F {more}'
    done = client.remote.shell(command=f'timeout 60 {program} {address} {server.ip}', seconds=70)
    server.shell.answer()
    line = PERFTEST_LINE.search(done['output'])
    check(done['status'] == 0 and line, f'{program}: status {done["status"]}: {done["output"][-400:]}')
    bench.note(f'{line.group(4)} MB/s')
