package io.polycast.xdp.bpf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class VerifierReasonTest {
    @Test
    void shouldBeTheLineBeforeTheFigures() {
        assertEquals(
                "verifier: R2 pointer comparison prohibited",
                BpfProgram.reason(
                        """
                        0: R1=ctx() R10=fp0
                        0: (bf) r6 = r1                       ; R1=ctx() R6_w=ctx()
                        12: (2d) if r2 > r3 goto pc+40
                        R2 pointer comparison prohibited
                        verification time 41 usec
                        stack depth 0
                        processed 13 insns (limit 1000000) max_states_per_insn 0
                        """));
    }

    @Test
    void shouldBeEmptyWhenTheVerifierSaidNothing() {
        assertEquals("", BpfProgram.reason(""));
        assertEquals("", BpfProgram.reason("processed 0 insns (limit 1000000)\n"));
    }
}
