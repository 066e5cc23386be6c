package io.polycast.core.role;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.GroupEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class EntryTablePropertyTest {
    private static final int CAPACITY = 3;

    record Entry(int mcstId, int pathCount) implements GroupEntry {}

    @Property
    void shouldHoldWhatAMapOfAsMuchRoomHolds(
            @ForAll @Size(max = 200) final List<@IntRange(min = 0, max = 59) Integer> steps)
            throws GroupRefusedException {
        final EntryTable<Entry> table = new EntryTable<>(CAPACITY);
        final Map<Integer, Entry> model = new HashMap<>();
        final Map<Integer, Long> frames = new HashMap<>();
        for (final int step : steps) {
            // Half of the addresses are negative as an int.
            final int mcstId = (step % 5 - 2) << 28;
            final Entry entry = new Entry(mcstId, step % 3);
            switch (step / 20) {
                case 0 -> set(table, model, entry);
                case 1 -> assertEquals(model.remove(mcstId) != null, table.unset(mcstId));
                default -> {
                    final int slot = table.slot(mcstId);
                    assertEquals(model.containsKey(mcstId), slot != EntryTable.NONE);
                    if (slot != EntryTable.NONE) {
                        table.count(slot, 2);
                        frames.merge(mcstId, 1L, Long::sum);
                    }
                }
            }
            frames.keySet().retainAll(model.keySet());
            assertEquals(model.size(), table.size());
        }
        assertEquals(
                model.keySet().stream().sorted(Integer::compareUnsigned).toList(),
                table.slotsInOrder().stream().map(slot -> table.entry(slot).mcstId()).toList());
        model.forEach(
                (mcstId, entry) -> {
                    final int slot = table.slot(mcstId);
                    assertEquals(entry, table.entry(slot));
                    assertEquals(entry.pathCount(), table.exits(slot));
                    assertEquals(frames.getOrDefault(mcstId, 0L), table.frames(slot));
                    assertEquals(2 * frames.getOrDefault(mcstId, 0L), table.copies(slot));
                });
    }

    private static void set(
            final EntryTable<Entry> table, final Map<Integer, Entry> model, final Entry entry)
            throws GroupRefusedException {
        final Entry before = model.get(entry.mcstId());
        if (before == null && model.size() == CAPACITY) {
            assertThrows(GroupRefusedException.class, () -> table.set(entry, entry.pathCount()));
            return;
        }
        final GroupChange.Kind kind =
                before == null
                        ? GroupChange.Kind.CREATED
                        : before.equals(entry) ? GroupChange.Kind.KEPT : GroupChange.Kind.REPLACED;
        assertEquals(kind, table.set(entry, entry.pathCount()).kind());
        model.put(entry.mcstId(), entry);
    }
}
