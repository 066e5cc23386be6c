package io.polycast.xdp.afxdp;

import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortSpec;

/** A process that holds a device until it is killed. */
public final class ChildSwitch {
    private ChildSwitch() {}

    /** Opens the device named by the first argument, says so, and waits. */
    public static void main(final String[] args) throws Exception {
        final FrameMemory memory = new FrameMemory(4096, 2048, 64);
        try (AfXdpPort port =
                AfXdpPort.open(
                        PortSpec.afXdp(0, "p0", args[0], 1, PortSpec.XdpMode.AUTO), memory)) {
            System.out.println("open " + port.mode());
            System.in.read();
        }
    }
}
