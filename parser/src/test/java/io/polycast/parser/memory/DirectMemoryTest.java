package io.polycast.parser.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectMemoryTest {
    private static final int MEBIBYTE = 1 << 20;

    private static long inUse() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 64, 4096})
    void shouldBeZeroedAndAligned(final int alignment) {
        try (DirectMemory memory = new DirectMemory(1000, alignment)) {
            final UnsafeBuffer buffer = memory.buffer();
            assertEquals(1000, buffer.capacity());
            assertEquals(0, buffer.addressOffset() % alignment);
            for (int i = 0; i < 1000; i++) {
                assertEquals(0, buffer.getByte(i));
            }
            buffer.putInt(996, 7);
            assertEquals(1000, memory.bytes().capacity());
            assertSame(memory.bytes(), buffer.byteBuffer());
            assertThrows(IndexOutOfBoundsException.class, () -> buffer.putInt(997, 7));
        }
    }

    @Test
    void shouldBeGivenBackAtOnce() {
        final long before = inUse();
        final DirectMemory memory = new DirectMemory(MEBIBYTE, 64);
        assertEquals(before + MEBIBYTE + 63, inUse());
        memory.close();
        assertEquals(before, inUse());
        memory.close();
        assertEquals(before, inUse());
        assertThrows(IndexOutOfBoundsException.class, () -> memory.buffer().getByte(0));
    }

    @Test
    void shouldRefuseAnAlignmentThatIsNone() {
        assertThrows(IllegalArgumentException.class, () -> new DirectMemory(8, 3));
    }
}
