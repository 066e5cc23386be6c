package io.polycast.controller.machine;

import io.polycast.parser.mrp.MrpAddress;
import java.util.Collection;
import java.util.stream.Collectors;

/** Hosts in a text for people: some by name, the others counted. */
final class Naming {
    private static final int MOST = 20;

    private Naming() {}

    static String of(final Collection<MrpAddress> hosts) {
        final String named =
                hosts.stream()
                        .limit(MOST)
                        .map(MrpAddress::toString)
                        .collect(Collectors.joining(", ", "[", "]"));
        return hosts.size() <= MOST ? named : named + " and " + (hosts.size() - MOST) + " more";
    }
}
