package io.polycast.sim.registration;

import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.cepheus.registration.RegistrationParts;
import io.polycast.core.role.GroupKeeper;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.registration.RegistrationSettings;
import io.polycast.mft.registration.UnicastTable;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.registration.route.PrefixRoutes;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.parser.mrp.Mrp;
import io.polycast.topology.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/** A whole switch with its state file and its journal, which outlive its process. */
final class RegisteringSwitch implements GroupKeeper, AutoCloseable {
    /**
     * What a switch has room for, and when groups end.
     *
     * @param groups of the table, and of registration
     * @param paths of the table, over all groups
     * @param perLeader registered and pending groups of one leader
     * @param ageAfterNs a group that its leader does not refresh ends
     * @param keepsLater whether the journal answers at the next tick
     */
    record Room(int groups, int paths, int perLeader, long ageAfterNs, boolean keepsLater) {
        /** Room for small trees. */
        Room(
                final int groups,
                final int perLeader,
                final long ageAfterNs,
                final boolean keepsLater) {
            this(groups, 16 * groups, perLeader, ageAfterNs, keepsLater);
        }
    }

    private static final int PORTS = 64;

    final CounterBlock counters;
    private final CoreFabric fabric;
    private final int node;
    private final Room room;
    private final CepheusSettings settings;
    private final Map<Integer, RegisteredGroup> journal = new LinkedHashMap<>();
    private final List<RegisteredGroup> asked = new ArrayList<>();
    private UnsafeBuffer state;
    private GroupSpec configured;
    private CepheusRole role;
    private SwitchCore core;

    RegisteringSwitch(
            final CoreFabric fabric, final int node, final Room room, final CounterBlock counters) {
        this.fabric = fabric;
        this.node = node;
        this.room = room;
        this.counters = counters;
        settings =
                CepheusSettings.of(fabric.mac(node), PORTS)
                        .withPrefix(new McstPrefix(0x0AFF_0000, 16))
                        .withTables(room.groups(), room.paths());
        newState();
        start();
    }

    private void newState() {
        state =
                new UnsafeBuffer(
                        new byte[FeedbackLayout.length(settings.maxGroups(), settings.maxPaths())]);
    }

    private void start() {
        role =
                new CepheusRole(
                        settings,
                        state,
                        counters,
                        null,
                        null,
                        new RegistrationParts(
                                new RegistrationSettings(
                                        Mrp.PORT,
                                        fabric.mac(node),
                                        new RegistrationSettings.Limits(
                                                room.groups(),
                                                room.perLeader(),
                                                500,
                                                1_000_000,
                                                100_000),
                                        new RegistrationSettings.Times(
                                                room.ageAfterNs(),
                                                30_000 * Fabric.MS,
                                                20 * Fabric.MS,
                                                1000 * Fabric.MS,
                                                8)),
                                new PrefixRoutes(allRoutes(), 1),
                                fabric.authenticator(),
                                this));
        role.registrar().clock(fabric.nowNs(), fabric.wallMs());
        core = new SwitchCore(PORTS, role, counters);
        fabric.onChanged(node);
    }

    private List<PrefixRoutes.Route> allRoutes() {
        final Topology topology = fabric.topology;
        final UnicastTable routes = fabric.routes(node);
        final List<PrefixRoutes.Route> all = new ArrayList<>();
        for (int host = 0; host < topology.hostCount(); host++) {
            all.add(
                    new PrefixRoutes.Route(
                            fabric.address(host), 32, routes.hops(fabric.address(host))));
        }
        return all;
    }

    /** A group of the file. */
    void configure(final GroupSpec group) {
        configured = group;
        startAll();
    }

    /**
     * The process ends, and another takes over.
     *
     * @param keeps whether the state file and the journal are still there
     */
    void restart(final boolean keeps) {
        core.close();
        asked.clear();
        if (!keeps) {
            journal.clear();
            newState();
        }
        start();
        startAll();
    }

    private void startAll() {
        try {
            if (configured != null) {
                role.startGroup(fabric.nowNs(), configured);
            }
            for (final RegisteredGroup group : List.copyOf(journal.values())) {
                role.startGroup(fabric.nowNs(), group);
            }
        } catch (final GroupRefusedException e) {
            throw new IllegalStateException("switch " + node + " cannot start", e);
        }
        role.endStart();
    }

    CepheusRole role() {
        return role;
    }

    SwitchCore core() {
        return core;
    }

    /** Does what is due, and says when something is due next. */
    long tick() {
        for (final RegisteredGroup group : List.copyOf(asked)) {
            asked.remove(group);
            try {
                role.setGroup(fabric.nowNs(), group, fabric.sink(node));
                journal.put(group.mcstId(), group);
            } catch (final GroupRefusedException e) {
                continue; // The revision is not pending any more.
            }
        }
        final long due = core.onTick(fabric.nowNs(), fabric.sink(node));
        return asked.isEmpty() ? due : fabric.nowNs();
    }

    @Override
    public Answer keep(final GroupEntry group) {
        final RegisteredGroup registered = (RegisteredGroup) group;
        if (room.keepsLater()) {
            asked.add(registered);
            return Answer.LATER;
        }
        journal.put(group.mcstId(), registered);
        return Answer.KEPT;
    }

    @Override
    public boolean gone(final int mcstId) {
        journal.remove(mcstId);
        return true;
    }

    @Override
    public void close() {
        core.close();
    }
}
