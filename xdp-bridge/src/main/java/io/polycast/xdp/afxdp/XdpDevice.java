package io.polycast.xdp.afxdp;

import io.polycast.xdp.afpacket.PacketSocket;
import io.polycast.xdp.afxdp.program.Attachment;
import io.polycast.xdp.afxdp.program.PortPart;
import io.polycast.xdp.afxdp.program.ProgramPart;
import io.polycast.xdp.afxdp.socket.XskQueue;
import io.polycast.xdp.afxdp.socket.XskSocket;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.port.PortId;
import io.polycast.xdp.port.PortStats;
import io.polycast.xdp.sys.Link;
import io.polycast.xdp.sys.NetDevice;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import io.polycast.xdp.sys.XdpWatch;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;

/**
 * A network device that a switch serves through AF_XDP: the program on it, and what its sockets
 * have in common, however many ports of how many shards they belong to.
 *
 * <p>The program is attached before queues are counted: a driver may turn on more of them for it,
 * on which frames arrive as well (virtio_net does, a queue pair for each processor).
 */
final class XdpDevice implements AutoCloseable {
    private final PortId id;
    private final AfXdpSpec spec;
    private final NetDevice device;
    private final int ifindex;
    private final int promiscuousFd;
    private final Attachment attachment;
    private final XdpWatch watch;
    private final ProgramPart part;
    private final int queueCount;
    private final int maxFrameLength;
    private long silentPassed;
    private long silentGroupFrames;
    private long silentDropped;
    private long programLost;
    private boolean programMissing;
    private boolean closed;

    private XdpDevice(
            final PortId id,
            final AfXdpSpec spec,
            final NetDevice device,
            final int ifindex,
            final int chunkSize,
            final Wiring wiring)
            throws PortException, SysException {
        this.id = id;
        this.spec = spec;
        this.device = device;
        this.ifindex = ifindex;
        part = wiring.part();
        promiscuousFd = PacketSocket.holdPromiscuous(ifindex);
        Attachment attached = null;
        XdpWatch watching = null;
        boolean whole = false;
        try {
            attached =
                    Attachment.attach(
                            ifindex,
                            device.mostRxQueues(),
                            spec.mode(),
                            PortPart.of(part, id.index()),
                            wiring.guard(),
                            peerIndex(id, wiring));
            watching = new XdpWatch(ifindex);
            queueCount = queueCount(spec, device);
            maxFrameLength = AfXdpLimits.maxFrameLength(id.name(), device, queueCount, chunkSize);
            whole = true;
        } finally {
            if (!whole) {
                CloseHelper.closeAll(watching, attached);
                Sys.libc().close(promiscuousFd);
            }
        }
        attachment = attached;
        watch = watching;
    }

    /** Attaches the program; the arguments are those of {@link AfXdpPort#open}. */
    static XdpDevice attach(
            final PortId id,
            final AfXdpSpec spec,
            final int chunkSize,
            final int shards,
            final Wiring wiring)
            throws PortException, SysException {
        requireFit(id, spec, chunkSize, shards);
        final NetDevice device = new NetDevice(spec.device());
        return new XdpDevice(id, spec, device, device.index(), chunkSize, wiring);
    }

    /** As {@link AfXdpSpec#requireFit}. */
    static int requireFit(
            final PortId id, final AfXdpSpec spec, final int chunkSize, final int shards)
            throws PortException {
        final NetDevice device = new NetDevice(spec.device());
        PacketSocket.indexOf(id.name(), device);
        final int queueCount = queueCount(spec, device);
        final int longest = AfXdpLimits.maxFrameLength(id.name(), device, queueCount, chunkSize);
        requireQueues(id, spec, device, queueCount, shards);
        AfXdpLimits.requireFeatures(id, spec, device, Link.xdpFeatures(device.index()));
        return longest;
    }

    /** Of the device at a wire's other end; 0 without a wire. */
    static int peerIndex(final PortId id, final Wiring wiring) throws PortException {
        return wiring.guard() == null
                ? 0
                : PacketSocket.indexOf(id.name(), new NetDevice(wiring.peer()));
    }

    private static int queueCount(final AfXdpSpec spec, final NetDevice device) {
        return spec.queues() == AfXdpSpec.ALL_QUEUES ? device.rxQueues() : spec.queues();
    }

