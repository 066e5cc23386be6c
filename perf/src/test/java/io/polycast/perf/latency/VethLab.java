package io.polycast.perf.latency;

import io.polycast.xdp.lab.Namespaces;
import java.io.IOException;

/** Two namespaces with a veth between them, e0 at each end. */
final class VethLab implements AutoCloseable {
    final String a;
    final String b;
    private final Namespaces namespaces = new Namespaces();

    VethLab() throws IOException {
        boolean up = false;
        try {
            a = namespaces.add('a');
            b = namespaces.add('b');
            Namespaces.veth(a, "e0", b, "e0", 1500);
            up = true;
        } finally {
            if (!up) {
                close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        namespaces.close();
    }
}
