package io.polycast.core.cepheus.registration;

import io.polycast.core.trace.TraceSink;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.registration.route.PrefixRoutes.Route;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.mrp.MrpAddress;
import java.util.List;
import org.agrona.DirectBuffer;

/** Takes no MRP. */
final class NoRegistrar implements Registrar {
    @Override
    public boolean takes(final DirectBuffer frame, final FrameInfo info) {
        return false;
    }

    @Override
    public int otherwise(final FrameInfo info) {
        return Ending.NOT_FOR_US.id();
    }

    @Override
    public int onFrame(
            final long nowNs,
            final int port,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink egress) {
        throw new IllegalStateException("takes no frame");
    }

    @Override
    public long onTick(final long nowNs, final EgressSink egress) {
        return Long.MAX_VALUE;
    }

    @Override
    public void onPathOut(final int mcstId, final PathSpec path, final boolean isDemoted) {}

    @Override
    public void hear(final MrpAddress host, final int port, final long mac) {}

    @Override
    public GroupChange commit(
            final long nowNs, final RegisteredGroup group, final EgressSink egress)
            throws GroupRefusedException {
        throw refused();
    }

    @Override
    public void notKept(final long nowNs, final RegisteredGroup group, final EgressSink egress) {}

    @Override
    public String start(final long nowNs, final RegisteredGroup group)
            throws GroupRefusedException {
        throw refused();
    }

    private static GroupRefusedException refused() {
        return new GroupRefusedException(
                "it was registered by its leader, and this switch has no registration; write the"
                        + " section registration:, or unset the group");
    }

    @Override
    public void requireOthers(final GroupSpec spec) {}

    @Override
    public void onOthers() {}

    @Override
    public void forget(final int mcstId) {}

    @Override
    public RegisteredGroup find(final int mcstId) {
        return null;
    }

    @Override
    public int revisionOf(final int mcstId) {
        return -1;
    }

    @Override
    public void keys(final List<MrpKey> keys) {}

    @Override
    public void routes(final List<Route> routes) {}

    @Override
    public void clock(final long nowNs, final long wallMs) {}

    @Override
    public void trace(final TraceSink sink) {}
}
