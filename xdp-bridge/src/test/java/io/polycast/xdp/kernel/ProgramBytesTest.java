package io.polycast.xdp.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.xdp.bpf.Alu;
import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.CodeHash;
import io.polycast.xdp.bpf.Reg;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * The instructions of both programs, by their SHA-256. A change of a hash is a change of what the kernel
 * runs: the tests of namespaces have to pass before the new one is written here.
 */
class ProgramBytesTest {
    private static final ProgramMaps MAPS =
            new ProgramMaps() {
                @Override
                public int hashFd() {
                    return 101;
                }

                @Override
                public int countersFd() {
                    return 102;
                }

                @Override
                public int groupsFd() {
                    return 103;
                }

                @Override
                public int rowsFd() {
                    return 104;
                }

                @Override
                public int tablesFd() {
                    return 105;
                }

                @Override
                public int portSetsFd() {
                    return 106;
                }

                @Override
                public int heartbeatFd() {
                    return 107;
                }

                @Override
                public int slots() {
                    return 320;
                }

                @Override
                public int lastRows() {
                    return 319 * 4 * SlotLayout.ROW_LENGTH;
                }
            };

    private static UnsafeBuffer ingress(final int port, final long dropNs, final long leaveNs) {
        final BpfAssembler code = new BpfAssembler().alu(Alu.MOV, Reg.R6, Reg.R1);
        IngressProgram.write(code, MAPS, port, new BeatBounds(dropNs, leaveNs));
        return code.alu(Alu.MOV, Reg.R0, XdpText.XDP_PASS).exit().assemble();
    }

    @Test
    void shouldKeepTheIngressProgram() {
        assertEquals(
                "449 b81fb7ab3b38d79cc5a73a15e328ebc29be4650d0c76692b1ce965089c920f07",
                CodeHash.of(ingress(0, 500_000_000, 3_000_000_000L)));
        assertEquals(
                "449 e4727a5ace341e2742dbc4c73b6b02ca344a497ac76705a334eaf4fded61cf31",
                CodeHash.of(ingress(3, 500_000_000, 3_000_000_000L)));
    }

    @Test
    void shouldKeepTheIngressProgramOfAPortThatSomebodyElseWatches() {
        final long never = BeatBounds.NEVER;
        assertEquals(
                "449 b061866ef1e779171297e41b2b5bfedba8d64ae2fc3efdfa84ff066d371401e7",
                CodeHash.of(ingress(1, never, 3_000_000_000L)));
        assertEquals(
                "418 57d780a0c3c0c67fd983150e5ff6eb5e7b7a21b5091beb83558a0a74fa92192e",
                CodeHash.of(ingress(1, never, never)));
    }

    @Test
    void shouldKeepTheEgressProgram() {
        assertEquals(
                "375 dce765f46bde25f4afb5194800583643d3943319ab248d941131eb8d94202f25",
                CodeHash.of(EgressProgram.assemble(MAPS, 0)));
        assertEquals(
                "375 ad0fb8c030a1cf7f7816e60c8686bc0d95e43d67838893e71b02fc12eda1cab6",
                CodeHash.of(EgressProgram.assemble(MAPS, 3)));
    }
}
