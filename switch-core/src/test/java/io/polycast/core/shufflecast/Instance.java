package io.polycast.core.shufflecast;

import io.polycast.core.role.RuleSet;
import io.polycast.topology.shuffle.PhysicalTor;
import io.polycast.topology.shuffle.Placement;
import io.polycast.topology.shuffle.RelayRules;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All ToRs of an instance, joined by its splitters. The splitters of failed nodes carry nothing. */
final class Instance {
    private static final int MOST_FRAMES = 100_000;

    final ShuffleShape shape;
    final List<Tor> tors = new ArrayList<>();
    private final Map<Integer, Tor> torOf = new HashMap<>();
    private final Set<Integer> failed;

    private record Flight(Tor to, int port, byte[] frame) {}

    Instance(final ShuffleShape shape, final int count, final Set<Integer> failed) {
        this.shape = shape;
        this.failed = failed;
        for (final PhysicalTor each : new Placement(shape, count).tors()) {
            final Tor tor = new Tor(shape, each);
            tors.add(tor);
            each.nodes().forEach(node -> torOf.put(node, tor));
        }
    }

    Tor torOf(final int node) {
        return torOf.get(node);
    }

    /** By node, the sources that it relays. */
    static List<List<Integer>> sources(final ShuffleShape shape, final RelayRules rules) {
        final List<List<Integer>> sources = new ArrayList<>();
        for (int node = 0; node < shape.nodes(); node++) {
            sources.add(new ArrayList<>());
        }
        final int[] relays = new int[shape.classes()];
        for (int source = 0; source < shape.nodes(); source++) {
            rules.fill(source, relays);
            for (final int relay : relays) {
                if (relay != RelayRules.NONE) {
                    sources.get(relay).add(source);
                }
            }
        }
        return sources;
    }

    void tell(final long version, final List<List<Integer>> sources) {
        for (int node = 0; node < shape.nodes(); node++) {
            final Tor tor = torOf(node);
            final String refusal =
                    tor.role.install(tor.nowNs, new RuleSet(node, version, sources.get(node)));
            if (refusal != null) {
                throw new AssertionError(refusal);
            }
        }
    }

    /** A host of port 0 sends a frame; the result are the copies for hosts, by "ToR port". */
    Map<String, Integer> send(final int source) {
        final Map<String, Integer> copies = new HashMap<>();
        final Deque<Flight> flights = new ArrayDeque<>();
        final byte[] sent = Tor.datagram(Tor.address(source), Tor.GROUP);
        flights.add(new Flight(torOf(source), 0, sent));
        for (int frames = 0; !flights.isEmpty(); frames++) {
            if (frames > MOST_FRAMES) {
                throw new AssertionError("frames circle");
            }
            final Flight flight = flights.remove();
            final Tor at = flight.to();
            at.receive(flight.port(), flight.frame());
            for (final Tor.Sent each : at.sent) {
                if (each.port() < Tor.HOSTS) {
                    if (!Arrays.equals(sent, each.frame())) {
                        throw new AssertionError("changed on its way");
                    }
                    copies.merge(tors.indexOf(at) + " " + each.port(), 1, Integer::sum);
                } else {
                    split(at, each, flights);
                }
            }
            at.sent.clear();
        }
        return copies;
    }

    private void split(final Tor from, final Tor.Sent sent, final Deque<Flight> flights) {
        final int node = from.nodes.get((sent.port() - Tor.HOSTS) / (shape.p() + 1));
        if (failed.contains(node)) {
            return;
        }
        final int first = shape.firstFed(shape.mirrorClass(node));
        for (int fed = first; fed < first + shape.p(); fed++) {
            final Tor to = torOf(fed);
            final int port = to.inPort(to.nodes.indexOf(fed), shape.partition(node));
            flights.add(new Flight(to, port, sent.frame()));
        }
    }

    boolean isCounted() {
        return tors.stream().allMatch(Tor::isCounted);
    }
}
