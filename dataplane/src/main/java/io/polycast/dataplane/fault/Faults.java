package io.polycast.dataplane.fault;

import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.pipeline.PortOpener;
import io.polycast.xdp.afxdp.SilenceGuard;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;

/** Opens ports that have faults. */
public final class Faults {
    private Faults() {}

    /**
     * @param opener of the ports
     * @param spec of the faults, which all of them get
     * @return an opener of faulty ports
     */
    public static PortOpener over(final PortOpener opener, final FaultSpec spec) {
        return new PortOpener() {
            @Override
            public Port open(final int index, final PortConfig port, final FrameMemory memory)
                    throws PortException {
                return new FaultyPort(opener.open(index, port, memory), memory, spec);
            }

            @Override
            public Port openWireEnd(
                    final int index,
                    final PortConfig port,
                    final FrameMemory memory,
                    final SilenceGuard guard,
                    final String peer)
                    throws PortException {
                return new FaultyPort(
                        opener.openWireEnd(index, port, memory, guard, peer), memory, spec);
            }
        };
    }
}
