package io.polycast.dataplane.appliance;

import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortDelegate;

/** A port whose receive side has a bug. */
final class BreakingPort extends PortDelegate {
    BreakingPort(final Port real) {
        super(real);
    }

    @Override
    public int receive(final FrameHandler handler, final int limit) {
        throw new IllegalStateException("broken on purpose");
    }
}
