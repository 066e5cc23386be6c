package io.polycast.fuzz;

import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.cepheus.registration.RegistrationParts;
import io.polycast.core.role.GroupKeeper;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.registration.RegistrationSettings;
import io.polycast.mft.registration.UnicastTable.Hop;
import io.polycast.mft.registration.auth.MrpAuthenticator;
import io.polycast.mft.registration.route.PrefixRoutes;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.parser.mrp.MrpAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A whole switch of role cepheus under MRP. Its keeper answers at once, late, or not at all, in turn. */
final class MrpRole implements GroupKeeper, EgressSink {
    private static final int PORTS = 8;
    private static final int HOST_PORTS = 4;
    private static final int GROUPS = 4;

    private final Queue<GroupEntry> waiting = new ArrayDeque<>();
    private final CepheusRole role;
    private final SwitchCore core;
    private final GroupSpec fixed;
    private int answers;

    /**
     * @param settings of registration
     * @param fixedId a group of the configuration
     */
    MrpRole(final RegistrationSettings settings, final int fixedId) {
        final CepheusSettings small =
                CepheusSettings.of(settings.mac(), PORTS)
                        .withPrefix(new McstPrefix(fixedId & 0xFFFF_0000, 16))
                        .withTables(GROUPS, 64);
        final int length = FeedbackLayout.length(small.maxGroups(), small.maxPaths());
        role =
                new CepheusRole(
                        small,
                        new UnsafeBuffer(new byte[length]),
                        Rig.counters(),
                        null,
                        null,
                        new RegistrationParts(
                                settings,
                                new PrefixRoutes(routes(), 16),
                                MrpAuthenticator.none(),
                                this));
        core = new SwitchCore(PORTS, role, Rig.counters());
        fixed =
                new GroupSpec(
                        fixedId,
                        0,
                        GroupSpec.UNKNOWN_PSN,
                        List.of(new PathSpec(0, PathSpec.ANY_VLAN, null, 1, 0, null)));
        try {
            role.startGroup(0, fixed);
        } catch (final GroupRefusedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<PrefixRoutes.Route> routes() {
        final List<PrefixRoutes.Route> routes = new ArrayList<>();
        final int network = 0x0A00_0000;
        for (int i = 0; i < HOST_PORTS; i++) {
            routes.add(
                    new PrefixRoutes.Route(
                            MrpAddress.ipv4(network + i), 32, List.of(new Hop(i, i + 1, true))));
        }
        routes.add(
                new PrefixRoutes.Route(
                        MrpAddress.ipv4(network),
                        26,
                        List.of(new Hop(4, 5, false), new Hop(5, 6, false), new Hop(6, 7, false))));
        return routes;
    }

    void take(final int port, final byte[] frame, final long nowNs) {
        final int ending =
                core.onFrame(nowNs, port, new UnsafeBuffer(frame), 0, frame.length, this);
        Check.that(Ending.byId(ending) != null, "ending " + ending);
        answer(nowNs);
        Check.that(role.groupCount() <= GROUPS, "groups without bound");
        Check.that(fixed.equals(role.group(fixed.mcstId()).spec()), "a fixed group changed");
    }

    void time(final long nowNs) {
        core.onTick(nowNs, this);
        answer(nowNs);
    }

    /** Of the groups that wait every other one is kept. */
    private void answer(final long nowNs) {
        while (!waiting.isEmpty()) {
            final GroupEntry group = waiting.remove();
            if (answers++ % 2 == 0) {
                role.onNotKept(nowNs, group, this);
            } else {
                try {
                    role.setGroup(nowNs, group, this);
                } catch (final GroupRefusedException e) {
                    Check.that(e.getMessage() != null, "a refusal without words");
                }
            }
        }
    }

    @Override
    public Answer keep(final GroupEntry group) {
        final Answer answer = Answer.values()[answers++ % Answer.values().length];
        if (answer == Answer.LATER) {
            waiting.add(group);
        }
        return answer;
    }

    @Override
    public boolean gone(final int mcstId) {
        return answers++ % 2 == 0;
    }

    @Override
    public int room(final int egressPort) {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean offer(
            final int egressPort, final DirectBuffer frame, final int offset, final int length) {
        Check.that(egressPort >= 0 && egressPort < PORTS, "port " + egressPort);
        return true;
    }

    @Override
    public boolean offerCopy(
            final int egressPort, final Copy copy, final int headerOffset, final int icrc) {
        return true;
    }
}
