package io.polycast.node.endpoint;

import io.polycast.endhost.drive.Endpoint;
import io.polycast.endhost.drive.Exit;
import io.polycast.endhost.drive.SendLoop;
import io.polycast.endhost.qp.QueuePair;
import io.polycast.endhost.settings.QpSettingsBuilder;
import io.polycast.parser.wire.Bth;
import io.polycast.xdp.port.FrameHandler;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One queue pair from its group's reservation to its leave, with the transfer between. Lines of the agent, frames
 * and time in; lines and frames out. Not threadsafe.
 */
final class Session implements Endpoint, Exit<Session>, Membership.Side {
    private static final int BATCH = 64;
    private static final int WINDOW = 256;
    private static final int ACK_EVERY = 16;

    /** 4.096 us x 2^14 = 67 ms. */
    private static final int TIMEOUT = 14;

    private static final int ENDLESS = 7;
    private static final int NOT_GRANTED = -1;

    private final EndpointSettings settings;
    private final int qpn;
    private final Transfer transfer;
    private final Wire.Opener opener;
    private final Membership membership;
    private final SendLoop<Session> loop = new SendLoop<>(this);
    private final FrameHandler handler = this::onFrame;
    private final UnsafeBuffer frame = new UnsafeBuffer(ByteBuffer.allocateDirect(8192));

    private Wire wire;
    private Neighbour neighbour;
    private QueuePair queuePair;
    private String address = "";
    private int initialPsn;

    /** First PSN of this source while its queue pair still lacks data of the source before. */
    private int granted = NOT_GRANTED;

    private final TreeWatch tree;
    private boolean held;
    private long nowNs;
    private long progressNs;
    private long progress;

    /**
     * @param settings of the endpoint
     * @param qpn own queue pair number, in [2, 2^24)
     * @param transfer of the file
     * @param opener opens the way to the group's address
     * @param agent takes lines for the agent
     * @param notes takes what the user has to know meanwhile, a line each
     */
    Session(
            final EndpointSettings settings,
            final int qpn,
            final Transfer transfer,
            final Wire.Opener opener,
            final Consumer<String> agent,
            final Consumer<String> notes) {
        this.settings = settings;
        this.qpn = qpn;
        this.transfer = transfer;
        this.opener = opener;
        membership = new Membership(settings.group(), agent, this);
        tree = new TreeWatch(settings.group(), transfer, membership, notes);
        loop.add(this);
    }

    /** Asks the agent for the group's address. */
    void start(final long now) {
        nowNs = now;
        progressNs = now;
        membership.reserve(settings.members());
    }

    /** Whether the queue pair is out of the group, after its transfer. */
    boolean isOver() {
        return membership.step() == Membership.Step.GONE;
    }

    /** Why the controller did not confirm the leave, or empty. */
    String refusedLeave() {
        return membership.refusedLeave();
    }

    /** The group's address, once it is known. */
    String address() {
        return address;
    }

    /** The agent says something. */
    void onLine(final long now, final String line) throws EndpointException {
        nowNs = now;
        if (membership.onLine(line)) {
            progressNs = now;
        }
    }

    @Override
    public void onReserved(final String groupAddress, final int psn) throws EndpointException {
        if (groupAddress.indexOf(':') >= 0) {
            throw EndpointException.failed(
                    "group "
                            + settings.group()
                            + " has address "
                            + groupAddress
                            + "; polycast endpoint takes part in IPv4 groups only");
        }
        address = groupAddress;
        initialPsn = psn;
        wire = opener.open(groupAddress);
        neighbour = new Neighbour(wire, groupAddress, nowNs);
    }

    @Override
    public void onExpect(final int psn) {
        if (queuePair.rqPsn() != psn || queuePair.sqPsn() != psn) {
            queuePair.reset(psn, psn);
        }
    }

    @Override
    public int onPrepare() {
        held = true;
        return transfer.nextPsn();
    }

    @Override
    public void onCommit() {
        held = false;
    }

    @Override
    public void onGranted(final int psn) {
        granted = psn;
        transfer.begin(psn);
    }

    @Override
    public void onMode(final long number, final boolean unicast, final String reason)
            throws EndpointException {
        tree.onMode(number, unicast, reason);
    }

    /** Only the source can test the tree; a question to another host has no answer. */
    @Override
    public void onProbe(final long change) {
        if (membership.step() == Membership.Step.SOURCE && granted == NOT_GRANTED) {
            tree.mode().probe(change, nowNs, transfer.moved());
        }
    }

    @Override
    public void onJoined() {
        transfer.onJoined();
    }

