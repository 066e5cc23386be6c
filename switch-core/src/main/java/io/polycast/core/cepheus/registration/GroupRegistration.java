package io.polycast.core.cepheus.registration;

import io.polycast.core.trace.TraceSink;
import io.polycast.mft.registration.Registration;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.registration.route.PrefixRoutes;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.parser.wire.Ipv6;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Registration of one shard. Time, frames, keys, routes and the wall clock come in as arguments. */
public final class GroupRegistration implements Registrar {
    private static final long NS_PER_MS = 1_000_000L;
    private static final int NO_REVISION = -1;

    private final int udpPort;
    private final MftGroups table;
    private final Registration registration;
    private final PrefixRoutes routes;
    private final CurrentEgress egress = new CurrentEgress();
    private MrpAuthenticator authenticator;
    private long wallOffsetMs;
    private TraceSink trace;

    /**
     * @param parts of the shard
     * @param prefix of McstIDs
     * @param prefix6 first 12 bytes of the address of an IPv6 group, or null
     * @param installer of the role
     */
    public GroupRegistration(
            final RegistrationParts parts,
            final McstPrefix prefix,
            final byte[] prefix6,
            final GroupInstaller installer) {
        udpPort = parts.settings().udpPort();
        routes = parts.routes();
        authenticator = parts.authenticator();
        table = new MftGroups(prefix, address(prefix6), installer, parts.keeper(), egress);
        registration =
                new Registration(parts.settings(), routes, table, egress, parts.authenticator());
    }

    private static MrpAddress address(final byte[] prefix6) {
        if (prefix6 == null) {
            return null;
        }
        final byte[] whole = new byte[16];
        System.arraycopy(prefix6, 0, whole, 0, prefix6.length);
        return MrpAddress.load(new UnsafeBuffer(whole), 0, true);
    }

    @Override
    public boolean takes(final DirectBuffer frame, final FrameInfo info) {
        if (info.udpPort != udpPort) {
            return false;
        }
        return table.isGroup(
                info.ipVersion == 4
                        ? MrpAddress.ipv4(info.dstIp)
                        : MrpAddress.load(frame, info.l3Offset + Ipv6.DST_OFFSET, true));
    }

    @Override
    public int otherwise(final FrameInfo info) {
        return info.udpPort == udpPort ? Ending.REGISTRATION_PREFIX.id() : Ending.NOT_FOR_US.id();
    }

    @Override
    public int onFrame(
            final long nowNs,
            final int port,
            final DirectBuffer frame,
            final FrameInfo info,
            final EgressSink sink) {
        begin(nowNs, sink);
        final MrpReason reason =
                registration.onFrame(
                        port, frame, info.frameOffset, info.frameLength, nowNs, wallMs(nowNs));
        if (reason != null && trace != null) {
            trace.onEvent(
                    nowNs,
                    RegistrationEvent.REGISTRATION_REFUSED,
                    info.dstIp,
                    port,
                    -1,
                    -1,
                    reason.code());
        }
        return RegistrationEndings.id(reason);
    }

    private void begin(final long nowNs, final EgressSink sink) {
        table.now(nowNs);
        egress.now(sink);
    }

    private long wallMs(final long nowNs) {
        return nowNs / NS_PER_MS + wallOffsetMs;
    }

    @Override
    public long onTick(final long nowNs, final EgressSink sink) {
        begin(nowNs, sink);
        final long dueNs = registration.onTick(nowNs, wallMs(nowNs));
        return table.sayGone() ? dueNs : Math.min(dueNs, nowNs + NS_PER_MS);
    }

    @Override
    public void onPathOut(final int mcstId, final PathSpec path, final boolean isDemoted) {
        final MrpAddress address = table.addressOf(mcstId);
        if (address != null) {
            registration.onPathOut(address, path, isDemoted);
        }
    }

    @Override
    public void hear(final MrpAddress host, final int port, final long mac) {
        routes.hear(host, port, mac);
    }

    @Override
    public GroupChange commit(final long nowNs, final RegisteredGroup group, final EgressSink sink)
            throws GroupRefusedException {
        begin(nowNs, sink);
        table.answered(group);
        final MrpReason reason = registration.commit(group, nowNs, wallMs(nowNs));
        if (reason != null) {
            throw new GroupRefusedException(
                    "revision " + group.revision() + " is refused: " + reason.label());
        }
        if (trace != null) {
            trace.onEvent(
                    nowNs,
                    RegistrationEvent.REGISTERED,
                    group.mcstId(),
                    group.upstream().port(),
                    -1,
                    -1,
                    group.revision());
        }
        return table.lastChange();
    }

    @Override
    public void notKept(final long nowNs, final RegisteredGroup group, final EgressSink sink) {
        begin(nowNs, sink);
        table.answered(group);
        registration.notKept(group, nowNs, wallMs(nowNs));
    }

    @Override
    public String start(final long nowNs, final RegisteredGroup group)
            throws GroupRefusedException {
        table.now(nowNs);
        if (!table.isGroup(group.address())) {
            throw new GroupRefusedException(
                    "it was registered by its leader, and is not in switch.mcstPrefix any more");
        }
        final String fault = table.start(group);
        if (!registration.restore(group, nowNs)) {
            table.drop(group.mcstId());
            throw new GroupRefusedException("more groups were registered than limits.maxGroups");
        }
        hear(group.upstream(), group);
        group.branches().forEach(hop -> hear(hop, group));
        return fault;
    }

    private void hear(final RegisteredGroup.Hop hop, final RegisteredGroup group) {
        if (!hop.address().equals(group.address())) {
            routes.hear(hop.address(), hop.port(), hop.mac());
        }
    }

    @Override
    public void requireOthers(final GroupSpec spec) throws GroupRefusedException {
        table.requireOthers(spec);
    }

    @Override
    public void onOthers() {
        table.onOthers();
    }

    @Override
    public void forget(final int mcstId) {
        final MrpAddress address = table.addressOf(mcstId);
        if (address != null) {
            registration.forget(address);
            table.forget(mcstId);
        }
        table.onOthers();
    }

    @Override
    public RegisteredGroup find(final int mcstId) {
        return table.isRegistered(mcstId) ? registration.find(table.addressOf(mcstId)) : null;
    }

    @Override
    public int revisionOf(final int mcstId) {
        return table.isRegistered(mcstId)
                ? registration.revisionOf(table.addressOf(mcstId))
                : NO_REVISION;
    }

    @Override
    public void keys(final List<MrpKey> keys) {
        authenticator = authenticator.withKeys(keys);
        registration.authenticator(authenticator);
    }

    @Override
    public void routes(final List<PrefixRoutes.Route> others) {
        routes.replace(others);
    }

    @Override
    public void clock(final long nowNs, final long wallMs) {
        wallOffsetMs = wallMs - nowNs / NS_PER_MS;
    }

    @Override
    public void trace(final TraceSink sink) {
        trace = sink;
    }
}
