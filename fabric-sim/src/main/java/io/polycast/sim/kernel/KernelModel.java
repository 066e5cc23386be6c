package io.polycast.sim.kernel;

import io.polycast.core.offload.KernelGroup;
import io.polycast.core.offload.KernelPath;
import io.polycast.core.offload.KernelRow;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Opcode;
import io.polycast.parser.wire.Reth;
import io.polycast.parser.wire.Udp;
import io.polycast.parser.wire.Vlan;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2IntHashMap;

/**
 * The kernel's programs and their tables. {@link #take} stands for the program at ingress: it takes
 * frames before the engine sees them; the copies go through a {@link CopyWriter}, which stands for
 * the programs at egress.
 */
public final class KernelModel implements KernelPath {
    private static final int NONE = -1;

    private final int ports;
    private final CopyWriter writer;
    private final KernelSlot[] slots;
    private final boolean[] used;
    private final Int2IntHashMap published = new Int2IntHashMap(NONE);
    private final String[] refusals;
    private final boolean hesitates;
    private int refusalVersion = 1;
    private int turn;
    private int asked;

    /**
     * @param ports of the switch
     * @param groups slots of the table
     * @param hesitates whether it answers {@link KernelPath#LATER} now and then
     * @param writer of copies
     */
    public KernelModel(
            final int ports, final int groups, final boolean hesitates, final CopyWriter writer) {
        this.ports = ports;
        this.writer = writer;
        this.hesitates = hesitates;
        slots = new KernelSlot[groups];
        used = new boolean[groups];
        refusals = new String[ports];
    }

    /**
     * A frame comes in.
     *
     * @param port that it came in on
     * @param frame holds it
     * @param info of it
     * @return whether it was taken; else it is for the engine
     */
    public boolean take(final int port, final DirectBuffer frame, final FrameInfo info) {
        if (!isOfAForm(frame, info)) {
            return false;
        }
        final int found = published.get(info.dstIp);
        if (found == NONE) {
            return false;
        }
        final KernelSlot slot = slots[found];
        final KernelGroup group = slot.group;
        if (port != group.sourcePort()
                || info.srcIp != group.sourceIp()
                || info.vlanId != group.vlanId()
                || slot.isAtOrBeforeMinimum(info.psn)) {
            return false;
        }
        if (info.rethOffset >= 0
                && !slot.isInWindow(
                        Reth.va(frame, info.rethOffset), Reth.dmaLength(frame, info.rethOffset))) {
            return false;
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
        return true;
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

    /** Nobody is there to fold feedback: nothing is replicated any more. */
    public void stop() {
        published.clear();
        Arrays.fill(used, false);
    }

    @Override
    public String refusal(final int port) {
        return refusals[port];
    }

    @Override
    public int refusalVersion() {
        return refusalVersion;
    }

    @Override
    public int install(final KernelGroup group, final int highestPsn, final int lastPsn) {
        asked++;
        if (hesitates && asked % 3 == 1) {
            return LATER;
        }
        // Round the table, so that a slot rests before it is used again.
        for (int n = 0; n < slots.length; n++) {
            turn = (turn + 1) % slots.length;
            if (!used[turn]) {
                used[turn] = true;
                slots[turn] = new KernelSlot(group, ports, highestPsn, lastPsn);
                return turn;
            }
        }
        return FULL;
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
        used[slot] = false;
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
