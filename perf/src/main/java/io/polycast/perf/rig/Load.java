package io.polycast.perf.rig;

import io.polycast.dataplane.opening.PortOpener;
import io.polycast.xdp.port.FrameHandler;
import io.polycast.xdp.port.FrameMemory;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A load that is generated on the switch's own thread, and its cost there. Everything is done by
 * the one thread of a fused switch, which is never idle: processor time by packets is the cost of a
 * packet, the making of the frames included.
 */
public final class Load implements AutoCloseable {
    /** Groups are asked for in an order that repeats only after so many packets. */
    private static final int TURNS = 1 << 20;

    private static final int BATCH = 64;
    private static final long WARM_UP_COPIES = 2_000_000;
    private static final long WARM_UP_STRETCH_NS = 50_000_000;
    private static final int GENERATOR_ROUNDS = 5;
    private static final int MOST_STRETCHES = 1000;
    private static final int CHUNK = 8192;
    private static final int BATCHES = 100;
    private static final String THREAD = "pc-core-0";

    private final int[] order;
    private final AtomicLong sent = new AtomicLong();
    private final int fanout;
    private final SwitchRig rig;
    private final long thread;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private volatile boolean on = true;
    private volatile boolean dropping;

    /**
     * What a stretch of time cost.
     *
     * @param packets that were sent
     * @param cpuNs that the switch's thread used
     */
    public record Cost(long packets, long cpuNs) {
        /**
         * @return ns of one packet
         */
        public double nsPerPacket() {
            return (double) cpuNs / packets;
        }
    }

    /**
     * Starts a switch under load.
     *
     * @param shape of it, which must be fused
     */
    public Load(final RigShape shape) {
        if (shape.staged()) {
            throw new IllegalArgumentException("a load makes itself on a fused switch only");
        }
        fanout = shape.fanout();
        order = orderOf(shape);
        final PortOpener opener =
                (index, port, memory) ->
                        new LoadPort(index, port.name(), memory, shape, new Running());
        rig = SwitchRig.start(shape, opener);
        thread = threadId();
    }

    private static int[] orderOf(final RigShape shape) {
        final int[] order = new int[shape.groups() == 1 ? 1 : TURNS];
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < order.length; i++) {
            order[i] = random.nextInt(shape.groups());
        }
        return order;
    }

    private long threadId() {
        long found = -1;
        for (final ThreadInfo info : threads.dumpAllThreads(false, false)) {
            if (info.getThreadName().equals(THREAD)) {
                found = Math.max(found, info.getThreadId());
            }
        }
        if (found < 0) {
            rig.close();
            throw new IllegalStateException("the switch has no thread " + THREAD);
        }
        return found;
    }

    /**
     * Lets it run until what it executes is compiled and each of its groups has a source: by packets and not
     * by time, which a busy machine may pass without compiling anything.
     *
     * @throws InterruptedException when the caller is interrupted
     */
    public void warmUp() throws InterruptedException {
        final long packets = order.length > 1 ? TURNS : WARM_UP_COPIES / (1 + fanout);
        final long until = sent.get() + packets;
        while (sent.get() < until) {
            measure(WARM_UP_STRETCH_NS);
        }
    }

    /**
     * Lets it run for a while, until it took a packet at least.
     *
     * @param durationNs of the stretch
     * @return what it cost
     * @throws InterruptedException when the caller is interrupted
     */
    public Cost measure(final long durationNs) throws InterruptedException {
        final long packetsBefore = sent.get();
        final long cpuBefore = threads.getThreadCpuTime(thread);
        long packets = 0;
        // On a machine that is busy otherwise a stretch may pass without a turn for the switch.
        for (int i = 0; packets == 0 && i < MOST_STRETCHES; i++) {
            Thread.sleep(durationNs / 1_000_000, (int) (durationNs % 1_000_000));
            packets = sent.get() - packetsBefore;
        }
        if (packets == 0) {
            throw new IllegalStateException("the switch took no packet");
        }
        return new Cost(packets, threads.getThreadCpuTime(thread) - cpuBefore);
    }

    /**
     * Has the receivers' answers thrown away where they enter, or no longer.
     *
     * @param drop whether
     */
    public void dropAnswers(final boolean drop) {
        dropping = drop;
    }

    /**
     * @return the switch
     */
    public SwitchRig rig() {
        return rig;
    }

    /**
     * Cost of making frames alone, on the calling thread.
     *
     * @param shape whose frames
     * @param durationNs to try
     * @return its cost
     */
    public static Cost ofGenerator(final RigShape shape, final long durationNs) {
        final FrameMemory memory = new FrameMemory(CHUNK, SwitchRig.QUEUE, 1);
        final LoadPort port =
                new LoadPort(0, "generator", memory, shape, new Unending(orderOf(shape)));
        final FrameHandler handler = (index, offset, length, atNs) -> memory.release(offset);
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        // The least of some: the first ones are not compiled yet, others may be disturbed.
        Cost least = null;
        for (int i = 0; i < GENERATOR_ROUNDS; i++) {
            final long cpuBefore = threads.getCurrentThreadCpuTime();
            final long packets = generate(port, handler, durationNs / GENERATOR_ROUNDS);
            final Cost cost = new Cost(packets, threads.getCurrentThreadCpuTime() - cpuBefore);
            if (least == null || cost.nsPerPacket() < least.nsPerPacket()) {
                least = cost;
            }
        }
        return least;
    }

    private static long generate(
            final LoadPort port, final FrameHandler handler, final long durationNs) {
        final long startNs = System.nanoTime();
        long packets = 0;
        while (packets == 0 || System.nanoTime() - startNs < durationNs) {
            for (int i = 0; i < BATCHES; i++) {
                packets += port.receive(handler, BATCH);
            }
        }
        return packets;
    }

    /** What this load's ports ask for. */
    private final class Running implements Traffic {
        @Override
        public boolean isOn() {
            return on;
        }

        @Override
        public boolean dropsAnswers() {
            return dropping;
        }

        @Override
        public int groupOf(final int turn) {
            return order[turn & order.length - 1];
        }

        @Override
        public void sent(final long packets) {
            sent.lazySet(packets);
        }
    }

    /** A source without a switch. */
    private static final class Unending implements Traffic {
        private final int[] order;

        Unending(final int[] order) {
            this.order = order;
        }

        @Override
        public boolean isOn() {
            return true;
        }

        @Override
        public boolean dropsAnswers() {
            return false;
        }

        @Override
        public int groupOf(final int turn) {
            return order[turn & order.length - 1];
        }

        @Override
        public void sent(final long packets) {}
    }

    /** Stops the load, then the switch. */
    @Override
    public void close() {
        on = false;
        rig.close();
    }
}
