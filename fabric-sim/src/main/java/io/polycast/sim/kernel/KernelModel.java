package io.polycast.sim.kernel;

import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Reth;
import io.polycast.parser.wire.Udp;
import io.polycast.parser.wire.Vlan;
import io.polycast.sim.check.Invariant;
import io.polycast.sim.check.InvariantViolation;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2IntHashMap;

/**
 * The kernel's programs and their tables. {@link #find} and {@link #replicate} are the two halves
 * of the ingress program, which takes frames before the engine sees them. The engine may withdraw
 * the slot between them. The copies go through a {@link CopyWriter}, which stands for the programs
 * at egress.
 */
public final class KernelModel implements KernelTable {
    /** The frame is for the engine. */
    public static final int NONE = -1;

    /** Slots beyond the groups, for those that settle. */
    private static final int SPARE = 2;

    private final int ports;
    private final CopyWriter writer;
    private final int groups;
    private final boolean hesitates;
    private final KernelSlot[] slots;
    private final KernelWork work;
    private final Int2IntHashMap published = new Int2IntHashMap(NONE);
    private final String[] refusals;
    private final String[] egressRefusals;
    private final long leaveNs;
    private int refusalVersion = 1;
    private boolean pressed;
    private long beatNs;

    /**
     * @param ports of the switch
     * @param groups most of them at a time
     * @param hesitates whether {@link #work} is another's and takes its time; else it is done at once
     * @param leaveNs without a {@link #beat} after which nothing is taken, in ns
     * @param writer of copies
     */
    public KernelModel(
            final int ports,
            final int groups,
            final boolean hesitates,
            final long leaveNs,
            final CopyWriter writer) {
        this.ports = ports;
        this.writer = writer;
        this.groups = groups;
        this.hesitates = hesitates;
        this.leaveNs = leaveNs;
        slots = new KernelSlot[groups + SPARE];
        work = new KernelWork(slots.length);
        refusals = new String[ports];
        egressRefusals = new String[ports];
    }

    /**
     * The switch gives a sign of life.
     *
     * @param nowNs time, in ns
     */
    public void beat(final long nowNs) {
        beatNs = nowNs;
    }

    /**
     * A frame comes in.
     *
     * @param nowNs time, in ns
     * @param port that it came in on
     * @param frame holds it
     * @param info of it
     * @return whether it was taken; else it is for the engine
     */
    public boolean take(
            final long nowNs, final int port, final DirectBuffer frame, final FrameInfo info) {
        final int found = find(nowNs, port, frame, info);
        if (found != NONE) {
            replicate(found, port, frame, info);
        }
        return found != NONE;
    }

    /**
     * First half of the program, which judges.
     *
     * @param nowNs time, in ns
     * @param port that a frame came in on
     * @param frame holds it
     * @param info of it
     * @return the slot to go on with, which does not settle before {@link #replicate}, or {@link #NONE}
     */
    public int find(
            final long nowNs, final int port, final DirectBuffer frame, final FrameInfo info) {
        if (!isOfAForm(frame, info) || nowNs - beatNs > leaveNs) {
            return NONE;
        }
        final int found = published.get(info.dstIp);
        if (found == NONE) {
            return NONE;
        }
        final KernelSlot slot = slots[found];
        final KernelGroup group = slot.group;
        if (port != group.sourcePort()
                || info.srcIp != group.sourceIp()
                || info.vlanId != group.vlanId()
                || slot.isAtOrBeforeMinimum(info.psn)
                || slot.isRepeatedJump(info.psn)) {
            return NONE;
        }
        if (info.rethOffset >= 0
                && !slot.isInWindow(
                        Reth.va(frame, info.rethOffset), Reth.dmaLength(frame, info.rethOffset))) {
            return NONE;
        }
        work.busy(found, 1);
        return found;
    }

    /**
     * Second half, which writes, whatever has become of the slot.
     *
     * @param found slot
     * @param port that the frame came in on
     * @param frame holds it
     * @param info of it
     */
    public void replicate(
            final int found, final int port, final DirectBuffer frame, final FrameInfo info) {
        work.busy(found, -1);
        final KernelSlot slot = slots[found];
        final KernelGroup group = slot.group;
        if (group.mcstId() != info.dstIp) {
            throw new InvariantViolation(
                    Invariant.KERNEL_SLOTS,
                    "a frame of " + Ipv4.format(info.dstIp) + " met another group's slot");
        }
        final boolean retransmission = slot.onData(info.psn, info.ackReq);
        for (final KernelRow row : group.rows()) {
            if (row.port() == port || slot.absent[row.port()]) {
                continue;
            }
            if (slot.isFiltered(row, retransmission, info.psn)) {
                slot.filtered[row.port()]++;
            } else {
                slot.copies[row.port()]++;
                writer.copy(group, row, frame, info);
            }
        }
    }

