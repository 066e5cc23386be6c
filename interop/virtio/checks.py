"""The test cases. Each is a function of a VirtioBench; it raises when something is not as it has to be."""
import time

import roce
from roce import SEQUENCE_NAK, after
from tap import gather
from traffic import MEMBERS, RTT_SECONDS, check, expect_bytes, expect_packets, member_ip, member_mac

RECEIVERS = range(1, MEMBERS)
MOVE_SECONDS = 10
MOVE_ROUNDS = 4


def arrive(bench, wanted, seconds=RTT_SECONDS):
    """Frames of all taps, once as many have come as are wanted of each, and what came besides."""
    taken = gather(bench.taps, lambda all: all_there(all, wanted), seconds)
    bench.switch.tallies()          # its answer comes after what it was doing
    for frames, tap in zip(taken, bench.taps):
        frames += tap.waiting()
    return taken


def all_there(taken, wanted):
    return all(len(frames) >= len(due) for frames, due in zip(taken, wanted))


def send(bench, flows, batches):
    """Packets of all groups, one of each group in turn, so that neighbours take different queues."""
    for row in zip(*batches):
        for packet in row:
            bench.taps[0].send(packet.frame())


def copies(bench, what, flows, batches, receivers=RECEIVERS):
    """Sends and holds every copy against what it has to be."""
    wanted = [[flow.copy(packet, member) for flow, batch in zip(flows, batches) for packet in batch]
              if member in receivers else [] for member in range(MEMBERS)]
    send(bench, flows, batches)
    taken = arrive(bench, wanted)
    for member in range(MEMBERS):
        expect_bytes(f'{what}, tap {member}', taken[member], wanted[member])
    return sum(len(due) for due in wanted)


def feedback(bench, what, answers, due):
    """Sends [(member, packet)] and holds what the source gets against what it has to get."""
    for member, packet in answers:
        bench.taps[member].send(packet.frame())
    taken = arrive(bench, [due] + [[]] * (MEMBERS - 1))
    expect_packets(what, taken[0], due)
    for member in RECEIVERS:
        check(not taken[member], f'{what}: {len(taken[member])} frames at tap {member}')


def all_acknowledge(flows):
    return [(member, flow.answer(member, after(flow.psn, -1))) for member in RECEIVERS for flow in flows]


def every_copy(bench):
    """SEND and WRITE of all forms on all groups: every byte of every copy."""
    before = bench.queues()
    batches = [flow.batch() for flow in bench.flows]
    count = copies(bench, 'copies', bench.flows, batches)
    used = {device: sum(now > before[device].get(queue, 0) for queue, now in after_.items())
            for device, after_ in bench.queues().items()}
    bench.note(f'{count} copies right, data came on {used["data0"]} queues')
    kernel = bench.switch.ask(command='show', what='counters').get('kernel')
    if kernel:
        bench.note('in the kernel: ' + ', '.join(f'{what} {number}' for what, number in kernel.items() if number))
    check(used['data0'] > 1 or len(before['data0']) == 1, 'all data came on one queue')


def one_aggregate(bench):
    """All receivers acknowledge: one ACK a group."""
    before = bench.switch.tallies()['acks_out']
    feedback(bench, 'aggregated ACKs', all_acknowledge(bench.flows),
             [flow.to_source(after(flow.psn, -1)) for flow in bench.flows])
    out = bench.switch.tallies()['acks_out'] - before
    check(out == len(bench.flows), f'{out} ACKs counted for {len(bench.flows)} groups')
    bench.note(f'{len(bench.flows) * len(RECEIVERS)} ACKs in, {out} out')


def moves_to_the_kernel(bench):
    """Groups with nothing outstanding leave the engine for the kernel; says of each that has not, why."""
    left = in_user_space(bench)
    for _ in range(MOVE_ROUNDS):
        if not left:
            break
        # One that came back, since a frame of it was late in a socket, is wanted there again with its next data.
        flows = [flow for flow in bench.flows if flow.id in left]
        copies(bench, 'copies', flows, [flow.batch() for flow in flows])
        feedback(bench, 'aggregated ACKs', all_acknowledge(flows),
                 [flow.to_source(after(flow.psn, -1)) for flow in flows])
        left = in_user_space(bench)
    check(not left, f'{len(left)} of {len(bench.flows)} groups are served in user space: {left}')
    tallies = bench.switch.tallies()
    bench.note(', '.join(f'{name} {count}' for name, count in tallies.items() if 'the_kernel' in name and count))


