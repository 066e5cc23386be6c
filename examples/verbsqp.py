"""A queue pair of a group on a verbs device, by pyverbs (Debian: python3-pyverbs). bcast.py works with it."""

import ctypes
import errno
import ipaddress
import pathlib

import pyverbs.enums as v
from pyverbs.addr import AHAttr, GID, GlobalRoute
from pyverbs.cq import CQ
from pyverbs.device import Context
from pyverbs.mr import MR
from pyverbs.pd import PD
from pyverbs.pyverbs_error import PyverbsRDMAError
from pyverbs.qp import QP, QPAttr, QPCap, QPInitAttr
from pyverbs.wr import SGE, RecvWR, SendWR

PATH_MTU = {256: v.IBV_MTU_256, 512: v.IBV_MTU_512, 1024: v.IBV_MTU_1024, 2048: v.IBV_MTU_2048,
            4096: v.IBV_MTU_4096}
DEVICES = "/sys/class/infiniband"
VIRTUAL_QPN = 1
RECEIVES = 32  # messages that may arrive before the application takes them
SENDS = 8  # messages on their way
TIMEOUT = 18  # 4.096 us x 2^18 = 1.1 s: seven retries outlive a member that the switch evicts
RETRIES = 7
ALWAYS = 7  # RNR retries without an end: a member may be late
RNR_TIMER = 12  # 0.64 ms
FAILURES = {v.IBV_WC_RETRY_EXC_ERR: "the group does not acknowledge: retries exceeded",
            v.IBV_WC_REM_INV_REQ_ERR: "a member refused the message: all members need the same message size"}


class QueuePair:
    """An RC queue pair whose peer is the group, with memory for messages. Messages are SENDs. Not threadsafe."""

    def __init__(self, ip, path_mtu, message):
        """Creates the queue pair on the device that has the address.

        path_mtu  256, 512, 1024, 2048 or 4096, the same at all members
        message   most bytes of a message
        """
        self.path_mtu, self.message = path_mtu, message
        device, self.gid_index = find_device(ip)
        self.context = Context(name=device)
        self.domain = PD(self.context)
        self.region = MR(self.domain, (RECEIVES + SENDS) * message, v.IBV_ACCESS_LOCAL_WRITE)
        self.sent, self.received = CQ(self.context, 2 * SENDS), CQ(self.context, 2 * RECEIVES)
        room = QPCap(max_send_wr=SENDS, max_recv_wr=RECEIVES, max_send_sge=1, max_recv_sge=1, max_inline_data=0)
        self.qp = QP(self.domain, QPInitAttr(qp_type=v.IBV_QPT_RC, scq=self.sent, rcq=self.received, cap=room,
                                             sq_sig_all=1))
        self.qpn = self.qp.qp_num
        self.fresh, self.posted, self.outstanding = True, 0, 0

    def connect(self, address, psn):
        """Connects to the group, in both directions from a PSN on; the queue pair keeps its number.

        Returns messages that had come before and that nobody took.
        """
        left = [] if self.fresh else self.receive()
        if not self.fresh:
            self.qp.modify(QPAttr(qp_state=v.IBV_QPS_RESET), v.IBV_QP_STATE)
            while self.sent.poll(SENDS)[0] or self.received.poll(RECEIVES)[0]:
                pass
        self.fresh, self.posted, self.outstanding = False, 0, 0
        wanted = QPAttr(qp_state=v.IBV_QPS_INIT, port_num=1)
        wanted.pkey_index, wanted.qp_access_flags = 0, v.IBV_ACCESS_LOCAL_WRITE
        self.qp.to_init(wanted)
        for slot in range(RECEIVES):
            self._post_receive(slot)
        wanted.ah_attr = AHAttr(gr=GlobalRoute(dgid=GID(gid(address)), sgid_index=self.gid_index, hop_limit=64),
                                is_global=1, port_num=1)
        wanted.path_mtu, wanted.dest_qp_num = PATH_MTU[self.path_mtu], VIRTUAL_QPN
        wanted.sq_psn = wanted.rq_psn = psn
        wanted.timeout, wanted.retry_cnt, wanted.rnr_retry, wanted.min_rnr_timer = TIMEOUT, RETRIES, ALWAYS, RNR_TIMER
        wanted.max_rd_atomic = wanted.max_dest_rd_atomic = 1
        for attempt in range(5):  # The kernel gives up when an ARP request is lost.
            try:
                self.qp.to_rts(wanted)
                return left
            except PyverbsRDMAError as problem:
                if problem.error_code != errno.ETIMEDOUT or attempt == 4:
                    raise OSError(f"the queue pair does not connect to {address}: {problem}") from problem
        return left

    def has_room(self):
        return self.outstanding < SENDS

    def send(self, *parts):
        """Posts a message; there must be room."""
        at = self.region.buf + (RECEIVES + self.posted % SENDS) * self.message
        length = 0
        for part in parts:
            ctypes.memmove(at + length, bytes(part), len(part))
            length += len(part)
        self.qp.post_send(SendWR(wr_id=0, opcode=v.IBV_WR_SEND, num_sge=1, send_flags=v.IBV_SEND_SIGNALED,
                                 sg=[SGE(at, length, self.region.lkey)]))
        self.posted += 1
        self.outstanding += 1

    def acknowledged(self):
        """Takes note of messages that all members have, and returns how many."""
        count, completions = self.sent.poll(SENDS)
        for done in completions:
            if done.status != v.IBV_WC_SUCCESS:
                raise OSError(FAILURES.get(done.status, f"the send ended with status {done.status} of ibv_wc_status"))
        self.outstanding -= count
        return count

    def receive(self):
        """Returns the messages that have come, each as bytes."""
        messages = []
        _, completions = self.received.poll(RECEIVES)
        for done in completions:
            if done.status != v.IBV_WC_SUCCESS:
                raise OSError(f"a receive ended with status {done.status} of ibv_wc_status")
            messages.append(ctypes.string_at(self.region.buf + done.wr_id * self.message, done.byte_len))
            self._post_receive(done.wr_id)
        return messages

    def _post_receive(self, slot):
        piece = SGE(self.region.buf + slot * self.message, self.message, self.region.lkey)
        self.qp.post_recv(RecvWR(wr_id=slot, num_sge=1, sg=[piece]))

    def close(self):
        """Gives everything back, in the order that the verbs want. The member has left before."""
        for each in (self.qp, self.sent, self.received, self.region, self.domain, self.context):
            each.close()


def gid(ip):
    """GID of an address, written out as sysfs and pyverbs have it."""
    address = ipaddress.ip_address(ip)
    if address.version == 4:
        address = ipaddress.ip_address(f"::ffff:{address}")
    return address.exploded


def find_device(ip):
    """Name of the verbs device that has an address, and the index of its RoCE v2 GID."""
    for port in pathlib.Path(DEVICES).glob("*/ports/1"):
        for entry in (port / "gids").glob("*"):
            try:
                kind = (port / "gid_attrs/types" / entry.name).read_text()
                if entry.read_text().strip() == gid(ip) and "v2" in kind:
                    return port.parts[-3], int(entry.name)
            except OSError:  # An index without a GID.
                continue
    raise OSError(f"no verbs device has the address {ip} (soft-RoCE: rdma link add rxe0 type rxe netdev DEV)")