    private static boolean isOfAForm(final DirectBuffer frame, final FrameInfo info) {
        return info.kind == FrameKind.ROCE_DATA
                && info.ipVersion == 4
                && (info.vlanTags == 0
                        || info.vlanTags == 1
                                && Ethernet.etherType(frame, info.frameOffset) == Vlan.TPID_8021Q)
                && Udp.checksum(frame, info.udpOffset) == 0
                && !Opcode.isUc(info.opcode)
                && info.destQpn == 1;
    }

    /**
     * A port loses or regains the ability to serve.
     *
     * @param port of the switch
     * @param why it cannot, or null
     */
    public void refuse(final int port, final String why) {
        refusals[port] = why;
        refusalVersion++;
    }

    /**
     * A port loses or regains the ability to let copies leave.
     *
     * @param port of the switch
     * @param why it cannot, or null
     */
    public void refuseEgress(final int port, final String why) {
        egressRefusals[port] = why;
        refusalVersion++;
    }

    /** Nobody is there to fold feedback: nothing is replicated any more. */
    public void stop() {
        published.clear();
        work.clear();
        pressed = false;
    }

    /**
     * @return whether a program is not done with a frame
     */
    public boolean isBusy() {
        return work.isBusy();
    }

    /**
     * @return whether something is asked for that takes the kernel its time
     */
    public boolean isWorkAskedFor() {
        return hesitates && work.isAskedFor();
    }

    /** The helper begins with all that is asked for. */
    public void beginWork() {
        work.begin();
    }

    /** The work is done, except for slots that programs are busy with. */
    public void endWork() {
        work.end();
    }

    private void workAtOnce() {
        if (!hesitates) {
            work.begin();
            work.end();
        }
    }

    @Override
    public String refusal(final int port) {
        return refusals[port];
    }

    @Override
    public String egressRefusal(final int port) {
        return egressRefusals[port];
    }

    @Override
    public int refusalVersion() {
        return refusalVersion;
    }

    @Override
    public int install(
            final KernelGroup group, final int highestPsn, final long passed, final int lastPsn) {
        if (work.used() == groups) {
            pressed = true;
            return FULL;
        }
        long bits = 1L << group.sourcePort();
        for (final KernelRow row : group.rows()) {
            bits |= 1L << row.port();
        }
        final boolean ready = work.isReady(bits);
        workAtOnce();
        if (!ready && hesitates) {
            return LATER;
        }
        final int slot = work.take();
        if (slot == NONE) {
            return LATER;
        }
        slots[slot] = new KernelSlot(group, ports, highestPsn, passed, lastPsn);
        return slot;
    }

    @Override
    public String failure() {
        return "";
    }

    @Override
    public boolean publish(final int slot) {
        published.put(slots[slot].group.mcstId(), slot);
        return true;
    }

    @Override
    public void withdraw(final int slot) {
        final int mcstId = slots[slot].group.mcstId();
        if (published.get(mcstId) == slot) {
            published.remove(mcstId);
        }
        work.withdraw(slot);
        pressed = false;
    }

    @Override
    public boolean isSettled(final int slot) {
        workAtOnce();
        return work.isSettled(slot);
    }

    @Override
    public void giveBack(final int slot) {
        if (!work.isSettled(slot)) {
            throw new InvariantViolation(
                    Invariant.KERNEL_SLOTS, "slot " + slot + " was given back too early");
        }
        work.giveBack(slot);
    }

    @Override
    public boolean isPressed() {
        return pressed;
    }

    @Override
    public void minimum(final int slot, final int psn, final boolean valid) {
        slots[slot].minimum = psn;
        slots[slot].minimumValid = valid;
    }

    @Override
    public void ackPsn(final int slot, final int port, final int psn, final boolean valid) {
        slots[slot].ackPsn[port] = psn;
        slots[slot].ackValid[port] = valid;
        if (published.get(slots[slot].group.mcstId()) == slot && slots[slot].isMinimumBehindAll()) {
            throw new InvariantViolation(
                    Invariant.KERNEL_WORDS,
                    "minimum " + slots[slot].minimum + " is behind all paths of slot " + slot);
        }
    }

    @Override
    public void absent(final int slot, final int port, final boolean absent) {
        slots[slot].absent[port] = absent;
    }

    @Override
    public long flow(final int slot) {
        return slots[slot].flow();
    }

    @Override
    public long passed(final int slot) {
        return slots[slot].passed;
    }

    @Override
    public int asked(final int slot) {
        return slots[slot].asked;
    }

    @Override
    public int lastPsn(final int slot) {
        return slots[slot].lastPsn;
    }

    @Override
    public int stepsBack(final int slot) {
        return slots[slot].stepsBack;
    }

    @Override
    public int stepBackPsn(final int slot) {
        return slots[slot].stepBackPsn;
    }

    @Override
    public long frames(final int slot) {
        return slots[slot].frames;
    }

    @Override
    public long copies(final int slot, final int port) {
        return slots[slot].copies[port];
    }

    @Override
    public long filtered(final int slot, final int port) {
        return slots[slot].filtered[port];
    }
}