    /**
     * Takes and sends frames, moves the transfer on.
     *
     * @param now time of the run, in ns
     * @return something other than 0 when anything was done
     * @throws EndpointException when it cannot go on
     */
    int work(final long now) throws EndpointException {
        nowNs = now;
        int done = wire == null ? 0 : wire.port().receive(handler, BATCH);
        if (queuePair != null) {
            final boolean source = membership.step() == Membership.Step.SOURCE;
            final boolean mayPost = source && !held && granted == NOT_GRANTED;
            done += transfer.work(now, mayPost && tree.mode().mayPost());
            tree.measure(now, mayPost, isInside());
            done += loop.run(now, BATCH);
            advance();
        } else if (wire != null) {
            connect();
        }
        if (wire != null) {
            wire.port().flush();
        }
        checkProgress();
        return done;
    }

    private void onFrame(final int port, final int offset, final int length, final long atNs) {
        if (queuePair == null) {
            neighbour.onFrame(wire.memory().buffer(), offset, length);
        } else {
            queuePair.onFrame(nowNs, wire.memory().buffer(), offset, length);
        }
        wire.memory().release(offset);
    }

    private void connect() {
        neighbour.work(wire, nowNs);
        if (neighbour.mac() == Neighbour.UNKNOWN) {
            return;
        }
        queuePair =
                new QueuePair(
                        new QpSettingsBuilder()
                                .local(wire.mac(), wire.ip(), qpn)
                                .remote(neighbour.mac(), address, Bth.VIRTUAL_QPN)
                                .pathMtu(settings.pathMtu())
                                .sqPsn(initialPsn)
                                .rqPsn(initialPsn)
                                .window(WINDOW)
                                .ackRequestEvery(ACK_EVERY)
                                .timeout(TIMEOUT)
                                .retryCount(settings.retries())
                                .endlessRetryAtSeven(true)
                                .sendQueueDepth(FileSender.MOST_MESSAGES)
                                .build());
        transfer.attach(queuePair);
        membership.join(wire.ip(), qpn);
        progressNs = nowNs;
    }

    private void advance() throws EndpointException {
        if (queuePair.failed()) {
            transfer.work(nowNs, false);
            throw EndpointException.failed(
                    "the queue pair failed: a message did not follow the protocol; do all members"
                            + " have the same --mtu?");
        }
        if (granted != NOT_GRANTED && queuePair.rqPsn() == granted) {
            queuePair.becomeSource();
            granted = NOT_GRANTED;
        }
        if (membership.step() == Membership.Step.MEMBER && transfer.isSource()) {
            membership.source();
        } else if (transfer.isDone() && !held && isInside()) {
            membership.leave();
            progressNs = nowNs;
        }
    }

    private boolean isInside() {
        return membership.step() == Membership.Step.MEMBER
                || membership.step() == Membership.Step.SOURCE;
    }

    private boolean isInGroup() {
        return isInside() || membership.step() == Membership.Step.ASKING;
    }

    private void checkProgress() throws EndpointException {
        final long seen = queuePair == null ? 0 : transfer.progress();
        if (seen != progress) {
            progress = seen;
            progressNs = nowNs;
        } else if (nowNs - progressNs > settings.timeoutNs()) {
            throw EndpointException.failed(
                    "group "
                            + settings.group()
                            + ": "
                            + missing()
                            + " for "
                            + TimeUnit.NANOSECONDS.toSeconds(settings.timeoutNs())
                            + " s (--timeout)");
        }
    }

    /** What there was none of. */
    private String missing() {
        if (tree.mode().isUnicast() && isInGroup()) {
            return "the tree did not come back; the group sends by " + tree.mode().text();
        }
        return switch (membership.step()) {
            case RESERVING -> "the agent had no answer of the controller";
            case CONNECTING ->
                    "nobody answered ARP for "
                            + address
                            + " (is it in switch.mcstPrefix of the host's switch?)";
            case JOINING ->
                    "the group did not take this host (are all its members there? see polycast"
                            + " group list)";
            case ASKING -> "the controller did not give the right to post";
            case SOURCE ->
                    granted != NOT_GRANTED
                            ? "data of the source before did not arrive"
                            : "no receiver's acknowledgement arrived";
            case LEAVING -> "the controller did not confirm the leave";
            default -> "no data arrived";
        };
    }

    /** Gives the device back. */
    void close() {
        if (wire != null) {
            wire.close();
        }
    }

    @Override
    public QueuePair active() {
        return queuePair;
    }

    /** A full device holds frames back, as an RNIC's own port does. */
    @Override
    public boolean isOpen(final long now) {
        return wire.port().room() > 0;
    }

    @Override
    public MutableDirectBuffer buffer() {
        return frame;
    }

    @Override
    public void send(final Session from, final int length) {
        wire.port().send(frame, 0, length);
    }
}
