package io.polycast.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The cache against a list of packets in order of use, which anyone can check. */
class PacketCachePropertyTest {
    private static final int PORTS = 3;
    private static final int TAGS = 20;

    /** A packet of the model. One without tag leaves with its last header. */
    private static final class Packet {
        final int line;
        final int port;
        int tag;
        int pins;

        Packet(final int line, final int port, final int tag) {
            this.line = line;
            this.port = port;
            this.tag = tag;
        }
    }

    private final List<Packet> model = new ArrayList<>();
    private final long[] evictions = new long[PORTS];

    @Property(tries = 300)
    void shouldDoWhatAListDoes(
            @ForAll final long seed,
            @ForAll @IntRange(min = 1, max = 12) final int lines,
            @ForAll @IntRange(min = 0, max = 4) final int reserve) {
        model.clear();
        java.util.Arrays.fill(evictions, 0);
        final Random random = new Random(seed);
        final int kept = Math.min(reserve, lines);
        final PacketCache cache = new PacketCache(lines, kept, PORTS, TAGS);
        long writtenUntil = 0;
        for (long now = 0; now < 600; now++) {
            final int port = random.nextInt(PORTS);
            final int tag = random.nextInt(TAGS);
            final String at = "seed " + seed + " at " + now;
            switch (random.nextInt(5)) {
                case 0 -> {
                    final int answer = cache.write(now, 2, port, tag);
                    final int expected = write(now, writtenUntil, lines, port, tag);
                    if (expected < 0) {
                        assertEquals(expected, answer, at);
                    } else if (answer >= 0 && of(port, tag) == null) {
                        assertTrue(model.stream().noneMatch(each -> each.line == answer), at);
                        model.add(new Packet(answer, port, tag));
                        writtenUntil = now + 2;
                    } else {
                        assertEquals(of(port, tag).line, answer, at);
                    }
                }
                case 1 -> {
                    final Packet packet = of(port, tag);
                    if (packet != null) {
                        assertTrue(cache.pin(packet.line), at);
                        packet.pins++;
                        model.remove(packet);
                        model.add(packet);
                    }
                }
                case 2 -> unpin(cache, random, at);
                case 3 -> {
                    final Packet packet = of(port, tag);
                    assertEquals(packet != null, cache.release(port, tag), at);
                    if (packet != null) {
                        leave(packet);
                    }
                }
                default -> {
                    final Packet victim = lines - model.size() < kept ? victim() : null;
                    assertEquals(victim != null, cache.sweep(), at);
                    evict(victim);
                }
            }
            check(cache, at);
        }
    }

    private int write(
            final long now, final long until, final int lines, final int port, final int tag) {
        if (of(port, tag) != null) {
            return of(port, tag).line;
        }
        if (now < until) {
            return PacketCache.BUSY;
        }
        if (model.size() < lines) {
            return 0;
        }
        final Packet victim = victim();
        evict(victim);
        return victim == null ? PacketCache.FULL : 0;
    }

    private void unpin(final PacketCache cache, final Random random, final String at) {
        if (model.isEmpty()) {
            return;
        }
        final Packet packet = model.get(random.nextInt(model.size()));
        assertEquals(packet.pins > 0, cache.unpin(packet.line), at);
        if (packet.pins > 0 && --packet.pins == 0 && packet.tag < 0) {
            model.remove(packet);
        }
    }

    private void leave(final Packet packet) {
        packet.tag = -1;
        if (packet.pins == 0) {
            model.remove(packet);
        }
    }

    private Packet victim() {
        return model.stream()
                .filter(each -> each.pins == 0 && each.tag >= 0)
                .findFirst()
                .orElse(null);
    }

    private void evict(final Packet victim) {
        if (victim != null) {
            evictions[victim.port]++;
            leave(victim);
        }
    }

    private Packet of(final int port, final int tag) {
        return model.stream()
                .filter(each -> each.port == port && each.tag == tag)
                .findFirst()
                .orElse(null);
    }

    private void check(final PacketCache cache, final String at) {
        assertEquals(model.size(), cache.occupied(), at);
        for (int port = 0; port < PORTS; port++) {
            assertEquals(evictions[port], cache.evictions(port), at);
            for (int tag = 0; tag < TAGS; tag++) {
                final Packet packet = of(port, tag);
                assertEquals(packet == null ? -1 : packet.line, cache.find(port, tag), at);
            }
        }
    }
}