    /**
     * Each shard receives on a queue of its own and sends on the one of the same number: are there
     * as many both ways, and memory for each?
     */
    private static void requireQueues(
            final PortId id,
            final AfXdpSpec spec,
            final NetDevice device,
            final int queueCount,
            final int shards)
            throws PortException {
        final String has = "port " + id.name() + ": device " + device.name() + " has ";
        final int both = Math.min(queueCount, shards == 1 ? queueCount : device.txQueues());
        if (both < shards) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    has
                            + both
                            + " queues each way < "
                            + shards
                            + " shards; "
                            + device.queuesCommand(String.valueOf(shards))
                            + ", or lower pipeline.shards");
        }
        // The first shard has the most queues.
        final int stock = AfXdpLimits.stock(spec, shards, queuesOf(queueCount, 0, shards));
        if (!AfXdpLimits.isEnough(spec, stock)) {
            throw new PortException(
                    PortException.Kind.DEVICE,
                    has
                            + queueCount
                            + " receive queues, which leaves "
                            + stock
                            + " chunks to receive into for each, too few for a burst; queues: "
                            + queueCount
                            + " plans memory for all, "
                            + device.queuesCommand("N")
                            + " makes them fewer");
        }
    }

    private static int queuesOf(final int queueCount, final int shard, final int shards) {
        return (queueCount - shard + shards - 1) / shards;
    }

    /**
     * Opens the sockets of every {@code shards}-th queue from {@code shard} on, and connects them.
     */
    XskQueue[] openQueues(
            final int shard, final int shards, final FrameMemory memory, final PortStats stats)
            throws SysException {
        final int stock = AfXdpLimits.stock(spec, shards, queuesOf(queueCount, shard, shards));
        final List<XskQueue> opened = new ArrayList<>();
        boolean all = false;
        try {
            for (int queue = shard; queue < queueCount; queue += shards) {
                final XskSocket socket =
                        XskSocket.open(memory, ifindex, queue, spec.ringSize(), spec.xsk());
                opened.add(
                        new XskQueue(
                                id.index(),
                                memory,
                                socket,
                                stats,
                                stock,
                                spec.ringSize(),
                                spec.xsk().busyPollUs() > 0));
                attachment.connect(queue, socket.fd());
            }
            all = true;
        } finally {
            if (!all) {
                opened.forEach(XskQueue::close);
            }
        }
        return opened.toArray(new XskQueue[0]);
    }

    /** All sockets are open: from now on the kernel may replicate groups of this port. */
    void serve() {
        if (part != null) {
            part.attached(id.index(), attachment.mode(), maxFrameLength);
        }
    }

    /** How the program is attached, for people. */
    String mode() {
        return attachment.mode();
    }

    int maxFrameLength() {
        return maxFrameLength;
    }

    /** Tells what the program itself dealt with. */
    synchronized void countSilent(final PortStats stats) {
        if (!closed) {
            lookAtProgram();
        }
        stats.setSilent(silentPassed, silentGroupFrames, silentDropped);
        stats.setXdpLost(programLost);
    }

    /**
     * Notices when somebody has taken the program off its device, and puts it back: without it
     * frames go to the host's stack, and nothing else would say so.
     */
    synchronized String tend() {
        final int there = closed ? -1 : watch.program(attachment.flags());
        if (there < 0) {
            return null;
        }
        if (there == attachment.programId()) {
            programMissing = false;
            return null;
        }
        final boolean news = !programMissing;
        programMissing = true;
        programLost += news ? 1 : 0;
        final String what = "the XDP program on device " + device.name();
        final String why = there == 0 ? " was taken away" : " was replaced by program " + there;
        try {
            attachment.attachAgain();
        } catch (final SysException ex) {
            return news
                    ? what
                            + why
                            + " and cannot be attached again ("
                            + ex.getMessage()
                            + "): frames pass the switch by; trying on"
                    : null;
        }
        programMissing = false;
        return what + why + "; attached again";
    }

    private void lookAtProgram() {
        silentPassed = attachment.count(Attachment.PASSED);
        silentGroupFrames = attachment.count(Attachment.GROUP_FRAMES);
        silentDropped = attachment.count(Attachment.DROPPED);
    }

    /** Detaches the program, so that frames go to the stack again; a second call does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        lookAtProgram();
        closed = true;
        CloseHelper.closeAll(attachment, watch);
        if (part != null) {
            part.detached(id.index());
        }
        Sys.libc().close(promiscuousFd);
    }
}
