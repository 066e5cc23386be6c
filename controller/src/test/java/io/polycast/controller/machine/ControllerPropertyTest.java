package io.polycast.controller.machine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.controller.agent.ToAgent;
import io.polycast.controller.agent.ToController;
import io.polycast.controller.log.Command;
import io.polycast.controller.log.Entry;
import io.polycast.controller.log.GroupView;
import io.polycast.controller.safeguard.Mode;
import io.polycast.controller.safeguard.SlowTree;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpReason;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Random lives of groups while answers are lost, doubled and overtaken. */
class ControllerPropertyTest {
    private static final int HOSTS = 6;
    private static final String[] NAMES = {"a", "b", "c"};

    /** One random act of hosts and operators. */
    private static void act(final Rig rig, final Random random) {
        final String name = NAMES[random.nextInt(NAMES.length)];
        final int host = 1 + random.nextInt(HOSTS);
        final long request = random.nextInt(1000);
        switch (random.nextInt(12)) {
            case 0, 1, 2:
                final int qpn = 1 + random.nextInt(3);
                rig.says(host, new ToController.Reserve(request, name, 1 + random.nextInt(2)));
                rig.says(host, new ToController.Join(request, name, qpn, -1, null));
                break;
            case 3:
                rig.says(host, new ToController.Leave(request, name));
                break;
            case 4:
                rig.says(host, new ToController.Source(request, name));
                break;
            case 5:
                if (rig.hosts.containsKey((long) host)) {
                    rig.down(host);
                } else {
                    rig.up(host);
                }
                break;
            case 6:
                if (random.nextInt(3) == 0) {
                    rig.request("", new Command.Delete(name));
                } else {
                    rig.create(name, 1 + random.nextInt(HOSTS));
                }
                break;
            case 7:
                if (random.nextInt(3) == 0) {
                    rig.fabric.restart();
                }
                break;
            case 8:
                final Mode mode = random.nextInt(3) == 0 ? Mode.TREE : Mode.UNICAST;
                rig.says(host, new ToController.AskMode(request, name, mode, "drawn"));
                break;
            case 9:
                slow(rig, name);
                break;
            case 10:
                trouble(rig, random);
                break;
            default:
                rig.pass(random.nextInt(3000));
        }
    }

    private static void slow(final Rig rig, final String name) {
        final GroupView group = rig.controller.group(name);
        if (group != null) {
            final long number = group.mode().number();
            rig.apply(new Entry.Slow(name, new SlowTree(number, 1_000, 8_000_000, 1_000)));
        }
    }

    /** Switches that refuse, applications that decline or say nothing, another node that leads. */
    private static void trouble(final Rig rig, final Random random) {
        switch (random.nextInt(5)) {
            case 0 -> rig.fabric.refuse(MrpReason.TABLE_FULL);
            case 1 -> rig.fabric.refuse(null);
            case 2 -> rig.declinesModes = !rig.declinesModes;
            case 3 -> rig.answersQuestions = !rig.answersQuestions;
            default -> {
                rig.restore(rig.snapshot());
                rig.apply(new Entry.Leadership());
                for (final long up : List.copyOf(rig.hosts.keySet())) {
                    rig.up((int) up);
                }
            }
        }
    }

    @Property(tries = 1000)
    void shouldAgreeWithTheTablesOnceAllIsQuiet(
            @ForAll final long seed, @ForAll @IntRange(max = 60) final int loss) {
        final Rig rig = new Rig();
        final Random random = new Random(seed);
        rig.chaos = new Random(seed + 1);
        rig.lossPercent = loss;
        for (int i = 0; i < 60; i++) {
            act(rig, random);
        }
        rig.lossPercent = 0;
        rig.answersQuestions = true;
        rig.fabric.refuse(null);
        for (int host = 1; host <= HOSTS; host++) {
            rig.up(host);
        }
        rig.pass(200_000);
        for (final GroupView group : rig.controller.groups()) {
            final boolean empty = group.state().equals("unicast") && group.members().isEmpty();
            assertTrue(
                    empty || Set.of("registered", "collecting").contains(group.state()),
                    group.toString());
            final Map<MrpAddress, Integer> members = new HashMap<>();
            group.members().stream()
                    .filter(each -> each.state().equals("member"))
                    .forEach(each -> members.put(each.ip(), each.qpn()));
            final MrpAddress address = MrpAddress.ipv4(group.id());
            if (!members.isEmpty() || !rig.aging.contains(address)) {
                assertEquals(members, rig.fabric.members(address));
            }
        }
        final long registered =
                rig.controller.groups().stream()
                        .filter(each -> each.state().equals("registered"))
                        .count();
        assertEquals(registered, rig.groups());
        assertNoIdTwice(rig);
        for (final String name : NAMES) {
            rig.request("", new Command.Delete(name));
        }
        rig.pass(20_000);
        assertEquals(0, rig.groups());
        assertEquals(rig.lastRequest - 1000, rig.outcomes.size(), "one answer for each request");
    }

    /** The switch obeyed a commit whose answer was lost, and the change was given up meanwhile. */
    @Test
    void shouldHealAGroupOfWhichTheSwitchHasANewerRevision() {
        shouldAgreeWithTheTablesOnceAllIsQuiet(12969, 37);
    }

    private static void assertNoIdTwice(final Rig rig) {
        final Set<Integer> ids = new HashSet<>();
        rig.controller.groups().forEach(each -> assertTrue(ids.add(each.id())));
    }

    /** A member that was told that it is in the tables is in the tables. */
    @Property(tries = 100)
    void shouldSayDoneOnlyWhenItIs(@ForAll final long seed) {
        final Rig rig = new Rig();
        rig.chaos = new Random(seed);
        rig.lossPercent = 40;
        final Random random = new Random(seed);
        for (int host = 1; host <= HOSTS; host++) {
            rig.up(host);
        }
        for (int i = 0; i < 30; i++) {
            final int host = 1 + random.nextInt(HOSTS);
            final boolean joins = random.nextBoolean();
            rig.heard.clear();
            if (joins) {
                rig.says(host, new ToController.Reserve(1, "g", 1));
                rig.says(host, new ToController.Join(2, "g", 0x100 + host, -1, null));
            } else {
                rig.says(host, new ToController.Leave(2, "g"));
            }
            rig.pass(15_000);
            final boolean done =
                    rig.heard(host, ToAgent.Done.class).stream()
                            .anyMatch(each -> each.request() == 2);
            final boolean inside =
                    rig.controller.group("g") != null
                            && rig.fabric.members(rig.address("g")).containsKey(Rig.host(host));
            assertTrue(!done || inside == joins, "host " + host + " joins " + joins);
        }
    }

    @Property(tries = 60)
    void shouldGoOnFromASnapshotAsIfThereWereNone(
            @ForAll final long seed, @ForAll @IntRange(max = 39) final int at) {
        final Rig straight = new Rig();
        final Rig restored = new Rig();
        final Rig[] both = {straight, restored};
        for (final Rig rig : both) {
            rig.chaos = new Random(seed + 1);
            rig.lossPercent = 20;
            final Random random = new Random(seed);
            for (int i = 0; i < 40; i++) {
                if (rig == restored && i == at) {
                    final byte[] snapshot = rig.snapshot();
                    rig.restore(snapshot);
                    assertArrayEquals(snapshot, rig.snapshot());
                }
                act(rig, random);
            }
        }
        assertEquals(straight.trace, restored.trace);
        assertArrayEquals(straight.snapshot(), restored.snapshot());
    }
}
