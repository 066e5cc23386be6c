package io.polycast.xdp.afxdp.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polycast.xdp.bpf.Alu;
import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.bpf.CodeHash;
import io.polycast.xdp.bpf.Reg;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * The instructions of both programs, by their SHA-256. A change of a hash is a change of what the kernel
 * runs: the tests of namespaces have to pass before the new one is written here.
 */
class ProgramBytesTest {
    private static final UnsafeBuffer PREFIX =
            new UnsafeBuffer(HexFormat.of().parseHex("fd00cafe0000000000000000"));

    /** One instruction, so that its place shows. */
    private static final PortPart PART =
            new PortPart(
                    new ProgramPart() {
                        @Override
                        public void write(
                                final BpfAssembler code, final int port, final long guardedNs) {
                            code.load64(Reg.R7, guardedNs).alu(Alu.ADD, Reg.R7, port);
                        }

                        @Override
                        public void putDevice(
                                final BpfMap devices, final int key, final int ifindex) {
                            throw new IllegalStateException("nothing is attached here");
                        }

                        @Override
                        public void attached(
                                final int port, final String mode, final int maxFrameLength) {
                            throw new IllegalStateException("nothing is attached here");
                        }

                        @Override
                        public void detached(final int port) {
                            throw new IllegalStateException("nothing is attached here");
                        }
                    },
                    5);

    private static String wire(
            final boolean open, final UnsafeBuffer prefix6, final PortPart part) {
        return CodeHash.of(
                WireProgram.assemble(
                        new Watch(open, 500_000_000, 101, 102, prefix6), 103, 104, 105, part));
    }

    @Test
    void shouldKeepThePlainProgram() {
        assertEquals(
                "7 8a1e529f674d1252faa235fe38c5010cbd53677cfb0aab90b645379ff4761861",
                CodeHash.of(XdpAttachment.program(101, null)));
        assertEquals(
                "10 75eccf865490be7aa1efb1505d64aeb896a3bcedf5b69caf4bff2e7ecc6bfb2b",
                CodeHash.of(XdpAttachment.program(101, PART)));
    }

    @Test
    void shouldKeepAWiresProgram() {
        assertEquals(
                "27 9f9334e9b1e20b5a290643062a292a08ff70054b7670ad2eb7fb7a07bef2a658",
                wire(false, null, null));
        assertEquals(
                "149 daf6f7c8515576b890af1240b4299018ac3770814a6cd8e8a2975ead0ff2db21",
                wire(true, null, null));
        assertEquals(
                "239 43d033901997de3d8e0eb80208ef9f9ac0b55d3c9bd087fc059b6ad7c2592c3b",
                wire(true, PREFIX, null));
        assertEquals(
                "247 c58318367edb9185ccc805add94c86e85dbef37cea7d7a42552908a8a1b39b1d",
                wire(true, PREFIX, PART));
    }
}
