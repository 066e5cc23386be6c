package io.polycast.xdp.sys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Needs no privilege, and no device. */
class DeviceLockTest {
    /** No device has it, and no test that runs at the same time. */
    private static final int INDEX = Integer.MAX_VALUE - (int) ProcessHandle.current().pid();

    private static final int MORE_THAN_WAIT = 1000;

    @Test
    void shouldBeHeldOnceAndTellByWhom() throws SysException {
        assertEquals(DeviceLock.NOBODY, DeviceLock.owner(INDEX));
        try (DeviceLock held = DeviceLock.take(INDEX).orElseThrow()) {
            assertTrue(DeviceLock.take(INDEX).isEmpty());
            assertEquals(ProcessHandle.current().pid(), DeviceLock.owner(INDEX));
            assertEquals(DeviceLock.NOBODY, DeviceLock.owner(INDEX - 1));
            held.hear();
        }
        assertEquals(DeviceLock.NOBODY, DeviceLock.owner(INDEX));
        DeviceLock.take(INDEX).orElseThrow().close();
    }

    @Test
    void shouldStayHeldHoweverManyAsk() throws SysException {
        try (DeviceLock held = DeviceLock.take(INDEX).orElseThrow()) {
            for (int i = 0; i < MORE_THAN_WAIT; i++) {
                assertTrue(DeviceLock.owner(INDEX) != DeviceLock.NOBODY);
            }
            assertEquals(DeviceLock.UNKNOWN, DeviceLock.owner(INDEX), "it has not looked");
            assertTrue(DeviceLock.take(INDEX).isEmpty());
            held.hear();
            assertEquals(ProcessHandle.current().pid(), DeviceLock.owner(INDEX));
        }
    }
}
