"""An RC queue pair on a verbs device of a guest, worked by JSON lines over a command channel.

The host sends this file (with pattern.py and worker.py) to the guest's agent, which runs it with `channel` open.
Nothing here knows of groups: the remote may be a McstID with QPN 1, or another guest.
"""
import errno
import time

import pyverbs.enums as v
from pyverbs.addr import AHAttr, GID, GlobalRoute
from pyverbs.cq import CQ
from pyverbs.device import Context
from pyverbs.mr import MR
from pyverbs.pd import PD
from pyverbs.pyverbs_error import PyverbsRDMAError
from pyverbs.qp import QP, QPAttr, QPCap, QPInitAttr
from pyverbs.wr import SGE, RecvWR, SendWR

from pattern import digest, payload
from worker import shell, talk

ACCESS = v.IBV_ACCESS_LOCAL_WRITE | v.IBV_ACCESS_REMOTE_WRITE
PATH_MTU = {256: v.IBV_MTU_256, 512: v.IBV_MTU_512, 1024: v.IBV_MTU_1024, 2048: v.IBV_MTU_2048,
            4096: v.IBV_MTU_4096}
OPERATIONS = {'send': v.IBV_WR_SEND, 'send_imm': v.IBV_WR_SEND_WITH_IMM,
              'write': v.IBV_WR_RDMA_WRITE, 'write_imm': v.IBV_WR_RDMA_WRITE_WITH_IMM}
WITH_IMMEDIATE = ('send_imm', 'write_imm')


