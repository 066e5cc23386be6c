package io.polycast.dataplane.counters;

import io.polycast.parser.contract.CounterBlock;
import org.agrona.BitUtil;

/**
 * Layout of the counters file; all words in the byte order of the machine, aligned to their size.
 *
 * <pre>
 * header, 256 bytes
 *    0  long  magic, written last: the file is whole when it is there
 *    8  int   layout version
 *   12  int   shards
 *   16  int   ports
 *   20  int   threads
 *   24  long  process id of the writer
 *   32  long  start of the writer, ms since the epoch
 *   40  long  last copy of the port blocks, ms since the epoch
 *   48  int   1: running, 2: stopped in order
 *   56  name  of the switch
 * a shard block per shard: {@link CounterBlock}, endings first, tallies behind. Word 3 of the endings
 *            is a gauge, the frames held now; all others are counters
 * a port block per port, 320 bytes
 *    0  name  of the port
 *   64  long  x 11, the fields of PortStats in order of declaration, but for
 *            injected faults, silence and lost programs
 *  152  long  times that the reader left the port alone because a ring was full
 *  160  long  x 3, injected faults in both directions: frames lost, doubled, damaged
 *  184  long  x 3, the kernel's doing while the switch was silent: frames passed, frames for groups
 *             dropped, others dropped
 *  208  long  times that somebody else took the XDP program off the device
 *  256  name  how frames get in and out
 * a thread block per thread, 128 bytes
 *    0  name  of the thread
 *   64  long  duty cycles
 *   72  long  longest duty cycle, ns
 *   80  long  duty cycles above the threshold
 *   88  long  threshold, ns
 *   96  long  longest wait of a frame in the ring before this thread, ns
 * name: int length, then at most 52 bytes of ASCII
 * </pre>
 */
final class CountersLayout {
    static final long MAGIC = 0x5043_434F_554E_5431L; // "PCCOUNT1" when read as big-endian bytes
    static final int VERSION = 4;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int SHARDS_OFFSET = 12;
    static final int PORTS_OFFSET = 16;
    static final int THREADS_OFFSET = 20;
    static final int PID_OFFSET = 24;
    static final int STARTED_OFFSET = 32;
    static final int UPDATED_OFFSET = 40;
    static final int STATE_OFFSET = 48;
    static final int NAME_OFFSET = 56;
    static final int HEADER_LENGTH = 256;

    static final int STATE_RUNNING = 1;
    static final int STATE_STOPPED = 2;

    static final int MOST_OF_A_NAME = 52;
    static final int VALUES_OFFSET = 64;

    static final int SHARD_LENGTH = BitUtil.align(CounterBlock.LENGTH, 128);
    static final int PORT_LENGTH = 320;
    static final int MODE_OFFSET = 256;
    static final int PORT_VALUES = 19;
    static final int STALLS_INDEX = 11;
    static final int FAULTS_INDEX = 12;
    static final int SILENCE_INDEX = 15;
    static final int XDP_LOST_INDEX = 18;
    static final int THREAD_LENGTH = 128;

    static final int CYCLES_OFFSET = 64;
    static final int WORST_OFFSET = 72;
    static final int OVERRUNS_OFFSET = 80;
    static final int THRESHOLD_OFFSET = 88;
    static final int WORST_WAIT_OFFSET = 96;

    private CountersLayout() {}

    static int shardOffset(final int shard) {
        return HEADER_LENGTH + shard * SHARD_LENGTH;
    }

    static int portOffset(final int shards, final int port) {
        return shardOffset(shards) + port * PORT_LENGTH;
    }

    static int threadOffset(final int shards, final int ports, final int thread) {
        return portOffset(shards, ports) + thread * THREAD_LENGTH;
    }

    static int length(final int shards, final int ports, final int threads) {
        return threadOffset(shards, ports, threads);
    }
}
