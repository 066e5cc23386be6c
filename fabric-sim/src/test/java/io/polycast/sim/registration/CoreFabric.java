package io.polycast.sim.registration;

import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.core.cepheus.registration.RegistrationParts;
import io.polycast.core.cepheus.view.GroupView;
import io.polycast.core.role.GroupKeeper;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.mft.registration.RegistrationSettings;
import io.polycast.mft.registration.UnicastTable;
import io.polycast.mft.registration.route.PrefixRoutes;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.McstPrefix;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.Ending;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The same network of whole switches: each frame passes the classifier, the shell and role cepheus. */
final class CoreFabric extends Fabric {
    private static final int PORTS = 64;

    private final List<SwitchCore> cores = new ArrayList<>();
    private final List<CepheusRole> roles = new ArrayList<>();
    final CounterBlock counters =
            new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);

    CoreFabric(final Topology topology, final Wire wire, final boolean signed, final int groups) {
        super(topology, wire, false, signed);
        for (int node = 0; node < topology.switchCount(); node++) {
            final CepheusSettings settings =
                    CepheusSettings.of(mac(node), PORTS)
                            .withPrefix(new McstPrefix(0x0AFF_0000, 16))
                            .withTables(groups, 16 * groups);
            final int length = FeedbackLayout.length(settings.maxGroups(), settings.maxPaths());
            final CepheusRole role =
                    new CepheusRole(
                            settings,
                            new UnsafeBuffer(new byte[length]),
                            counters,
                            null,
                            null,
                            parts(node, groups));
            role.registrar().clock(nowNs(), wallMs());
            roles.add(role);
            cores.add(new SwitchCore(PORTS, role, counters));
        }
    }

    private RegistrationParts parts(final int node, final int groups) {
        final UnicastTable routes = routes(node);
        final List<PrefixRoutes.Route> all = new ArrayList<>();
        for (int host = 0; host < topology.hostCount(); host++) {
            all.add(new PrefixRoutes.Route(address(host), 32, routes.hops(address(host))));
        }
        return new RegistrationParts(
                new RegistrationSettings(
                        Mrp.PORT,
                        mac(node),
                        new RegistrationSettings.Limits(groups, groups, 500, 1_000_000, 100_000),
                        new RegistrationSettings.Times(
                                86_400_000 * MS, 30_000 * MS, 20 * MS, 1000 * MS, 8)),
                new PrefixRoutes(all, 1),
                authenticator(),
                GroupKeeper.NONE);
    }

    @Override
    void tickSwitches() {
        for (int node = 0; node < cores.size(); node++) {
            cores.get(node).onTick(nowNs(), sink(node));
        }
    }

    @Override
    MrpReason inject(final int node, final int port, final DirectBuffer buffer, final int length) {
        cores.get(node).onFrame(nowNs(), port, (MutableDirectBuffer) buffer, 0, length, sink(node));
        return null;
    }

    @Override
    GroupSpec spec(final int node, final int group) {
        final GroupView view = roles.get(node).group(group(group).last32());
        return view == null ? null : view.spec();
    }

    /** Frames that were no MRP to a switch, or were refused. */
    long refused() {
        return counters.ended() - counters.get(Ending.REGISTRATION_TAKEN);
    }

    void close() {
        cores.forEach(SwitchCore::close);
    }
}
