package io.polycast.xdp.sys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Answers that Linux 6.18 gave in a namespace with p1 (index 11: 10.0.1.1/24, fd00:1::1/64), p2 (12: 10.0.2.1/24)
 * and p3 (13); one message a line, without those of table local.
 */
class RouteMessagesTest {
    private final RouteMessages messages = new RouteMessages();

    private static byte[] recorded(final String name) throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var text = RouteMessagesTest.class.getResourceAsStream("/netlink/" + name)) {
            new String(text.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .forEach(line -> bytes.writeBytes(HexFormat.of().parseHex(line)));
        }
        return bytes.toByteArray();
    }

    private void take(final String name) throws IOException {
        final byte[] answer = recorded(name);
        messages.begin();
        messages.take(new UnsafeBuffer(answer), answer.length);
        assertTrue(messages.isEnded());
        assertEquals(0, messages.errno());
    }

    private static String text(final byte[] address) throws IOException {
        return address.length == 0 ? "link" : InetAddress.getByAddress(address).getHostAddress();
    }

    private List<String> routes() throws IOException {
        final List<String> lines = new ArrayList<>();
        for (final RouteMessages.Route route : messages.routes()) {
            final StringBuilder line = new StringBuilder(text(route.prefix()));
            line.append('/').append(route.length()).append(" metric ").append(route.metric());
            for (final RouteMessages.Hop hop : route.hops()) {
                line.append(", ").append(text(hop.gateway())).append(" at ").append(hop.ifindex());
            }
            lines.add(line.toString());
        }
        return lines;
    }

    @Test
    void shouldReadRoutesOfTableMain() throws IOException {
        take("routes.hex");
        final List<String> routes = routes();
        routes.removeIf(line -> line.startsWith("fe80"));
        assertEquals(
                List.of(
                        "0.0.0.0/0 metric 0, 10.0.2.2 at 12",
                        "10.0.1.0/24 metric 0, link at 11",
                        "10.0.2.0/24 metric 0, link at 12",
                        "10.3.0.0/16 metric 0, 10.0.1.2 at 11",
                        "10.3.0.0/16 metric 50, 10.0.2.2 at 12",
                        "10.4.0.0/16 metric 0, 10.0.1.2 at 11, 10.0.2.2 at 12",
                        "10.5.0.7/32 metric 0, link at 13",
                        "fd00:1:0:0:0:0:0:0/64 metric 256, link at 11",
                        "fd00:9:0:0:0:0:0:0/64 metric 1024, fd00:1:0:0:0:0:0:2 at 11"),
                routes);
    }

    @Test
    void shouldReadNeighboursWhoseMacIsKnown() throws IOException {
        take("neighbours.hex");
        final List<String> lines = new ArrayList<>();
        for (final RouteMessages.Neighbour each : messages.neighbours()) {
            lines.add(
                    text(each.address())
                            + " "
                            + Long.toHexString(each.mac())
                            + " at "
                            + each.ifindex());
        }
        Collections.sort(lines);
        assertEquals(
                List.of(
                        "10.0.1.2 20000000102 at 11",
                        "10.0.1.7 20000000107 at 11",
                        "10.0.2.2 20000000202 at 12",
                        "fd00:1:0:0:0:0:0:2 20000000102 at 11"),
                lines);
    }

    /** A message of rtnetlink with one attribute of 4 bytes and one of 6, as far as they are given. */
    private void take(final int type, final UnsafeBuffer body, final int... attributes) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
        message.putBytes(16, body, 0, 12);
        int at = 28;
        for (final int attribute : attributes) {
            final int bytes = attribute >>> 8;
            message.putShort(at, (short) (4 + bytes));
            message.putShort(at + 2, (short) (attribute & 0xFF));
            message.setMemory(at + 4, bytes, (byte) 10);
            at += 4 + bytes + 3 & ~3;
        }
        message.putInt(0, at);
        message.putShort(4, (short) type);
        messages.begin();
        messages.take(message, at);
    }

    @Test
    void shouldLeaveOutRoutesWhoseLinkIsDown() {
        final UnsafeBuffer route = new UnsafeBuffer(new byte[12]);
        route.putByte(0, (byte) 2);
        route.putByte(4, (byte) 254);
        route.putByte(7, (byte) 1);
        final int device = 4 << 8 | 4;
        for (final int down : new int[] {1, 16, 17}) {
            route.putInt(8, down);
            take(24, route, device);
        }
        assertEquals(List.of(), messages.routes());
        route.putInt(8, 0);
        take(24, route, device);
        assertEquals(1, messages.routes().size());
    }

    /** A neighbour that does not answer any more may still have the MAC of before. */
    @Test
    void shouldLeaveOutNeighboursThatDoNotAnswer() {
        final UnsafeBuffer neighbour = new UnsafeBuffer(new byte[12]);
        neighbour.putByte(0, (byte) 2);
        final int address = 4 << 8 | 1;
        final int mac = 6 << 8 | 2;
        for (final int state : new int[] {0, 1, 32}) {
            neighbour.putShort(8, (short) state);
            take(28, neighbour, address, mac);
        }
        assertEquals(List.of(), messages.neighbours());
        neighbour.putShort(8, (short) 2);
        take(28, neighbour, address, mac);
        assertEquals(1, messages.neighbours().size());
        assertEquals(0x0A0A_0A0A_0A0AL, messages.neighbours().get(0).mac());
    }

    @Test
    void shouldSayThatTheKernelRefused() {
        final UnsafeBuffer error = new UnsafeBuffer(new byte[36]);
        error.putInt(0, 36);
        error.putShort(4, (short) RouteMessages.NLMSG_ERROR);
        error.putInt(16, -1);
        messages.take(error, 36);
        assertTrue(messages.isEnded());
        assertEquals(1, messages.errno());
    }

    /** No length within an answer leads beyond its end. */
    @Test
    void shouldStandAnyByteOfAnAnswerBeingWrong() throws IOException {
        for (final String name : List.of("routes.hex", "neighbours.hex")) {
            final byte[] answer = recorded(name);
            for (int i = 0; i < answer.length; i++) {
                for (final int value : new int[] {0, 1, 7, 0x7F, 0xFF}) {
                    final byte[] wrong = answer.clone();
                    wrong[i] = (byte) value;
                    new RouteMessages().take(new UnsafeBuffer(wrong), wrong.length);
                }
                new RouteMessages().take(new UnsafeBuffer(answer), i);
            }
        }
        assertFalse(messages.isEnded());
    }
}
