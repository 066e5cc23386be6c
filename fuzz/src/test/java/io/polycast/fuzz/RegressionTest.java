package io.polycast.fuzz;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The corpus and some thousand changes to it, the same ones each time, without instrumentation;
 * {@code scripts/fuzz} goes on from here.
 */
class RegressionTest {
    private static final int MUTATIONS = Integer.getInteger("polycast.fuzz.mutations", 3000);

    @ParameterizedTest
    @EnumSource(Target.class)
    void shouldSurviveTheCorpus(final Target target) throws IOException {
        final List<byte[]> seeds = Seeds.of(target);
        assertFalse(seeds.isEmpty());
        for (final byte[] seed : seeds) {
            assertTrue(seed.length <= 4 * target.mostBytes(), "seed of " + seed.length + " bytes");
            run(target, seed);
        }
    }

    @ParameterizedTest
    @EnumSource(Target.class)
    void shouldSurviveChangesToTheCorpus(final Target target) throws IOException {
        final List<byte[]> seeds = Seeds.of(target);
        final Mutator mutator = new Mutator(target.ordinal());
        for (int i = 0; i < MUTATIONS; i++) {
            run(target, mutator.mutate(seeds, target.mostBytes()));
        }
    }

    @Test
    void shouldRunWithBoundsChecks() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[4]);
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.getByte(4));
    }

    private static void run(final Target target, final byte[] input) {
        final byte[] given = input.clone();
        try {
            target.run(given);
        } catch (final RuntimeException | AssertionError | StackOverflowError e) {
            throw new AssertionError(
                    target.label() + " fails on " + HexFormat.of().formatHex(input), e);
        }
    }
}
