package io.polycast.controller.shufflecast;

import io.polycast.topology.shuffle.RelayRules;
import io.polycast.topology.shuffle.ShuffleShape;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Applications that want the whole rate of their relays. Applications with disjoint relays run at once; others
 * run one behind the other, first come first served (section IV). An application also waits for one that
 * came before it and waits itself.
 */
final class ApplicationQueue {
    /** Most applications that run and wait. */
    static final int MOST = 1024;

    private final ShuffleShape shape;
    private final ControlOutput output;
    private final List<Application> all = new ArrayList<>();

    /** An application in the order of its arrival. */
    private static final class Application {
        final long request;
        final int[] sources;
        BitSet relays;
        boolean runs;

        Application(final long request, final int[] sources, final BitSet relays) {
            this.request = request;
            this.sources = sources.clone();
            this.relays = relays;
        }
    }

    ApplicationQueue(final ShuffleShape shape, final ControlOutput output) {
        this.shape = shape;
        this.output = output;
    }

    /**
     * @param request of the application; names it until it ends
     * @param sources ToRs that it sends from
     * @param rules in force
     * @return why it is refused, or null
     */
    String ask(final long request, final int[] sources, final RelayRules rules) {
        if (all.size() == MOST) {
            return "there are " + MOST + " applications; end one";
        }
        if (find(request) != null) {
            return null;
        }
        all.add(new Application(request, sources, relays(sources, rules)));
        advance();
        return null;
    }

    private BitSet relays(final int[] sources, final RelayRules rules) {
        final BitSet relays = new BitSet(shape.nodes());
        final int[] ofSource = new int[shape.classes()];
        for (final int source : sources) {
            rules.fill(source, ofSource);
            for (final int relay : ofSource) {
                if (relay != RelayRules.NONE) {
                    relays.set(relay);
                }
            }
        }
        return relays;
    }

    /** Other relays serve the sources: applications that run go on, those that wait may wait for others. */
    void target(final RelayRules rules) {
        for (final Application each : all) {
            each.relays = relays(each.sources, rules);
        }
        advance();
    }

    /** The application has ended, or gone. */
    void end(final long request) {
        if (all.remove(find(request))) {
            advance();
        }
    }

    int waiting() {
        return (int) all.stream().filter(each -> !each.runs).count();
    }

    private Application find(final long request) {
        return all.stream().filter(each -> each.request == request).findFirst().orElse(null);
    }

    /** An application that runs behind one that waits shares no relay with it, so only the order counts. */
    private void advance() {
        final BitSet taken = new BitSet(shape.nodes());
        for (final Application each : all) {
            if (!each.runs && !taken.intersects(each.relays)) {
                each.runs = true;
                output.start(each.request);
            }
            taken.or(each.relays);
        }
    }
}
