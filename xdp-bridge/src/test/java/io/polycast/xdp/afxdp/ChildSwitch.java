package io.polycast.xdp.afxdp;

import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortId;
import java.util.List;

/** A process that holds a device until it is killed. */
public final class ChildSwitch {
    private ChildSwitch() {}

    /** Opens the device named by the first argument, says so, and waits. */
    public static void main(final String[] args) throws Exception {
        final FrameMemory memory = new FrameMemory(4096, 2048, 64);
        final AfXdpSpec spec = new AfXdpSpec(args[0], 1, 1024, XdpMode.AUTO);
        try (AfXdpPort port = spec.openAll(new PortId(0, "p0"), List.of(memory)).get(0)) {
            System.out.println("open " + port.programMode());
            System.in.read();
        }
    }
}
