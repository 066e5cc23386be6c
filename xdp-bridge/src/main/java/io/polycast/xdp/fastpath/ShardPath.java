package io.polycast.xdp.fastpath;

import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelPath;
import io.polycast.xdp.sys.SysException;

/**
 * One shard's view of the fast path. A helper thread makes the calls for which the kernel takes its
 * time.
 */
final class ShardPath extends FastPathWords implements KernelPath {
    private final FastPath fastPath;
    private final ShardHost host;
    private String failure = "";

    ShardPath(final FastPath fastPath, final FastPathMaps maps, final ShardHost host) {
        super(maps);
        this.fastPath = fastPath;
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
            final int slot = fastPath.install(group, highestPsn, passed, lastPsn);
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
        host.wakeHelper();
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
}
