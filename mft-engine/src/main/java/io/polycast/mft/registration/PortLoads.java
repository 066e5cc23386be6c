package io.polycast.mft.registration;

/** Groups on each port, registered and pending ones. */
final class PortLoads {
    private static final int PORTS = 64;

    private final GroupTable table;
    private final int[] groups = new int[PORTS];

    PortLoads(final GroupTable table) {
        this.table = table;
    }

    int of(final int port) {
        return groups[port] + table.staticGroups(port);
    }

    void add(final long ports) {
        change(ports, 1);
    }

    void remove(final long ports) {
        change(ports, -1);
    }

    private void change(final long ports, final int by) {
        for (long left = ports; left != 0; left &= left - 1) {
            groups[Long.numberOfTrailingZeros(left)] += by;
        }
    }
}
