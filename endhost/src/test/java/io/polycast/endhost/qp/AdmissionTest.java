package io.polycast.endhost.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.endhost.verbs.QpCounter;
import io.polycast.parser.repr.RoceFrame;
import io.polycast.parser.wire.Opcode;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What soft-RoCE requires of a frame, field by field. */
class AdmissionTest {
    private void assertEnds(final QpCounter counter, final UnaryOperator<RoceFrame> change) {
        final Bench bench = new Bench(TestHosts.a());
        bench.qp.receiveEndlessly((position, source, offset, length) -> {}, 64);
        bench.receive(change.apply(bench.request(Opcode.SEND_ONLY, 0, 8)));
        assertEquals(1, bench.count(counter), counter.label());
        assertTrue(Bench.sumsClose(bench.qp));
    }

    @Test
    void shouldDropWhatIsAddressedToOrFromSomeoneElse() {
        assertEnds(QpCounter.EXECUTED, frame -> frame);
        assertEnds(QpCounter.EXECUTED, frame -> frame.dstMac(0xFFFF_FFFF_FFFFL));
        assertEnds(QpCounter.WRONG_ADDRESS, frame -> frame.dstMac(TestHosts.MAC_B));
        assertEnds(QpCounter.WRONG_ADDRESS, frame -> frame.src("10.0.0.3"));
        assertEnds(QpCounter.WRONG_ADDRESS, frame -> frame.dst("10.0.0.3"));
        assertEnds(QpCounter.WRONG_QPN, frame -> frame.destQpn(1));
    }

    @Test
    void shouldMatchPartitionKeysByMembership() {
        assertEnds(QpCounter.EXECUTED, frame -> frame.pKey(0x7FFF));
        assertEnds(QpCounter.WRONG_PKEY, frame -> frame.pKey(0x8001));
        assertEnds(QpCounter.WRONG_PKEY, frame -> frame.pKey(0x1234));
    }

    @Test
    void shouldIgnoreFieldsThatCarryNothingForIt() {
        assertEnds(QpCounter.EXECUTED, frame -> frame.migReq(true).solicited(true));
        assertEnds(QpCounter.EXECUTED, frame -> frame.fecn(true).becn(true));
        assertEnds(QpCounter.EXECUTED, frame -> frame.ttl(1).tos(0xFF).udpSourcePort(0));
        assertEnds(QpCounter.EXECUTED, frame -> frame.udpChecksum(true));
        assertEnds(QpCounter.EXECUTED, frame -> frame.vlan(0xE000));
    }

    @Test
    void shouldDropAnotherVlan() {
        assertEnds(QpCounter.WRONG_ADDRESS, frame -> frame.vlan(100));
    }

    @Test
    void shouldDropOtherTransports() {
        assertEnds(
                QpCounter.UNEXPECTED_OPCODE, frame -> frame.opcode(Opcode.UC | Opcode.SEND_ONLY));
        assertEnds(QpCounter.UNEXPECTED_OPCODE, frame -> frame.opcode(Opcode.READ_RESP_ONLY));
    }

    @Test
    void shouldDropWhatIsCorrupted() {
        final Bench bench = new Bench(TestHosts.a());
        final byte[] payload = bench.request(Opcode.SEND_ONLY, 0, 8).build();
        payload[payload.length - 6] ^= 1;
        bench.receive(payload);
        assertEquals(1, bench.count(QpCounter.BAD_ICRC));
        final byte[] checksum = bench.request(Opcode.SEND_ONLY, 0, 8).udpChecksum(true).build();
        checksum[14 + 20 + 6] ^= 1;
        bench.receive(checksum);
        assertEquals(1, bench.count(QpCounter.BAD_UDP_CHECKSUM));
        final byte[] truncated = bench.request(Opcode.SEND_ONLY, 0, 8).build();
        bench.receive(java.util.Arrays.copyOf(truncated, 40));
        assertEquals(1, bench.count(QpCounter.MALFORMED));
        assertTrue(Bench.sumsClose(bench.qp));
    }

    @Test
    void shouldExecuteWithoutAValidIcrcOnlyWhereToldNotToLook() {
        final Bench trusting = new Bench(TestHosts.a().verifyIcrc(false));
        trusting.qp.receiveEndlessly((position, source, offset, length) -> {}, 64);
        final byte[] frame = trusting.request(Opcode.SEND_ONLY, 0, 8).build();
        frame[frame.length - 1] ^= 1;
        trusting.receive(frame);
        assertEquals(1, trusting.count(QpCounter.EXECUTED));
    }
}
