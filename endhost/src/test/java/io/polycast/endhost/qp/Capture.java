package io.polycast.endhost.qp;

import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.parser.classify.Classifier;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.classify.FrameKind;
import io.polycast.parser.pcap.CaptureReader;
import io.polycast.parser.wire.Bth;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Udp;
import io.polycast.parser.wire.Vlan;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A conversation of two soft-RoCE queue pairs as tcpdump saw it: requests go one way, feedback the
 * other.
 *
 * @param requests of the sender, in order of capture
 * @param feedback of the receiver, in order of capture
 * @param requestsBefore by feedback frame: how many requests were captured before it
 */
record Capture(List<byte[]> requests, List<byte[]> feedback, List<Integer> requestsBefore) {
    static Capture load(final String name) {
        try (InputStream in = Capture.class.getResourceAsStream("/captures/" + name + ".pcap")) {
            final UnsafeBuffer buffer = new UnsafeBuffer(in.readAllBytes());
            final Capture capture =
                    new Capture(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            final CaptureReader reader = CaptureReader.over(buffer);
            while (reader.next()) {
                final byte[] frame = new byte[reader.length()];
                buffer.getBytes(reader.offset(), frame);
                capture.add(frame);
            }
            return capture;
        } catch (final IOException e) {
            throw new AssertionError(name, e);
        }
    }

    private void add(final byte[] frame) {
        if (info(frame).kind == FrameKind.ROCE_ACK) {
            feedback.add(frame);
            requestsBefore.add(requests.size());
        } else {
            requests.add(frame);
        }
    }

    static FrameInfo info(final byte[] frame) {
        final FrameInfo info = new FrameInfo();
        Classifier.classify(new UnsafeBuffer(frame), 0, frame.length, info);
        return info;
    }

    /** Settings of the end that sent {@code own} frames and received {@code others}. */
    static QpSettingsBuilder endThatSent(final byte[] own, final byte[] other) {
        final UnsafeBuffer buffer = new UnsafeBuffer(own);
        final FrameInfo info = info(own);
        final int size = info.ipVersion == 4 ? 4 : 16;
        final int source = info.l3Offset + (size == 4 ? 12 : 8);
        return new QpSettingsBuilder()
                .local(Ethernet.srcMac(buffer, 0), address(own, source, size), info(other).destQpn)
                .remote(Ethernet.dstMac(buffer, 0), address(own, source + size, size), info.destQpn)
                .udpSourcePort(Udp.srcPort(buffer, info.udpOffset))
                .vlanTci(info.vlanTags == 0 ? -1 : Vlan.tci(buffer, Ethernet.LENGTH - 2))
                .pKey(Bth.pKey(buffer, info.bthOffset))
                .rnrTimerCode(14)
                .endlessRetryAtSeven(true);
    }

    /** The frame without what must differ from run to run: identification, checksum, ICRC. */
    static byte[] comparable(final byte[] frame) {
        final byte[] copy = frame.clone();
        final FrameInfo info = info(frame);
        if (info.ipVersion == 4) {
            copy[info.l3Offset + 4] = 0;
            copy[info.l3Offset + 5] = 0;
            copy[info.l3Offset + 10] = 0;
            copy[info.l3Offset + 11] = 0;
        } else {
            // Flow label: the driver's hash of the connection.
            copy[info.l3Offset + 1] &= (byte) 0xF0;
            copy[info.l3Offset + 2] = 0;
            copy[info.l3Offset + 3] = 0;
        }
        for (int i = 0; i < 4; i++) {
            copy[info.icrcOffset + i] = 0;
        }
        return copy;
    }

    private static String address(final byte[] frame, final int at, final int size) {
        try {
            final byte[] bytes = new byte[size];
            System.arraycopy(frame, at, bytes, 0, size);
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }
}
