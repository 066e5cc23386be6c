package io.polycast.mft.registration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpGroup;
import io.polycast.parser.mrp.MrpNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Counts of groups, which admission reads at each request, are those that a look at all groups gives. */
class GroupsTest {
    private static final int MOST = 6;
    private static final int LEADERS = 3;
    private static final int STEPS = 60;

    private final Groups groups = new Groups(MOST);

    private static MrpAddress group(final int number) {
        return MrpAddress.ipv4(0x0AFF_0000 + number);
    }

    private static MrpAddress leader(final int number) {
        return MrpAddress.ipv4(0x0A00_0001 + number);
    }

    /** A revision whose set is there. */
    private static Round round(final MrpAddress group, final MrpAddress leader) {
        final MrpGroup about =
                new MrpGroup(
                        0, 100, 1, 7, MrpGroup.Policies.WAIT, new MrpGroup.Counts(1, 0), leader);
        return Round.restored(
                new RegisteredGroup(
                        group,
                        1,
                        new GroupSpec(
                                group.last32(),
                                0,
                                100,
                                List.of(
                                        new PathSpec(
                                                0,
                                                PathSpec.ANY_VLAN,
                                                null,
                                                0x0200_0000_0001L,
                                                0,
                                                null))),
                        about,
                        List.of(new MrpNode(leader, 256, MrpNode.LEADER)),
                        List.of(),
                        new RegisteredGroup.Hop(0, 0x0200_0000_0001L, leader, List.of()),
                        List.of()),
                0);
    }

    @Test
    void shouldCountAGroupOfALeaderOnce() {
        final Registered group = groups.create(group(1));
        final Registered other = groups.create(group(2));
        assertEquals(0, groups.ofLeader(leader(0), other));
        group.current(round(group(1), leader(0)));
        group.pending(round(group(1), leader(0)));
        assertEquals(1, groups.ofLeader(leader(0), other));
        assertEquals(0, groups.ofLeader(leader(0), group), "itself is left out");
        group.pending(null);
        assertEquals(1, groups.ofLeader(leader(0), other));
        group.current(null);
        assertEquals(0, groups.ofLeader(leader(0), other));
    }

    @Test
    void shouldHaveRoomForAsManyLivingGroupsAsThereMayBe() {
        for (int i = 0; i < MOST; i++) {
            final Registered group = groups.create(group(i));
            assertNotNull(group);
            group.current(round(group(i), leader(0)));
        }
        assertNull(groups.create(group(MOST)));
        groups.find(group(3)).current(null);
        assertNotNull(groups.create(group(MOST)));
    }

    @Property(tries = 300)
    void shouldCountWhatALookAtAllGroupsCounts(@ForAll final long seed) {
        final Groups any = new Groups(MOST);
        final Random random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            final MrpAddress address = group(random.nextInt(2 * MOST));
            Registered group = any.find(address);
            group = group == null ? any.create(address) : group;
            if (group != null) {
                change(any, group, random);
            }
            check(any, seed);
        }
    }

    private static void change(final Groups any, final Registered group, final Random random) {
        final Round round =
                random.nextBoolean()
                        ? null
                        : round(group.address(), leader(random.nextInt(LEADERS)));
        if (round != null && !any.hasRoomFor(group)) {
            return;
        }
        switch (random.nextInt(4)) {
            case 0 -> group.current(round);
            case 1 -> group.pending(round);
            case 2 -> group.removed(round);
            default -> {
                group.current(null);
                group.pending(null);
                any.all().remove(group);
            }
        }
    }

    private static void check(final Groups any, final long seed) {
        final List<Registered> living = new ArrayList<>(any.all());
        living.removeIf(group -> !group.isAlive());
        final Registered none = new Registered(group(99), any);
        assertEquals(living.size() < MOST, any.hasRoomFor(none), "seed " + seed);
        for (int i = 0; i < LEADERS; i++) {
            final MrpAddress leader = leader(i);
            final long led = living.stream().filter(group -> leads(leader, group)).count();
            assertEquals(led, any.ofLeader(leader, none), "seed " + seed);
        }
    }

    private static boolean leads(final MrpAddress leader, final Registered group) {
        final Round newest = group.pending() == null ? group.current() : group.pending();
        return newest.set().group().leader().equals(leader);
    }
}
