package io.polycast.node.log;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Five UDP ports in a row that nobody uses, on loopback. */
public final class FreePorts {
    private static int next = 20_000 + (int) (ProcessHandle.current().pid() % 1000) * 10;

    private FreePorts() {}

    /** First of the ports; no two calls give the same. */
    public static synchronized int five() {
        for (int tries = 0; tries < 1000; tries++) {
            final int base = next;
            next = base + 10 < 32_000 ? base + 10 : 20_000;
            if (isFree(base)) {
                return base;
            }
        }
        throw new IllegalStateException("no five UDP ports in a row are free");
    }

    private static boolean isFree(final int base) {
        final List<DatagramSocket> open = new ArrayList<>();
        try {
            for (int i = 0; i < 5; i++) {
                open.add(
                        new DatagramSocket(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), base + i)));
            }
            return true;
        } catch (final IOException used) {
            return false;
        } finally {
            open.forEach(DatagramSocket::close);
        }
    }
}
