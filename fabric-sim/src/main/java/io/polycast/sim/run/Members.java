package io.polycast.sim.run;

import io.polycast.sim.group.MemberState;
import io.polycast.sim.net.HostNode;
import io.polycast.sim.net.Network;
import java.util.ArrayList;
import java.util.List;

/** The members at each host, and events that concern all of them. */
final class Members {
    private final Network network;
    private final List<List<MemberState>> byHost = new ArrayList<>();

    Members(final Network network) {
        this.network = network;
        for (int host = 0; host < network.hosts().length; host++) {
            byHost.add(new ArrayList<>());
        }
    }

    HostNode node(final int host) {
        return network.hosts()[host];
    }

    void add(final MemberState member, final Sessions sessions) {
        byHost.get(member.host()).add(member);
        node(member.host()).add(new CheckedMember(network, sessions, member));
    }

    void crash(final int host) {
        node(host).crash();
        byHost.get(host).forEach(MemberState::crash);
    }

    /** The host is back. Members without a new queue pair there are gone for good. */
    void revive(final int host) {
        node(host).revive();
        for (final MemberState member : byHost.get(host)) {
            if (!member.isLive()) {
                member.close();
            }
        }
    }

    void storm(final int host, final boolean on) {
        if (!node(host).isDead()) {
            byHost.get(host).forEach(member -> member.storm(on));
            node(host).pump(network.nowNs());
        }
    }
}