class Endpoint:
    """One queue pair with its memory; every public method is a request."""

    def __init__(self):
        self.qp = None
        self.slots = []

    def open(self, device, ip, path_mtu=1024, memory=1 << 20, spare_qps=0, queue=512):
        """Creates the queue pair (state INIT) and registers memory. spare_qps moves the QPN on."""
        self.close()
        self.path_mtu, self.address_index = PATH_MTU[path_mtu], gid_index(device, ip)
        self.context = Context(name=device)
        self.domain = PD(self.context)
        self.region = MR(self.domain, memory, ACCESS)
        self.sent, self.received = CQ(self.context, 2 * queue), CQ(self.context, 2 * queue)
        limits = QPCap(max_send_wr=queue, max_recv_wr=queue, max_send_sge=1, max_recv_sge=1, max_inline_data=0)
        make = lambda: QP(self.domain, QPInitAttr(qp_type=v.IBV_QPT_RC, scq=self.sent, rcq=self.received,
                                                  cap=limits, sq_sig_all=1))
        self.spare = [make() for _ in range(spare_qps)]
        self.qp = make()
        self.slots = []
        self.to_init()
        return {'qpn': self.qp.qp_num, 'va': self.region.buf, 'rkey': self.region.rkey, 'length': memory}

    def to_init(self):
        wanted = QPAttr(qp_state=v.IBV_QPS_INIT, port_num=1)
        wanted.pkey_index, wanted.qp_access_flags = 0, ACCESS
        self.qp.to_init(wanted)

    def connect(self, ip, qpn, send_psn, receive_psn, timeout=14, retries=7, rnr_retries=7, rnr_timer=12):
        """Takes the queue pair from INIT to RTS. timeout is the exponent: 4.096 us x 2^timeout."""
        route = GlobalRoute(dgid=GID(mapped(ip)), sgid_index=self.address_index, hop_limit=64)
        wanted = QPAttr(port_num=1)
        wanted.ah_attr = AHAttr(gr=route, is_global=1, port_num=1)
        wanted.path_mtu, wanted.dest_qp_num = self.path_mtu, qpn
        wanted.sq_psn, wanted.rq_psn = send_psn, receive_psn
        wanted.timeout, wanted.retry_cnt = timeout, retries
        wanted.rnr_retry, wanted.min_rnr_timer = rnr_retries, rnr_timer
        wanted.max_rd_atomic = wanted.max_dest_rd_atomic = 1
        wanted.pkey_index, wanted.qp_access_flags = 0, ACCESS
        for attempt in range(5):            # the kernel gives up when the ARP for the remote is lost
            try:
                self.qp.to_rts(wanted)
                break
            except PyverbsRDMAError as problem:
                if problem.error_code != errno.ETIMEDOUT or attempt == 4:
                    raise
        return {}

    def reset(self):
        """Back through RESET to INIT: the QPN stays, PSNs are free to be chosen again."""
        self.qp.modify(QPAttr(qp_state=v.IBV_QPS_RESET), v.IBV_QP_STATE)
        self.slots = []
        for queue in (self.sent, self.received):
            while queue.poll(64)[0]:
                pass
        self.to_init()
        return {'qpn': self.qp.qp_num}

    def post(self, count, size, at=0):
        """Posts receives for count messages, one behind the other from offset at on."""
        for _ in range(count):
            offset = at + len(self.slots) * size
            piece = SGE(self.region.buf + offset, size, self.region.lkey)
            self.qp.post_recv(RecvWR(wr_id=len(self.slots), num_sge=1, sg=[piece]))
            self.slots.append(offset)
        return {}

    def collect(self, count, seconds):
        """Waits for receive completions; of each the length, the immediate and the SHA-256."""
        messages, statuses, deadline = [], [], time.monotonic() + seconds
        while len(messages) + len(statuses) < count and time.monotonic() < deadline:
            for done in poll(self.received):
                if done.status != v.IBV_WC_SUCCESS:
                    statuses.append(done.status)
                    continue
                message = {'bytes': done.byte_len}
                if done.wc_flags & v.IBV_WC_WITH_IMM:
                    message['immediate'] = done.imm_data
                if done.opcode == v.IBV_WC_RECV:
                    message['sha256'] = digest(self.region.read(done.byte_len, self.slots[done.wr_id]))
                messages.append(message)
        return {'messages': messages, 'statuses': statuses}

    def forget(self):
        """The next receives are posted from the beginning of the memory again."""
        self.slots = []
        return {}

    def transmit(self, seconds=30, **work):
        """Sends count messages; each has bytes of its own, and of a WRITE a place of its own."""
        self.begin(**work)
        return self.finish(seconds)

    def begin(self, operation, size, count=1, depth=8, seed=1, va=0, rkey=1, immediate=0):
        """Posts the first of what transmit sends."""
        self.region.write(payload(seed, size * count), size * count)
        self.operation, self.size, self.count, self.depth = operation, size, count, depth
        self.va, self.rkey, self.immediate = va, rkey, immediate
        self.posted = self.finished = 0
        self.started = time.monotonic()
        self.post_sends()
        return {}

    def post_sends(self):
        while self.posted < self.count and self.posted - self.finished < self.depth:
            index, at = self.posted, self.posted * self.size
            piece = SGE(self.region.buf + at, self.size, self.region.lkey)
            work = SendWR(wr_id=index, opcode=OPERATIONS[self.operation], num_sge=1, sg=[piece],
                          send_flags=v.IBV_SEND_SIGNALED,
                          imm_data=self.immediate + index if self.operation in WITH_IMMEDIATE else 0)
            if self.operation.startswith('write'):
                work.set_wr_rdma(self.rkey, self.va + at)
            self.qp.post_send(work)
            self.posted += 1

    def finish(self, seconds):
        """Goes on with what was begun; how much of it is done after that time, 0 for a look."""
        statuses, deadline = [], time.monotonic() + seconds
        while True:
            for done in poll(self.sent):
                if done.status == v.IBV_WC_SUCCESS:
                    self.finished += 1
                else:
                    statuses.append(done.status)
            if self.finished == self.count or statuses or time.monotonic() >= deadline:
                return {'finished': self.finished, 'statuses': statuses, 'seconds': time.monotonic() - self.started}
            self.post_sends()

    def wipe(self, length):
        self.region.write(bytes(length), length)
        return {}

    def hash(self, length):
        return {'sha256': digest(self.region.read(length, 0))}

    def state(self):
        found, _ = self.qp.query(v.IBV_QP_STATE)
        return {'state': found.qp_state}

    def shell(self, command, seconds=60):
        """Runs a command of the guest."""
        return shell(command, seconds)

    def close(self):
        """Gives everything back, in the order that the verbs want."""
        if self.qp is not None:
            for each in [self.qp] + self.spare + [self.sent, self.received, self.region, self.domain, self.context]:
                each.close()
            self.qp = None
        return {}


def poll(queue):
    found, completions = queue.poll(64)
    if not found:
        time.sleep(0)
    return completions


def mapped(ip):
    """GID of an IPv4 address, written out as sysfs and pyverbs have it."""
    return '0000:0000:0000:0000:0000:ffff:%02x%02x:%02x%02x' % tuple(int(part) for part in ip.split('.'))


def gid_index(device, ip):
    """Index of the RoCE v2 GID that stands for an IPv4 address."""
    port = f'/sys/class/infiniband/{device}/ports/1'
    for index in range(32):
        try:
            with open(f'{port}/gids/{index}') as gid, open(f'{port}/gid_attrs/types/{index}') as kind:
                if gid.read().strip() == mapped(ip) and 'v2' in kind.read():
                    return index
        except OSError:
            continue
    raise ValueError(f'{device} has no RoCE v2 GID {ip}')


if __name__ == '__main__':
    talk(channel, Endpoint())  # noqa: F821  the agent leaves it there
