package io.polycast.dataplane.fault;

import io.polycast.dataplane.config.PortConfig;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.dataplane.opening.PortPlace;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import java.util.ArrayList;
import java.util.List;

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
                return new FaultyPort(opener.open(index, port, memory), memory, spec, 0);
            }

            @Override
            public List<? extends Port> openAll(final PortPlace place) throws PortException {
                final List<Port> faulty = new ArrayList<>();
                for (final Port port : opener.openAll(place)) {
                    final int shard = faulty.size();
                    faulty.add(new FaultyPort(port, place.memories().get(shard), spec, shard));
                }
                return faulty;
            }
        };
    }
}
