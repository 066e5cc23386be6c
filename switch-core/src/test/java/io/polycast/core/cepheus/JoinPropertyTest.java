package io.polycast.core.cepheus;

import static io.polycast.core.cepheus.SwitchRig.ackFrame;
import static io.polycast.core.cepheus.SwitchRig.dataFrame;
import static io.polycast.core.cepheus.SwitchRig.group;
import static io.polycast.core.cepheus.SwitchRig.host;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.psn.Psn;
import io.polycast.parser.wire.Aeth;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Members come and go while a source sends, and frames are lost. PSNs of the model are plain integers from 0
 * on. A member gets nothing before its first PSN and everything from it on; the source never hears an ACK for
 * what a member lacks.
 */
class JoinPropertyTest {
    private static final int WINDOW = 12;
    private static final int MESSAGES = 120;
    private static final Pattern FRAME = Pattern.compile("p(\\d):(\\w+)\\((\\d+)\\)");

    /** A receiver: its first PSN, the one that it expects, and its queue pair. */
    private static final class Member {
        final int first;
        final int qpn;
        int expected;
        boolean nakSent;

        Member(final int first, final int qpn) {
            this.first = first;
            this.qpn = qpn;
            expected = first;
        }
    }

    @Property(tries = 300)
    void shouldDeliverFromTheFirstPsnOnAndAcknowledgeNothingElse(
            @ForAll final long seed,
            @ForAll @IntRange(min = 0, max = Psn.MASK) final int initialPsn) {
        new Run(seed, initialPsn).run();
    }

    private static final class Run {
        private final SwitchRig rig = new SwitchRig();
        private final String seed;
        private final Random random;
        private final int initialPsn;
        private final Member[] members = new Member[SwitchRig.PORTS];
        private int next;
        private int posted;
        private int acked = -1;
        private int seen;
        private double loss;

        Run(final long seed, final int initialPsn) {
            this.seed = "seed " + seed + ", first PSN " + initialPsn;
            this.random = new Random(seed);
            this.initialPsn = initialPsn;
            loss = random.nextInt(3) * 0.1;
        }

        void run() {
            for (int i = 1; i <= 1 + random.nextInt(3); i++) {
                members[i] = new Member(0, 0x100 + i);
            }
            set();
            for (int step = 0; step < 600; step++) {
                rig.nowNs += 1 + random.nextInt(2_000_000);
                step();
            }
            loss = 0;
            for (int step = 0; acked < MESSAGES - 1; step++) {
                assertTrue(step < 2_000, seed + ": stands at " + acked + " of " + next);
                rig.nowNs += 2_000_000;
                send();
                if (step % 3 == 0) {
                    next = acked + 1;
                }
            }
            for (final Member member : members) {
                assertTrue(member == null || member.expected == MESSAGES, seed);
            }
        }

        private void step() {
            switch (random.nextInt(40)) {
                case 0 -> join();
                case 1 -> leave();
                case 2, 3 -> next = acked + 1;
                default -> send();
            }
        }

        /** The source keeps what it has not posted until the switch knows the joiner. */
        private void join() {
            final int port = 1 + random.nextInt(SwitchRig.PORTS - 1);
            if (members[port] != null) {
                return;
            }
            final int first = Math.min(MESSAGES, posted + random.nextInt(WINDOW));
            members[port] = new Member(first, 0x200 + random.nextInt(1 << 16));
            set();
        }

        private void leave() {
            final int port = 1 + random.nextInt(SwitchRig.PORTS - 1);
            long receivers = 0;
            for (final Member member : members) {
                receivers += member == null ? 0 : 1;
            }
            if (members[port] != null && receivers > 1) {
                members[port] = null;
                set();
            }
        }

        private void set() {
            final List<PathSpec> paths = new ArrayList<>();
            paths.add(host(0));
            for (int port = 1; port < members.length; port++) {
                final Member member = members[port];
                if (member != null) {
                    final PathSpec host = host(port);
                    paths.add(
                            new PathSpec(
                                    port,
                                    host.vlanId(),
                                    host.ip(),
                                    host.mac(),
                                    member.qpn,
                                    host.memory(),
                                    member.first == 0 ? PathSpec.NO_FIRST_PSN : psn(member.first)));
                }
            }
            rig.set(group(1, initialPsn).withPaths(paths).withEpoch(1));
            deliver();
        }

        private int psn(final int at) {
            return Psn.plus(initialPsn, at);
        }

        private int at(final int psn) {
            return Psn.distance(initialPsn, psn);
        }

        private void send() {
            if (next < MESSAGES && next <= acked + WINDOW) {
                final int at = next++;
                posted = Math.max(posted, next);
                rig.inject(0, dataFrame(0, psn(at)).build());
                deliver();
            }
        }

        /** What left the switch arrives, or is lost. */
        private void deliver() {
            while (seen < rig.frames.size()) {
                final String text = rig.describe(rig.ports.get(seen), rig.frames.get(seen));
                seen++;
                final Matcher frame = FRAME.matcher(text);
                assertTrue(frame.matches(), seed + ": " + text);
                final int port = Integer.parseInt(frame.group(1));
                final int at = at(Integer.parseInt(frame.group(3)));
                if (port == 0) {
                    onFeedback(frame.group(2), at);
                } else {
                    onCopy(port, at);
                }
            }
        }

        private void onFeedback(final String what, final int at) {
            final int upTo = what.equals("ack") ? at : at - 1;
            assertTrue(upTo < posted, seed + ": tells of " + upTo + ", which was not sent");
            for (final Member member : members) {
                assertTrue(
                        member == null || upTo < member.expected,
                        () -> seed + ": " + what + " " + at + ", but a member has less");
            }
            if (random.nextDouble() >= loss) {
                acked = Math.max(acked, upTo);
                next = what.equals("nak") ? acked + 1 : Math.max(next, acked + 1);
            }
        }

        private void onCopy(final int port, final int at) {
            final Member member = members[port];
            assertTrue(member != null, seed + ": a copy for port " + port);
            assertTrue(at >= member.first, seed + ": " + at + " to who joins at " + member.first);
            if (random.nextDouble() < loss) {
                return;
            }
            if (at > member.expected) {
                if (!member.nakSent) {
                    member.nakSent = true;
                    feedback(port, Aeth.NAK_PSN_SEQUENCE_ERROR, member.expected);
                }
                return;
            }
            if (at == member.expected) {
                member.expected++;
                member.nakSent = false;
            }
            feedback(port, Aeth.ACK_UNLIMITED, member.expected - 1);
        }

        private void feedback(final int port, final int syndrome, final int at) {
            if (random.nextDouble() >= loss) {
                rig.inject(port, ackFrame(port, psn(at), syndrome, 0).build());
            }
            assertEquals(true, rig.sumsClose(), seed);
        }
    }
}
