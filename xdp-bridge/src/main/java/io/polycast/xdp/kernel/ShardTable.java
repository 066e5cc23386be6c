package io.polycast.xdp.kernel;

import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.xdp.sys.SysException;

/**
 * The kernel's table as one shard sees it. A helper thread makes the calls that wait for the kernel.
 */
final class ShardTable extends SlotWords implements KernelTable {
    private final KernelReplication replication;
    private final ShardHost host;
    private String failure = "";

    ShardTable(final KernelReplication replication, final KernelMaps maps, final ShardHost host) {
        super(maps);
        this.replication = replication;
        this.host = host;
    }

    @Override
    public String refusal(final int port) {
        return host.refusal(port);
    }

    @Override
    public String egressRefusal(final int port) {
        return host.egressRefusal(port);
    }

    @Override
    public int refusalVersion() {
        return host.refusalVersion();
    }

    @Override
    public int install(
            final KernelGroup group, final int highestPsn, final long passed, final int lastPsn) {
        try {
            final int slot = replication.install(group, highestPsn, passed, lastPsn);
            if (slot < 0) {
                host.wakeHelper();
            }
            return slot;
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
            replication.publish(slot);
            return true;
        } catch (final SysException e) {
            failure = e.getMessage();
            return false;
        }
    }

    @Override
    public void withdraw(final int slot) {
        replication.withdraw(slot);
        host.wakeHelper();
    }

    @Override
    public boolean isSettled(final int slot) {
        return replication.isSettled(slot);
    }

    @Override
    public void giveBack(final int slot) {
        replication.giveBack(slot);
    }

    @Override
    public boolean isPressed() {
        return replication.isPressed();
    }
}
