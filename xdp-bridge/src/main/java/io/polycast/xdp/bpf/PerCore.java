package io.polycast.xdp.bpf;

import io.polycast.xdp.sys.Sys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/** Reads maps that have one value per core. */
public final class PerCore {
    private static final int CORES = cores();

    private PerCore() {}

    /**
     * @param map PERCPU_ARRAY
     * @param length of a value, a multiple of 8
     * @return the sums, over all cores, of the 64-bit words of value 0
     */
    public static UnsafeBuffer sum(final BpfMap map, final int length) {
        final UnsafeBuffer all = Sys.allocate(CORES * length);
        final UnsafeBuffer sum = new UnsafeBuffer(new byte[length]);
        if (map.lookup(Sys.allocate(4), all)) {
            for (int core = 0; core < CORES; core++) {
                for (int at = 0; at < length; at += Long.BYTES) {
                    sum.putLong(at, sum.getLong(at) + all.getLong(core * length + at));
                }
            }
        }
        return sum;
    }

    /** The kernel fills in all that there could be, not only those that run. */
    private static int cores() {
        try {
            final String text =
                    Files.readString(Path.of("/sys/devices/system/cpu/possible")).strip();
            return Integer.parseInt(text.substring(text.lastIndexOf('-') + 1)) + 1;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