def in_user_space(bench):
    """Groups that are still there after a while, with the reasons."""
    deadline = time.monotonic() + MOVE_SECONDS
    while True:
        groups = bench.switch.ask(command='show', what='groups')['groups']
        left = {group['id']: group.get('datapath_reason') for group in groups if group['datapath'] != 'kernel'}
        if not left or time.monotonic() > deadline:
            return left


def loss_at_one_member(bench):
    """One member misses a packet: one NAK, a repair that goes to it alone, one ACK."""
    batches = [flow.batch() for flow in bench.flows]
    copies(bench, 'data', bench.flows, batches)
    gap = 7
    lost = [batch[gap].psn for batch in batches]
    others = [(member, flow.answer(member, after(flow.psn, -1))) for member in (1, 3) for flow in bench.flows]
    feedback(bench, 'ACKs of the others', others, [])
    naks = [(2, flow.answer(2, psn, SEQUENCE_NAK)) for flow, psn in zip(bench.flows, lost)]
    feedback(bench, 'NAKs', naks, [flow.to_source(psn, SEQUENCE_NAK) for flow, psn in zip(bench.flows, lost)])
    repaired = copies(bench, 'repair', bench.flows, [batch[gap:] for batch in batches], receivers=(2,))
    feedback(bench, 'ACKs of the repair', [(2, flow.answer(2, after(flow.psn, -1))) for flow in bench.flows],
             [flow.to_source(after(flow.psn, -1)) for flow in bench.flows])
    bench.note(f'{repaired} copies of the repair, to the one that missed them')


def handed_over(bench):
    """virtio-net has no rules for addresses: about half of the groups' frames come to the other shard's queues."""
    counters = bench.switch.ask(command='show', what='counters')
    wrong, all_frames = counters['tallies']['steered_wrong'], counters['tallies']['frames_in']
    full = [ending['frames'] for ending in counters['endings'] if ending['ending'] == 'handover full']
    bench.note(f'{wrong} of {all_frames} frames')
    check(wrong > 0, 'all frames came to the shard of their group')
    check(not full, f'{full} frames found no room')
    cycles = {cycle['thread'] for cycle in counters['duty_cycles'] if cycle['cycles']}
    check(len(cycles) == bench.shards, f'threads {cycles}')


def crosses_while_dead(bench):
    """The switch is killed: a wire's plain frames cross in the kernel both ways, and no group's frame does."""
    bench.switch.kill()
    plain = [plain_frame(number) for number in range(24)]
    for there, back in ((0, 1), (1, 0)):
        for frame in plain:
            bench.taps[there].send(frame)
        for flow in bench.flows:
            bench.taps[there].send(flow.answer(there, flow.psn).frame())
        got = gather(bench.taps, lambda taken: len(taken[back]) >= len(plain), RTT_SECONDS)[back]
        missing = len(plain) - len(set(got) & set(plain))
        check(not missing, f'{missing} of {len(plain)} frames from data{there} did not cross')
        check(not set(got) - set(plain), 'a frame of a group crossed')
    bench.note(f'{2 * len(plain)} frames crossed by XDP redirect, '
               f'{2 * len(bench.flows)} of groups did not')


def plain_frame(number):
    """UDP between two hosts, of no group; each has ports of its own, and so perhaps a queue."""
    packet = roce.Packet(member_mac(0), member_mac(1), member_ip(0), member_ip(1), 20000 + number,
                         roce.SEND_ONLY, 0x99, number, body=bytes([number] * 200))
    return packet.frame()


def begins_anew(bench):
    """It starts on what the dead one left: attached programs, feedback, groups."""
    bench.note(f'ready after {bench.switch.start():.0f} s')
    for tap in bench.taps:
        tap.waiting()


def reach_the_switch(bench, devices):
    """By device (frames that reached the switch, frames sent); a driver may pass its program by."""
    frames = [plain_frame(number) for number in range(20)]
    for tap in bench.odd_taps.values():
        for frame in frames:
            tap.send(frame)
    deadline = time.monotonic() + RTT_SECONDS
    while True:
        taken = {port['name']: port['rx_frames'] for port in bench.switch.ask(command='show', what='ports')['ports']}
        if min(taken.values()) == len(frames) or time.monotonic() > deadline:
            break
    for device, count in taken.items():
        bench.note(f'{device}: {count} of {len(frames)} frames reached the switch')
    return {device: (count, len(frames)) for device, count in taken.items()}


def ends(bench):
    status = bench.switch.stop()
    check(status == 0, f'status {status} after SIGTERM: {bench.switch.complaints()}')
    modes = {device: fact['xdp'] for device, fact in bench.guest.facts(bench.devices).items()}
    check(set(modes.values()) == {'none'}, f'programs stayed attached: {modes}')
