package io.polycast.perf.surrogate;

import io.polycast.cache.PacketCache;
import io.polycast.cache.ReadMirrors;
import java.util.concurrent.TimeUnit;
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

/** One copy of a cached packet. Each packet is written once and copied eight times. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class CacheBench {
    private static final int COPIES = ReadMirrors.MIRRORS;
    private static final int PORTS = 8;
    private static final int TAGS = 1_024;

    private PacketCache cache;
    private ReadMirrors mirrors;
    private long cycle;
    private int copy;
    private int tag;
    private long misses;

    /** Constants of the paper. */
    @Setup
    public void setup() {
        cache = new PacketCache(PacketCache.LINES, PacketCache.RESERVE, PORTS, TAGS);
        mirrors = new ReadMirrors(ReadMirrors.MIRRORS);
    }

    /**
     * @return mirror that feeds the copy
     */
    @Benchmark
    public int cache_hit() {
        cycle++;
        if (copy == 0) {
            cache.write(cycle, COPIES, tag % PORTS, tag);
        }
        final int line = cache.find(tag % PORTS, tag);
        if (!cache.pin(line)) {
            misses++;
        }
        final int mirror = mirrors.claim(cycle, COPIES);
        cache.unpin(line);
        if (++copy == COPIES) {
            copy = 0;
            cache.release(tag % PORTS, tag);
            tag = tag + 1 == TAGS ? 0 : tag + 1;
        }
        return mirror;
    }

    /** Every copy hits. */
    @TearDown
    public void check() {
        if (misses > 0 || cycle == 0) {
            throw new IllegalStateException("cycles=" + cycle + " misses=" + misses);
        }
    }
}
