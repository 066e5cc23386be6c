package io.polycast.perf.latency;

import io.polycast.perf.rig.DataFrame;
import io.polycast.xdp.afpacket.AfPacketSpec;
import io.polycast.xdp.afxdp.AfXdpSpec;
import io.polycast.xdp.afxdp.program.XdpMode;
import io.polycast.xdp.open.Ports;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.sys.NetDevice;
import java.util.ArrayList;
import java.util.List;

/**
 * Any switch between network devices: packets leave by one device, and copies arrive at others. One
 * process and one thread hold both ends, and so one clock reads both times.
 */
public final class DeviceWire implements Wire {
    private static final int CHUNK = 4096;
    private static final int BATCH = 64;
    private static final int VLAN_TAG = 4;

    private final DataFrame frame;
    private final int firstPsn;
    private final End source;
    private final List<End> sinks = new ArrayList<>();
    private long sent;
    private long foreign;
    private CopyListener listener;

    /** One open device with memory of its own. */
    private record End(Endpoint endpoint, Port port, FrameHandler handler) {}

    /** Drivers that a wire of devices can be measured with. */
    public enum Driver {
        /** A raw packet socket. */
        AF_PACKET,
        /** AF_XDP sockets. */
        AF_XDP
    }

    /**
     * Opens the devices.
     *
     * @param driver of the devices
     * @param source to send from
     * @param sinks to receive at, one copy of each packet each
     * @param frame to send
     * @param firstPsn of the first packet
     * @throws PortException when a device cannot be opened; nothing stays open
     */
    public DeviceWire(
            final Driver driver,
            final Endpoint source,
            final List<Endpoint> sinks,
            final DataFrame frame,
            final int firstPsn)
            throws PortException {
        this.frame = frame;
        this.firstPsn = firstPsn;
        this.source = open(0, driver, source);
        boolean complete = false;
        try {
            for (final Endpoint sink : sinks) {
                this.sinks.add(open(1 + this.sinks.size(), driver, sink));
            }
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    private End open(final int index, final Driver driver, final Endpoint endpoint)
            throws PortException {
        return NetNamespace.in(
                endpoint.namespace(),
                () -> {
                    final PortSpec spec =
                            driver == Driver.AF_XDP
                                    ? new AfXdpSpec(
                                            endpoint.device(),
                                            new NetDevice(endpoint.device()).rxQueues(),
                                            PortSpec.DEFAULT_RING_SIZE,
                                            XdpMode.AUTO)
                                    : new AfPacketSpec(endpoint.device());
                    final FrameMemory memory = Ports.memory(List.of(spec), CHUNK, BATCH);
                    return new End(
                            endpoint,
                            spec.open(new PortId(index, endpoint.toString()), memory),
                            (port, offset, length, atNs) -> onFrame(memory, offset, length));
                });
    }

    @Override
    public boolean send(final long stamp) {
        frame.next((int) (firstPsn + sent & 0xFF_FFFF), false, stamp);
        if (!source.port.send(frame.buffer(), 0, frame.length())) {
            return false;
        }
        sent++;
        return true;
    }

    @Override
    public int poll(final CopyListener copyListener) {
        listener = copyListener;
        source.port.flush();
        int taken = 0;
        for (int i = 0; i < sinks.size(); i++) {
            final End sink = sinks.get(i);
            taken += sink.port.receive(sink.handler, BATCH);
            sink.port.flush();
        }
        return taken;
    }

    private void onFrame(final FrameMemory memory, final int offset, final int length) {
        final int tag = length - frame.length();
        if (tag == 0 || tag == VLAN_TAG) {
            listener.onCopy(DataFrame.stamp(memory.buffer(), offset + tag));
        } else {
            foreign++;
        }
        memory.release(offset);
    }

    @Override
    public int copiesOfAPacket() {
        return sinks.size();
    }

    @Override
    public long foreign() {
        return foreign;
    }

    /** Detaches in the devices' own namespaces, where attachments are known. */
    @Override
    public void close() {
        sinks.forEach(DeviceWire::close);
        close(source);
    }

    private static void close(final End end) {
        try {
            NetNamespace.in(
                    end.endpoint.namespace(),
                    () -> {
                        end.port.close();
                        return null;
                    });
        } catch (final PortException e) {
            // The namespace is gone, and with it the device and what was attached.
            end.port.close();
        }
    }
}
