package io.polycast.dataplane.pipeline;

import io.polycast.core.offload.KernelGroup;
import io.polycast.core.offload.KernelPath;
import io.polycast.core.offload.KernelRow;
import io.polycast.xdp.fastpath.FastGroup;
import io.polycast.xdp.fastpath.FastPath;
import io.polycast.xdp.fastpath.FastPathRow;
import io.polycast.xdp.sys.SysException;
import java.util.ArrayList;
import java.util.List;

/** One shard's way to the kernel's table. Changes take the lock, words do not. */
final class ShardKernelPath implements KernelPath {
    private final KernelDatapath datapath;
    private final FastPath fastPath;
    private String failure = "";

    ShardKernelPath(final KernelDatapath datapath, final FastPath fastPath) {
        this.datapath = datapath;
        this.fastPath = fastPath;
    }

    @Override
    public String refusal(final int port) {
        return datapath.refusal(port);
    }

    @Override
    public int refusalVersion() {
        return datapath.refusalVersion();
    }

    @Override
    public int install(final KernelGroup group, final int highestPsn, final int lastPsn) {
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
        synchronized (datapath) {
            try {
                return fastPath.install(fast, highestPsn, lastPsn);
            } catch (final SysException e) {
                failure = e.getMessage();
                return FAILED;
            }
        }
    }

    @Override
    public String failure() {
        return failure;
    }

    @Override
    public boolean publish(final int slot) {
        synchronized (datapath) {
            try {
                fastPath.publish(slot);
                return true;
            } catch (final SysException e) {
                failure = e.getMessage();
                fastPath.withdraw(slot);
                return false;
            }
        }
    }

    @Override
    public void withdraw(final int slot) {
        synchronized (datapath) {
            fastPath.withdraw(slot);
        }
    }

    @Override
    public void minimum(final int slot, final int psn, final boolean valid) {
        fastPath.minimum(slot, psn, valid);
    }

    @Override
    public void ackPsn(final int slot, final int port, final int psn, final boolean valid) {
        fastPath.ackPsn(slot, port, psn, valid);
    }

    @Override
    public void absent(final int slot, final int port, final boolean absent) {
        fastPath.absent(slot, port, absent);
    }

    @Override
    public long flow(final int slot) {
        return fastPath.flow(slot);
    }

    @Override
    public int asked(final int slot) {
        return fastPath.asked(slot);
    }

    @Override
    public int lastPsn(final int slot) {
        return fastPath.lastPsn(slot);
    }

    @Override
    public int stepsBack(final int slot) {
        return fastPath.stepsBack(slot);
    }

    @Override
    public int stepBackPsn(final int slot) {
        return fastPath.stepBackPsn(slot);
    }

    @Override
    public long frames(final int slot) {
        return fastPath.frames(slot);
    }

    @Override
    public long copies(final int slot, final int port) {
        return fastPath.copies(slot, port);
    }

    @Override
    public long filtered(final int slot, final int port) {
        return fastPath.filtered(slot, port);
    }
}
