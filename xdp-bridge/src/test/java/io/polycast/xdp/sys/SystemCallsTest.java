package io.polycast.xdp.sys;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SystemCallsTest {
    @Test
    void shouldKnowTheNumbersOfThreeMachines() {
        assertEquals(321, SystemCalls.number("amd64", 321, 280));
        assertEquals(280, SystemCalls.number("aarch64", 321, 280));
        assertEquals(280, SystemCalls.number("riscv64", 321, 280));
    }

    @Test
    void shouldLeaveItToTheKernelToRefuseOnOthers() {
        final long unknown = SystemCalls.number("s390x", 321, 280);
        assertEquals(-1, Sys.libc().syscall(unknown, 0, 0, 0));
        assertEquals(Errno.ENOSYS, Sys.errno());
    }
}
