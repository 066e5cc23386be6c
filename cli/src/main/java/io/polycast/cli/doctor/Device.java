package io.polycast.cli.doctor;

import io.polycast.xdp.sys.NetDevice;

/**
 * What the kernel tells of a network device; apart from it, so that a test can bring its own.
 *
 * @param name of the device
 * @param exists whether there is one
 * @param up whether it is administratively up
 * @param mtu in bytes, or 0 when unknown
 * @param driver its name, or ""
 * @param rxQueues receive queues in use
 * @param largeReceive whether it merges received TCP segments
 */
record Device(
        String name,
        boolean exists,
        boolean up,
        int mtu,
        String driver,
        int rxQueues,
        boolean largeReceive) {
    static Device ask(final String name) {
        final NetDevice device = new NetDevice(name);
        if (device.index() == 0) {
            return new Device(name, false, false, 0, "", 0, false);
        }
        return new Device(
                name,
                true,
                device.isUp(),
                device.mtu().orElse(0),
                device.driver(),
                device.rxQueues(),
                device.mergesReceived());
    }
}
