package io.polycast.dataplane.links;

import io.polycast.core.event.GroupEvents;
import io.polycast.core.event.LinkState;
import io.polycast.dataplane.config.PortConfig;
import io.polycast.xdp.sys.LinkWatch;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.SysException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links of all ports. One thread polls, which is none of packets; any thread may ask. A device that has
 * vanished stays so for its port, because sockets do not come back with it.
 */
public final class PortLinks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PortLinks.class);

    private final int[] ifindex;
    private final AtomicReferenceArray<PortLink> links;

    /** Null without devices, and where the kernel gives no notices. */
    private final LinkWatch watch;

    /**
     * Listens from now on, in the calling thread's network namespace. Links count as up until {@link #begin}.
     *
     * @param ports of the switch
     */
    public PortLinks(final List<PortConfig> ports) {
        ifindex = new int[ports.size()];
        links = new AtomicReferenceArray<>(ports.size());
        boolean any = false;
        for (int i = 0; i < ifindex.length; i++) {
            final String device = ports.get(i).device();
            any |= device != null;
            ifindex[i] = device == null ? 0 : new NetDevice(device).index();
            links.set(i, device == null ? PortLink.NONE : new PortLink(device, null, 0));
        }
        watch = any ? watch() : null;
    }

    private static LinkWatch watch() {
        try {
            return new LinkWatch();
        } catch (final SysException e) {
            LOG.warn("links are not watched: {}", e.getMessage());
            return null;
        }
    }

    /**
     * Asks for the state of each link, once the ports are open.
     *
     * @param events told the links that are not up
     */
    public void begin(final GroupEvents events) {
        if (watch == null) {
            return;
        }
        for (int i = 0; i < ifindex.length; i++) {
            final PortLink link = links.get(i);
            if (link.device() != null) {
                links.set(i, new PortLink(link.device(), LinkState.UP, 0));
            }
        }
        askAll(events);
    }

    /**
     * Takes the kernel's notices.
     *
     * @param events told each change, in order
     */
    public void poll(final GroupEvents events) {
        if (watch != null
                && !watch.poll((index, name, state) -> onLink(index, name, state, events))) {
            askAll(events);
        }
    }

    private void askAll(final GroupEvents events) {
        for (int i = 0; i < ifindex.length; i++) {
            final String device = links.get(i).device();
            if (device != null) {
                final LinkWatch.State state = watch.state(ifindex[i]);
                set(i, isGone(i) ? LinkState.VANISHED : stateOf(state), events);
                if (isGone(i) && new NetDevice(device).index() != 0) {
                    set(i, LinkState.REPLACED, events);
                }
            }
        }
    }

    private boolean isGone(final int port) {
        return links.get(port).isGone();
    }

    private void onLink(
            final int index,
            final String name,
            final LinkWatch.State state,
            final GroupEvents events) {
        for (int i = 0; i < ifindex.length; i++) {
            if (ifindex[i] == index && !isGone(i)) {
                set(i, stateOf(state), events);
            } else if (isGone(i) && name.equals(links.get(i).device())) {
                final boolean there = state != LinkWatch.State.GONE;
                set(i, there ? LinkState.REPLACED : LinkState.VANISHED, events);
            }
        }
    }

    private void set(final int port, final LinkState now, final GroupEvents events) {
        final PortLink before = links.get(port);
        final int speed =
                now == LinkState.UP ? new NetDevice(before.device()).speedMbps().orElse(0) : 0;
        links.set(port, new PortLink(before.device(), now, speed));
        if (now != before.state()) {
            events.linkChanged(port, before.state(), now);
        }
    }

    private static LinkState stateOf(final LinkWatch.State state) {
        return switch (state) {
            case UP -> LinkState.UP;
            case NO_CARRIER -> LinkState.NO_CARRIER;
            case DOWN -> LinkState.DOWN;
            case GONE -> LinkState.VANISHED;
        };
    }

    /**
     * @return link of each port, by index
     */
    public List<PortLink> all() {
        return IntStream.range(0, links.length()).mapToObj(links::get).toList();
    }

    @Override
    public void close() {
        CloseHelper.close(watch);
    }
}
