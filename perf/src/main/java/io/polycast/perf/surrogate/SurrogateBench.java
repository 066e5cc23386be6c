package io.polycast.perf.surrogate;

import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.wire.Ethernet;
import io.polycast.parser.wire.Ipv4;
import io.polycast.parser.wire.Udp;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One datagram of 1,522 bytes through two nodes of role surrogate: hold, copies to three hosts, the leg
 * with request, grant, CRC and ACK, and copies to four hosts of the other node.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class SurrogateBench {
    private static final int HOSTS = 4;
    private static final int LENGTH = 1_522;
    private static final int GROUP = 0xEF01_0101;

    /** Copies of a datagram to hosts of both nodes: all hosts but the sender. */
    private static final int COPIES = 2 * HOSTS - 1;

    private static final long STEP_NS = 30_000;
    private static final int MOST_ROUNDS = 64;

    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[LENGTH]);
    private BenchNode upper;
    private BenchNode lower;
    private long nowNs = 1_000_000_000L;
    private long frames;

    /**
     * Two nodes, after their handshake.
     *
     * @throws GroupRefusedException never
     */
    @Setup
    public void setup() throws GroupRefusedException {
        Ethernet.write(frame, 0, 0x0100_5E01_0101L, 0x0200_0000_AA01L, Ethernet.TYPE_IPV4);
        final int ip = Ethernet.LENGTH;
        final int rest = LENGTH - ip;
        Ipv4.write(frame, ip, 0, rest, 0, 8, Ipv4.PROTOCOL_UDP);
        Ipv4.src(frame, ip, 0x0A00_0001);
        Ipv4.dst(frame, ip, GROUP);
        Ipv4.storeChecksum(frame, ip);
        Udp.write(frame, ip + Ipv4.LENGTH, 5000, 5001, rest - Ipv4.LENGTH);
        upper = new BenchNode(0, HOSTS, GROUP);
        lower = new BenchNode(1, HOSTS, GROUP);
        for (int i = 0; i < 4; i++) {
            settle();
        }
    }

    /**
     * @return frames that left to hosts so far
     */
    @Benchmark
    public long surrogate_hop() {
        frames++;
        upper.receive(nowNs, 0, frame, LENGTH);
        settle();
        return lower.toHosts();
    }

    /** Carries frames between the nodes until none is on the way, and lets the time of an ACK pass. */
    private void settle() {
        upper.tick(nowNs);
        lower.tick(nowNs);
        for (int i = 0; i < MOST_ROUNDS && (upper.isSending() || lower.isSending()); i++) {
            upper.deliver(nowNs, lower);
            lower.deliver(nowNs, upper);
        }
        nowNs += STEP_NS;
    }

    /** Every datagram reached all hosts, and no frame is held. */
    @TearDown
    public void check() {
        // An ACK waits for more frames, and the last frames are held until it comes.
        for (int i = 0; i < MOST_ROUNDS && upper.held() + lower.held() != 0; i++) {
            settle();
        }
        final long copies = upper.toHosts() + lower.toHosts();
        if (frames == 0 || copies != frames * COPIES || upper.held() + lower.held() != 0) {
            throw new IllegalStateException(
                    "frames=" + frames + " copies=" + copies + " held=" + upper.held());
        }
        upper.close();
        lower.close();
    }
}
