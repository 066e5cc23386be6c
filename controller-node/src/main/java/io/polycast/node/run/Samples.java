package io.polycast.node.run;

import io.polycast.controller.agent.ToController;
import io.polycast.controller.log.Entry;
import io.polycast.controller.safeguard.GoodputWatch;
import io.polycast.controller.safeguard.GuardView;
import io.polycast.controller.safeguard.SlowTree;
import io.polycast.node.log.StateMachine;
import io.polycast.parser.mrp.MrpAddress;
import java.util.HashMap;
import java.util.Map;

/** Samples of goodput at the node that leads. They stay out of the log; a finding goes into it. Threadsafe. */
final class Samples {
    private final GoodputWatch watch = new GoodputWatch();
    private final Map<Long, MrpAddress> hosts = new HashMap<>();

    synchronized void opened(final long session, final MrpAddress host) {
        hosts.put(session, host);
    }

    synchronized void closed(final long session) {
        hosts.remove(session);
    }

    /** Takes a sample, and answers a finding for the log or null. */
    Entry.Slow take(
            final StateMachine machine,
            final long session,
            final ToController.GoodputSample message) {
        final String group = message.group();
        final GuardView guard = machine.with(controller -> controller.guard(group));
        synchronized (this) {
            final MrpAddress host = hosts.get(session);
            final SlowTree slow =
                    host == null ? null : watch.take(group, guard, host, message.sample());
            return slow == null ? null : new Entry.Slow(group, slow);
        }
    }

    synchronized void forget(final String group) {
        watch.forget(group);
    }

    /** Another node leads, or this one anew: samples and connections of before are nothing. */
    synchronized void clear() {
        watch.clear();
        hosts.clear();
    }
}
