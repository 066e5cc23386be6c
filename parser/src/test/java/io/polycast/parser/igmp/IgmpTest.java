package io.polycast.parser.igmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.wire.InternetChecksum;
import io.polycast.parser.wire.Ipv4;
import java.nio.ByteOrder;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class IgmpTest {
    private static final int IP = 3;
    private static final int MESSAGE = IP + IgmpPacket.IP_LENGTH;
    private static final int GROUP = 0xEF01_0101;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2048]);

    /** A report and a leave as Linux sends them, for 239.1.1.1 (checksums computed by hand). */
    @Test
    void shouldReadKnownMessages() {
        final byte[] report = HexFormat.of().parseHex("1600f9fcef010101");
        buffer.putBytes(0, report);
        assertTrue(Igmp.isChecksumRight(buffer, 0, report.length));
        assertEquals(Igmp.REPORT_V2, Igmp.type(buffer, 0));
        assertEquals(0, Igmp.code(buffer, 0));
        assertEquals(0xF9FC, Igmp.checksum(buffer, 0));
        assertEquals(GROUP, Igmp.group(buffer, 0));
        final byte[] leave = HexFormat.of().parseHex("1700f8fcef010101");
        buffer.putBytes(0, leave);
        assertTrue(Igmp.isChecksumRight(buffer, 0, leave.length));
        assertEquals(Igmp.LEAVE, Igmp.type(buffer, 0));
    }

    /** RFC 3376, 4.1.1: codes from 128 on are floating point. */
    @Test
    void shouldDecodeTimes() {
        assertEquals(0, IgmpQuery.decode(0));
        assertEquals(127, IgmpQuery.decode(127));
        assertEquals(128, IgmpQuery.decode(128));
        assertEquals(31_744, IgmpQuery.decode(255));
    }

    @Test
    void shouldTellTheVersionOfAQuery() {
        Igmp.write(buffer, 0, Igmp.QUERY, 0, 0);
        assertEquals(1, IgmpQuery.version(buffer, 0, 8));
        assertEquals(10_000_000_000L, IgmpQuery.responseNs(buffer, 0, 1));
        Igmp.write(buffer, 0, Igmp.QUERY, 10, GROUP);
        assertEquals(2, IgmpQuery.version(buffer, 0, 8));
        assertEquals(1_000_000_000L, IgmpQuery.responseNs(buffer, 0, 2));
        assertEquals(0, IgmpQuery.version(buffer, 0, 11));
        assertEquals(3, IgmpQuery.version(buffer, 0, 12));
    }

    @Property
    void shouldReadWhatItWroteV2(
            @ForAll @IntRange(max = 255) final int type,
            @ForAll @IntRange(max = 255) final int code,
            @ForAll final int group) {
        Igmp.write(buffer, MESSAGE, type, code, group);
        assertEquals(type, Igmp.type(buffer, MESSAGE));
        assertEquals(code, Igmp.code(buffer, MESSAGE));
        assertEquals(group, Igmp.group(buffer, MESSAGE));
        assertTrue(Igmp.isChecksumRight(buffer, MESSAGE, Igmp.LENGTH));
    }

    @Property
    void shouldReadWhatItWroteAsQueryV3(
            @ForAll @IntRange(max = 255) final int code,
            @ForAll final int group,
            @ForAll @IntRange(max = 7) final int robustness,
            @ForAll @IntRange(max = 255) final int interval) {
        IgmpQuery.writeV3(buffer, MESSAGE, code, group, robustness, interval);
        IgmpPacket.writeIp(buffer, IP, 0, Igmp.ALL_SYSTEMS, IgmpQuery.LENGTH_V3);
        assertEquals(MESSAGE, IgmpPacket.find(buffer, IP, MESSAGE + IgmpQuery.LENGTH_V3));
        assertEquals(3, IgmpQuery.version(buffer, MESSAGE, IgmpPacket.length(buffer, IP)));
        assertEquals(group, Igmp.group(buffer, MESSAGE));
        assertEquals(robustness, IgmpQuery.robustness(buffer, MESSAGE));
        assertFalse(IgmpQuery.isSuppressed(buffer, MESSAGE));
        assertEquals(interval, IgmpQuery.intervalCode(buffer, MESSAGE));
        assertEquals(0, IgmpQuery.sourceCount(buffer, MESSAGE));
        assertEquals(
                IgmpQuery.decode(code) * 100_000_000L, IgmpQuery.responseNs(buffer, MESSAGE, 3));
    }

    @Property
    void shouldReadWhatItWroteAsReportV3(
            @ForAll @IntRange(min = 1, max = 6) final int type,
            @ForAll @Size(max = 20) final int[] sources,
            @ForAll @IntRange(max = 8) final int records) {
        final int length = report(type, records, sources);
        assertEquals(MESSAGE, IgmpPacket.find(buffer, IP, MESSAGE + length));
        assertEquals(records, IgmpRecord.countOf(buffer, MESSAGE));
        int at = IgmpRecord.first(MESSAGE);
        for (int i = 0; i < records; i++) {
            assertEquals(type, IgmpRecord.type(buffer, at));
            assertEquals(GROUP + i, IgmpRecord.group(buffer, at));
            assertEquals(sources.length, IgmpRecord.sourceCount(buffer, at));
            for (int s = 0; s < sources.length; s++) {
                assertEquals(sources[s], IgmpRecord.source(buffer, at, s));
            }
            at += IgmpRecord.length(buffer, at);
        }
        assertEquals(MESSAGE + length, at);
        // One byte less of the frame, or one more of the records, and the message is not sound.
        assertEquals(IgmpPacket.BAD, IgmpPacket.find(buffer, IP, MESSAGE + length - 1));
        buffer.putShort(MESSAGE + 6, (short) (records + 1), ByteOrder.BIG_ENDIAN);
        Igmp.storeChecksum(buffer, MESSAGE, length);
        assertEquals(IgmpPacket.BAD, IgmpPacket.find(buffer, IP, MESSAGE + length));
    }

    private int report(final int type, final int records, final int... sources) {
        IgmpRecord.writeReport(buffer, MESSAGE, records);
        int at = IgmpRecord.first(MESSAGE);
        for (int i = 0; i < records; i++) {
            at += IgmpRecord.write(buffer, at, type, GROUP + i, sources);
        }
        Igmp.storeChecksum(buffer, MESSAGE, at - MESSAGE);
        IgmpPacket.writeIp(buffer, IP, 0x0A00_0001, Igmp.V3_REPORTS, at - MESSAGE);
        return at - MESSAGE;
    }

    /** A record may name more sources than the message holds; both checksums are right. */
    @Test
    void shouldNotTakeARecordThatIsCut() {
        final int length = report(1, 2, 0x0A00_0001);
        assertEquals(MESSAGE, IgmpPacket.find(buffer, IP, MESSAGE + length));
        final int last =
                IgmpRecord.first(MESSAGE) + IgmpRecord.length(buffer, IgmpRecord.first(MESSAGE));
        buffer.putShort(last + 2, (short) 2, ByteOrder.BIG_ENDIAN);
        Igmp.storeChecksum(buffer, MESSAGE, length);
        assertEquals(IgmpPacket.BAD, IgmpPacket.find(buffer, IP, 2048));
    }

    @Test
    void shouldTakeQueriesWithAsManySourcesAsTheyHold() {
        final int length = IgmpQuery.LENGTH_V3 + 8;
        IgmpQuery.writeV3(buffer, MESSAGE, 10, GROUP, 2 | 8, 125);
        buffer.putShort(MESSAGE + 10, (short) 2, ByteOrder.BIG_ENDIAN);
        buffer.putInt(MESSAGE + 12, 0x0A00_0001, ByteOrder.BIG_ENDIAN);
        buffer.putInt(MESSAGE + 16, 0x0A00_0002, ByteOrder.BIG_ENDIAN);
        Igmp.storeChecksum(buffer, MESSAGE, length);
        IgmpPacket.writeIp(buffer, IP, 0, GROUP, length);
        assertEquals(MESSAGE, IgmpPacket.find(buffer, IP, MESSAGE + length));
        assertTrue(IgmpQuery.isSuppressed(buffer, MESSAGE));
        assertEquals(2, IgmpQuery.sourceCount(buffer, MESSAGE));
        assertEquals(0x0A00_0001, IgmpQuery.source(buffer, MESSAGE, 0));
        assertEquals(0x0A00_0002, IgmpQuery.source(buffer, MESSAGE, 1));
        buffer.putShort(MESSAGE + 10, (short) 3, ByteOrder.BIG_ENDIAN);
        Igmp.storeChecksum(buffer, MESSAGE, length);
        assertEquals(IgmpPacket.BAD, IgmpPacket.find(buffer, IP, 2048));
    }

    /** RFC 3376, 7.1: a query is 8 bytes long, or at least 12. */
    @Test
    void shouldNotTakeAQueryOfNoVersion() {
        buffer.setMemory(MESSAGE, 16, (byte) 0);
        Igmp.write(buffer, MESSAGE, Igmp.QUERY, 10, GROUP);
        Igmp.storeChecksum(buffer, MESSAGE, 11);
        IgmpPacket.writeIp(buffer, IP, 0, GROUP, 11);
        assertEquals(IgmpPacket.BAD, IgmpPacket.find(buffer, IP, 2048));
    }

    /** RFC 2236, 2: a message of version 2 carries the option Router Alert (RFC 2113). */
    @Test
    void shouldWriteRouterAlertAndOneHop() {
        IgmpPacket.writeIp(buffer, IP, 0x0A00_0001, GROUP, Igmp.LENGTH);
        assertEquals(0x9404_0000, buffer.getInt(IP + Ipv4.LENGTH, ByteOrder.BIG_ENDIAN));
        assertEquals(1, Ipv4.ttl(buffer, IP));
        assertEquals(24, Ipv4.headerLength(buffer, IP));
        assertEquals(Igmp.LENGTH, IgmpPacket.length(buffer, IP));
        buffer.putByte(IP + 9, (byte) 17);
        assertFalse(IgmpPacket.isIgmp(buffer, IP));
    }

    @Test
    void shouldTellMulticastAddresses() {
        assertTrue(Igmp.isMulticast(0xE000_0000) && Igmp.isMulticast(0xEFFF_FFFF));
        assertFalse(Igmp.isMulticast(0xDFFF_FFFF) || Igmp.isMulticast(0xF000_0000));
        assertTrue(Igmp.isLinkLocal(0xE000_0000) && Igmp.isLinkLocal(0xE000_00FF));
        assertFalse(Igmp.isLinkLocal(0xE000_0100) || Igmp.isLinkLocal(0xDFFF_FFFF));
    }

    /** Any change of one bit in header or message is found: both checksums together cover all. */
    @Property
    void shouldFindDamage(@ForAll @IntRange(max = 255) final int bit) {
        Igmp.write(buffer, MESSAGE, Igmp.REPORT_V2, 0, GROUP);
        IgmpPacket.writeIp(buffer, IP, 0x0A00_0001, GROUP, Igmp.LENGTH);
        assertTrue(IgmpPacket.isIgmp(buffer, IP));
        assertEquals(MESSAGE, IgmpPacket.find(buffer, IP, MESSAGE + Igmp.LENGTH));
        final int at = IP + bit / 8;
        buffer.putByte(at, (byte) (buffer.getByte(at) ^ 1 << bit % 8));
        assertEquals(IgmpPacket.BAD, IgmpPacket.find(buffer, IP, MESSAGE + Igmp.LENGTH));
    }

    /** No bytes make the readers leave the frame; the buffer ends where the frame ends. */
    @Property(tries = 2000)
    void shouldStayInTheFrame(
            @ForAll @Size(min = 20, max = 80) final byte[] bytes,
            @ForAll @IntRange(min = 5, max = 7) final int words) {
        final UnsafeBuffer frame = new UnsafeBuffer(bytes);
        frame.putByte(0, (byte) (0x40 | words));
        frame.putShort(2, (short) bytes.length, ByteOrder.BIG_ENDIAN);
        frame.putShort(6, (short) 0);
        if (4 * words + Igmp.LENGTH <= bytes.length) {
            frame.putByte(4 * words, (byte) (words == 5 ? Igmp.REPORT_V3 : Igmp.QUERY));
            Igmp.storeChecksum(frame, 4 * words, bytes.length - 4 * words);
            Ipv4.checksum(frame, 0, 0);
            final long sum = InternetChecksum.add(0, frame, 0, 4 * words);
            Ipv4.checksum(frame, 0, ~InternetChecksum.fold(sum));
        }
        IgmpPacket.find(frame, 0, bytes.length);
    }
}
