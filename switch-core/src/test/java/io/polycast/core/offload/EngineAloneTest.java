package io.polycast.core.offload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.core.role.GroupDatapath;
import org.junit.jupiter.api.Test;

/** Without a kernel the engine serves every group, and nothing has to be waited for. */
class EngineAloneTest {
    @Test
    void shouldLeaveAllToTheEngine() {
        final EngineAlone alone = new EngineAlone();
        assertFalse(alone.isKernel(0));
        assertFalse(alone.mayHoldData(0));
        assertEquals(GroupDatapath.USER, alone.datapath(0));
        assertNull(alone.reason(0));
        assertTrue(alone.releaseAll(0));
        assertEquals(Long.MAX_VALUE, alone.onTick(0));
    }
}
