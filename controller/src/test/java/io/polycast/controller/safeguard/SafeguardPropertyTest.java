package io.polycast.controller.safeguard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The safeguard under random samples, refusals and probes; a round under loss, repetition and any order. */
class SafeguardPropertyTest {
    private static final int STEPS = 400;
    private static final long USUAL = 10_000_000_000L;

    @Property(tries = 500)
    void shouldKeepItsPromises(@ForAll final long seed) {
        final Random random = new Random(seed);
        final Multicast multicast = Multicast.values()[random.nextInt(3)];
        final Safeguard guard = new Safeguard(new SafeguardSettings(multicast, 50, 1_000, 10_000));
        ModeDecision before = guard.decision();
        assertEquals(multicast == Multicast.OFF ? Mode.UNICAST : Mode.TREE, before.mode());
        long nowMs = 0;
        long lowMs = 0;
        long probedMs = 0;
        for (int i = 0; i < STEPS; i++) {
            final long fromMs = nowMs;
            nowMs += 1 + random.nextInt(400);
            final boolean refused = random.nextInt(100) == 0;
            final boolean low = random.nextInt(4) != 0;
            if (refused) {
                guard.onRefused(nowMs, "table-full");
            } else {
                guard.onGoodput(fromMs, nowMs, low ? USUAL / 3 : USUAL);
            }
            lowMs = low && !refused ? lowMs + nowMs - fromMs : 0;
            final boolean left = guard.decision().number() != before.number();
            if (left) {
                assertEquals(Mode.TREE, before.mode());
                assertEquals(Mode.UNICAST, guard.decision().mode());
                assertTrue(refused || lowMs >= 1_000, "left the tree after " + lowMs + " ms");
                probedMs = nowMs;
            }
            if (guard.isProbeDue(nowMs)) {
                assertEquals(Mode.UNICAST, guard.decision().mode());
                assertTrue(nowMs - probedMs >= 10_000, "probes are too close");
                probedMs = nowMs;
                if (random.nextBoolean()) {
                    guard.onProbed(nowMs, USUAL);
                    assertEquals(Mode.TREE, guard.decision().mode());
                } else {
                    guard.onProbeFailed(nowMs);
                }
                lowMs = 0;
            }
            final ModeDecision after = guard.decision();
            final long changes = before.mode() == after.mode() ? 0 : 1;
            assertTrue(after.number() - before.number() >= changes, "a change has a new number");
            assertTrue(multicast == Multicast.TRY || after.number() == 1, "nothing to decide");
            before = after;
        }
    }

    /** A message between the round and a member. */
    private record Message(int member, ModeDecision decision, boolean answer) {}

    /**
     * The source sends by the mode in force only. Each member must take that mode at all times, whatever is
     * lost, repeated or late: never half of the members.
     */
    @Property(tries = 500)
    void shouldBringAModeToAllMembersOrToNone(@ForAll final long seed) {
        final Random random = new Random(seed);
        final ModeRound<Integer> round = new ModeRound<>(new ModeDecision(1, Mode.TREE, ""), 500);
        final List<Set<Long>> takes = new ArrayList<>();
        final List<Message> wire = new ArrayList<>();
        final Set<Integer> present = new HashSet<>();
        long number = 1;
        long nowMs = 0;
        for (int i = 0; i < STEPS; i++) {
            nowMs += random.nextInt(40);
            final ModeDecision inForce = round.inForce();
            switch (random.nextInt(8)) {
                case 0 -> {
                    takes.add(new HashSet<>(Set.of(inForce.number())));
                    present.add(takes.size() - 1);
                    round.onJoined(takes.size() - 1);
                }
                case 1 -> {
                    final int leaver = random.nextInt(takes.size() + 1);
                    present.remove(leaver);
                    round.onLeft(leaver);
                }
                case 2 -> {
                    number++;
                    final Mode mode = random.nextBoolean() ? Mode.TREE : Mode.UNICAST;
                    round.propose(nowMs, new ModeDecision(number, mode, "r" + number));
                }
                case 3 -> round.onTick(nowMs);
                default -> {
                    final ModeDecision asked = round.pending();
                    round.missing().forEach(each -> wire.add(new Message(each, asked, false)));
                    deliver(random, wire, takes, round);
                }
            }
            for (final int member : present) {
                assertTrue(
                        takes.get(member).contains(round.inForce().number()),
                        "member " + member + " does not take " + round.inForce());
            }
            assertTrue(round.inForce().number() >= inForce.number(), "decisions go on only");
        }
    }

    private static void deliver(
            final Random random,
            final List<Message> wire,
            final List<Set<Long>> takes,
            final ModeRound<Integer> round) {
        for (int n = random.nextInt(4); n > 0 && !wire.isEmpty(); n--) {
            final int at = random.nextInt(wire.size());
            final Message message = random.nextInt(4) == 0 ? wire.get(at) : wire.remove(at);
            if (random.nextInt(4) == 0) {
                continue;
            }
            if (message.answer()) {
                round.onPrepared(message.member(), message.decision().number());
            } else {
                takes.get(message.member()).add(message.decision().number());
                wire.add(new Message(message.member(), message.decision(), true));
            }
        }
    }

    @Property(tries = 200)
    void shouldComeIntoForceOnceAllHavePrepared(@ForAll final long seed) {
        final Random random = new Random(seed);
        final ModeRound<Integer> round = new ModeRound<>(new ModeDecision(1, Mode.TREE, ""), 500);
        final int members = 1 + random.nextInt(20);
        for (int i = 0; i < members; i++) {
            round.onJoined(i);
        }
        final ModeDecision next = new ModeDecision(2, Mode.UNICAST, "refused: table-full");
        round.propose(0, next);
        final int silent = random.nextInt(members);
        for (int i = 0; i < members; i++) {
            if (i != silent) {
                round.onPrepared(i, 2);
            }
        }
        assertEquals(List.of(silent), round.missing());
        assertEquals(1, round.inForce().number());
        if (random.nextBoolean()) {
            round.onPrepared(silent, 2);
            assertEquals(next, round.inForce());
        } else {
            assertTrue(round.onTick(500));
            assertEquals(1, round.inForce().number());
            round.propose(500, next);
            round.onLeft(silent);
            assertEquals(2, round.inForce().number());
        }
    }
}
