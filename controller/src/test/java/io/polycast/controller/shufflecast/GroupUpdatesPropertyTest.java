package io.polycast.controller.shufflecast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** ToRs that keep their groups, links that come and go with what is on its way, and a control that is killed. */
class GroupUpdatesPropertyTest {
    private static final int TORS = 4;
    private static final int GROUPS = 3;
    private static final int STEPS = 120;
    private static final List<String> PORTS = List.of("h0", "h1", "wrong");

    /** A ToR with its link. */
    private static final class Tor {
        final Map<Integer, List<String>> groups = new TreeMap<>();
        final Set<Integer> named = new HashSet<>();
        final Deque<Runnable> toTor = new ArrayDeque<>();
        final Deque<Runnable> fromTor = new ArrayDeque<>();
        boolean connected;
    }

    /** All ToRs and the control. */
    private static final class Lab implements ControlOutput {
        final Tor[] tors = new Tor[TORS];
        final Map<Integer, Map<Integer, List<String>>> kept = new TreeMap<>();
        final Map<Integer, Map<Integer, List<String>>> confirmed = new HashMap<>();
        final Map<Long, Integer> asked = new HashMap<>();
        final Map<Long, Map<Integer, List<String>>> wanted = new HashMap<>();
        final Random random;
        GroupUpdates control = new GroupUpdates(this);
        long requests;
        long nowNs;

        Lab(final long seed) {
            random = new Random(seed);
            for (int i = 0; i < TORS; i++) {
                tors[i] = new Tor();
                connect(i);
            }
        }

        void step() {
            final int tor = random.nextInt(TORS);
            switch (random.nextInt(12)) {
                case 0 -> connect(tor);
                case 1 -> lose(tor);
                case 2, 3 -> ask();
                case 4 -> {
                    nowNs += GroupUpdates.PATIENCE_NS / 2;
                    control.onTime(nowNs);
                }
                case 5 -> {
                    if (random.nextInt(4) == 0) {
                        restart();
                    }
                }
                default -> {
                    run(tors[tor].toTor);
                    run(tors[random.nextInt(TORS)].fromTor);
                }
            }
        }

        private static void run(final Deque<Runnable> line) {
            if (!line.isEmpty()) {
                line.remove().run();
            }
        }

        void connect(final int tor) {
            if (!tors[tor].connected) {
                tors[tor].connected = true;
                tors[tor].named.clear();
                control.onHello(tor);
            }
        }

        private void lose(final int tor) {
            cut(tor);
            control.onLost(tor);
        }

        private void cut(final int tor) {
            tors[tor].connected = false;
            tors[tor].toTor.clear();
            tors[tor].fromTor.clear();
        }

        private void ask() {
            final Map<Integer, List<String>> members = new TreeMap<>();
            for (int tor = 0; tor < TORS; tor++) {
                if (random.nextBoolean()) {
                    final int port = random.nextInt(8);
                    members.put(tor, List.of(PORTS.get(port == 0 ? 2 : port & 1)));
                }
            }
            if (random.nextInt(4) == 0) {
                members.clear();
            }
            final int group = random.nextInt(GROUPS);
            asked.put(++requests, group);
            wanted.put(requests, members);
            control.ask(nowNs, requests, group, members);
        }

        /** Requests that wait have no answer, and the control that comes knows what was kept. */
        private void restart() {
            for (int tor = 0; tor < TORS; tor++) {
                cut(tor);
            }
            control = new GroupUpdates(this);
            kept.forEach(control::restore);
        }

        void settle() {
            for (int tor = 0; tor < TORS; tor++) {
                connect(tor);
            }
            boolean quiet = false;
            while (!quiet) {
                quiet = true;
                for (final Tor each : tors) {
                    quiet &= each.toTor.isEmpty() && each.fromTor.isEmpty();
                    run(each.toTor);
                    run(each.fromTor);
                }
            }
        }

        void check(final long seed) {
            for (int tor = 0; tor < TORS; tor++) {
                final Map<Integer, List<String>> expected = new TreeMap<>();
                for (final var group : kept.entrySet()) {
                    if (group.getValue().containsKey(tor)) {
                        expected.put(group.getKey(), group.getValue().get(tor));
                    }
                }
                assertEquals(expected, tors[tor].groups, "ToR " + tor + " of seed " + seed);
            }
            confirmed.values().removeIf(Map::isEmpty);
            assertEquals(confirmed, kept, "told and kept, seed " + seed);
        }

        @Override
        public void members(
                final int tor, final long change, final int group, final List<String> ports) {
            final Tor to = tors[tor];
            to.toTor.add(
                    () -> {
                        to.named.add(group);
                        final boolean wrong = ports.contains("wrong");
                        if (ports.isEmpty()) {
                            to.groups.remove(group);
                        } else if (!wrong) {
                            to.groups.put(group, ports);
                        }
                        to.fromTor.add(
                                () -> control.onAnswer(tor, change, wrong ? "no port" : null));
                    });
        }

        @Override
        public void complete(final int tor) {
            tors[tor].toTor.add(() -> tors[tor].groups.keySet().retainAll(tors[tor].named));
        }

        @Override
        public void notRestored(final int tor, final String refusal) {
            throw new AssertionError("ToR " + tor + " had what it refuses: " + refusal);
        }

        @Override
        public String keep(final int group, final Map<Integer, List<String>> members) {
            if (random.nextInt(8) == 0) {
                return "no room";
            }
            if (members.isEmpty()) {
                kept.remove(group);
            } else {
                kept.put(group, members);
            }
            return null;
        }

        @Override
        public void answer(final long request, final String refusal) {
            if (refusal == null) {
                confirmed.put(asked.get(request), wanted.get(request));
            }
        }

        @Override
        public void rules(final int node, final int version, final BitSet sources) {}

        @Override
        public void start(final long request) {}

        @Override
        public void hangs(final int tor) {}

        @Override
        public void event(final int node, final RelayChange change) {}
    }

    @Property
    void shouldLeaveAtAllToRsWhatWasConfirmedLast(@ForAll final long seed) {
        final Lab lab = new Lab(seed);
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < STEPS; i++) {
                lab.step();
            }
            lab.settle();
            lab.check(seed);
        }
    }
}
