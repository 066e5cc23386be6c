package io.polycast.sim.registration;

import io.polycast.mft.registration.Registration;
import io.polycast.mft.registration.RegistrationSettings;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpReason;
import io.polycast.topology.Topology;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/** Registration alone in each switch, over a table that is a plain map. */
final class PlainFabric extends Fabric {
    final List<Registration> switches = new ArrayList<>();
    final List<Tables> tables = new ArrayList<>();
    final Map<MrpReason, Integer> refusals = new EnumMap<>(MrpReason.class);

    PlainFabric(
            final Topology topology, final Wire wire, final boolean ipv6, final boolean signed) {
        super(topology, wire, ipv6, signed);
        for (int node = 0; node < topology.switchCount(); node++) {
            tables.add(new Tables());
            switches.add(registration(node, 2000, 2000));
        }
    }

    /** A switch that has just started; its table stays. */
    Registration registration(final int node, final int groups, final int perLeader) {
        final RegistrationSettings settings =
                new RegistrationSettings(
                        Mrp.PORT,
                        mac(node),
                        new RegistrationSettings.Limits(groups, perLeader, 500, 1_000_000, 100_000),
                        new RegistrationSettings.Times(
                                86_400_000 * MS, 30_000 * MS, 20 * MS, 1000 * MS, 8));
        return new Registration(
                settings, routes(node), tables.get(node), sink(node), authenticator());
    }

    @Override
    long tickSwitches() {
        switches.forEach(one -> one.onTick(nowNs(), wallMs()));
        return nowNs();
    }

    @Override
    GroupSpec spec(final int node, final int group) {
        return tables.get(node).installed.get(group(group).last32());
    }

    @Override
    MrpReason inject(final int node, final int port, final DirectBuffer buffer, final int length) {
        final MrpReason reason =
                switches.get(node).onFrame(port, buffer, 0, length, nowNs(), wallMs());
        if (reason != null) {
            refusals.merge(reason, 1, Integer::sum);
        }
        return reason;
    }
}
