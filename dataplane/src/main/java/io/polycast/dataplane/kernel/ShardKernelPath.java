package io.polycast.dataplane.kernel;

import io.polycast.core.offload.KernelGroup;
import io.polycast.core.offload.KernelPath;
import io.polycast.core.offload.KernelRow;
import io.polycast.xdp.fastpath.FastGroup;
import io.polycast.xdp.fastpath.FastPath;
import io.polycast.xdp.fastpath.FastPathRow;
import io.polycast.xdp.fastpath.FastPathWords;
import io.polycast.xdp.sys.SysException;
import java.util.ArrayList;
import java.util.List;

/** One shard's way to the kernel's table. Slow calls to the kernel are the helper's. */
final class ShardKernelPath implements KernelPath {
    private final KernelDatapath datapath;
    private final FastPath fastPath;
    private final FastPathWords words;
    private String failure = "";

    ShardKernelPath(final KernelDatapath datapath, final FastPath fastPath) {
        this.datapath = datapath;
        this.fastPath = fastPath;
        this.words = fastPath.words();
    }

    @Override
    public String refusal(final int port) {
        return datapath.refusal(port);
    }

    @Override
    public String egressRefusal(final int port) {
        return datapath.egressRefusal(port);
    }

    @Override
    public int refusalVersion() {
        return datapath.refusalVersion();
    }

    @Override
    public int install(
            final KernelGroup group, final int highestPsn, final long passed, final int lastPsn) {
        final List<FastPathRow> rows = new ArrayList<>();
        for (final KernelRow row : group.rows()) {
            rows.add(
                    new FastPathRow(
                            row.port(),
                            row.host(),
                            row.mac(),
                            row.ip(),
                            row.qpn(),
                            row.va(),
                            row.rkey()));
        }
        final FastGroup fast =
                new FastGroup(
                        group.mcstId(),
                        group.sourcePort(),
                        group.sourceIp(),
                        group.vlanId(),
                        group.memoryBase(),
                        group.vaLow(),
                        group.vaHigh(),
                        rows);
        try {
            final int slot = fastPath.install(fast, highestPsn, passed, lastPsn);
            if (slot >= 0) {
                return slot;
            }
            datapath.wakeHelper();
            return slot == FastPath.FULL ? FULL : LATER;
        } catch (final SysException e) {
            failure = e.getMessage();
            return FAILED;
        }
    }

    @Override
    public String failure() {
        return failure;
    }

    @Override
    public boolean publish(final int slot) {
        try {
            fastPath.publish(slot);
            return true;
        } catch (final SysException e) {
            failure = e.getMessage();
            return false;
        }
    }

    @Override
    public void withdraw(final int slot) {
        fastPath.withdraw(slot);
        datapath.wakeHelper();
    }

    @Override
    public boolean isSettled(final int slot) {
        return fastPath.isSettled(slot);
    }

    @Override
    public void giveBack(final int slot) {
        fastPath.giveBack(slot);
    }

    @Override
    public boolean isPressed() {
        return fastPath.isPressed();
    }

    @Override
    public void minimum(final int slot, final int psn, final boolean valid) {
        words.minimum(slot, psn, valid);
    }

    @Override
    public void ackPsn(final int slot, final int port, final int psn, final boolean valid) {
        words.ackPsn(slot, port, psn, valid);
    }

    @Override
    public void absent(final int slot, final int port, final boolean absent) {
        words.absent(slot, port, absent);
    }

    @Override
    public long flow(final int slot) {
        return words.flow(slot);
    }

    @Override
    public long passed(final int slot) {
        return words.passed(slot);
    }

    @Override
    public int asked(final int slot) {
        return words.asked(slot);
    }

    @Override
    public int lastPsn(final int slot) {
        return words.lastPsn(slot);
    }

    @Override
    public int stepsBack(final int slot) {
        return words.stepsBack(slot);
    }

    @Override
    public int stepBackPsn(final int slot) {
        return words.stepBackPsn(slot);
    }

    @Override
    public long frames(final int slot) {
        return words.frames(slot);
    }

    @Override
    public long copies(final int slot, final int port) {
        return words.copies(slot, port);
    }

    @Override
    public long filtered(final int slot, final int port) {
        return words.filtered(slot, port);
    }
}
