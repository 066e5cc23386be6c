package io.polycast.controller.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.log.Entry;
import io.polycast.controller.safeguard.Mode;
import io.polycast.controller.safeguard.ModeDecision;
import io.polycast.controller.safeguard.SlowTree;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * One group whose modes change while connections break, agents are killed, applications are replaced and
 * another node leads. {@link ModeWitness} looks after each entry.
 */
class ModePropertyTest {
    private static final int HOSTS = 4;

    private static void act(final Rig rig, final Random random) {
        final int host = 1 + random.nextInt(HOSTS);
        final ModeDecision now =
                rig.controller.group("g") == null ? null : rig.controller.group("g").mode();
        switch (random.nextInt(9)) {
            case 0, 1 -> {
                rig.says(host, new ToController.Reserve(1, "g", 1));
                rig.says(host, new ToController.Join(2, "g", 2 + random.nextInt(50), -1, null));
            }
            case 2 -> rig.says(host, new ToController.Leave(3, "g"));
            case 3 -> {
                final Mode mode = random.nextBoolean() ? Mode.TREE : Mode.UNICAST;
                rig.says(host, new ToController.AskMode(4, "g", mode, "drawn"));
            }
            case 4 -> {
                if (now != null) {
                    rig.apply(new Entry.Slow("g", new SlowTree(now.number(), 1, 900, 1000)));
                }
            }
            case 5 -> {
                rig.down(host);
                if (random.nextBoolean()) {
                    rig.up(host);
                }
            }
            case 6 -> lead(rig);
            case 7 -> rig.says(host, new ToController.Source(5, "g"));
            default -> rig.pass(random.nextInt(6000));
        }
        for (final int deaf : List.copyOf(rig.deaf)) {
            if (random.nextBoolean()) {
                rig.up(deaf);
            }
        }
    }

    /** Another node leads: it has the log, and no connection. */
    private static void lead(final Rig rig) {
        rig.restore(rig.snapshot());
        rig.apply(new Entry.Leadership());
        for (final long host : List.copyOf(rig.hosts.keySet())) {
            rig.up((int) host);
        }
    }

    @Property(tries = 300)
    void shouldBringAModeToAllMembersOrToNone(
            @ForAll final long seed, @ForAll @IntRange(max = 40) final int breaks) {
        final Rig rig = new Rig();
        final Random random = new Random(seed);
        rig.chaos = new Random(seed + 1);
        rig.breakPercent = breaks;
        for (int host = 1; host <= HOSTS; host++) {
            rig.up(host);
        }
        for (int i = 0; i < 80; i++) {
            act(rig, random);
        }
        rig.breakPercent = 0;
        for (int host = 1; host <= HOSTS; host++) {
            rig.up(host);
            rig.says(host, new ToController.Reserve(1, "g", 1));
            rig.says(host, new ToController.Join(2, "g", 2 + random.nextInt(50), -1, null));
        }
        rig.pass(60_000);
        rig.heard.clear();
        final List<Integer> members =
                rig.controller.guard("g").hosts().stream()
                        .map(each -> each.last32() & 0xFF)
                        .toList();
        if (members.isEmpty()) {
            return;
        }
        final Mode other =
                rig.controller.group("g").mode().mode() == Mode.TREE ? Mode.UNICAST : Mode.TREE;
        rig.says(members.get(0), new ToController.AskMode(9, "g", other, "at rest"));
        final ModeDecision last = rig.controller.group("g").mode();
        assertEquals(other, last.mode());
        for (final int host : members) {
            final List<ToAgent.ModeCommit> commits = rig.heard(host, ToAgent.ModeCommit.class);
            assertEquals(last, commits.get(commits.size() - 1).decision());
        }
    }

    /** The draws reach what they are for. */
    @Test
    void shouldChangeModesOften() {
        int changes = 0;
        for (int seed = 0; seed < 50; seed++) {
            final Rig rig = new Rig();
            final Random random = new Random(seed);
            rig.chaos = new Random(seed + 1);
            rig.breakPercent = 10;
            for (int host = 1; host <= HOSTS; host++) {
                rig.up(host);
            }
            for (int i = 0; i < 80; i++) {
                act(rig, random);
                changes += rig.modes.takeChanges();
            }
        }
        assertTrue(changes > 100, "only " + changes + " decisions came into force");
    }
}
