package io.polycast.xdp.afxdp.program;

import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.sys.Mmap;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Maps that tell the XDP programs of a switch's wires about the switch: its last heartbeat, and the
 * addresses of its groups. A switch has one. The maps live as long as a program that uses them, so
 * they outlive a killed process.
 */
public final class SilenceGuard implements AutoCloseable {
    /** As a beat: longer ago than any timeout, also on a machine that has just started. */
    public static final long LONG_AGO = Long.MIN_VALUE / 2;

    private static final int PAGE = 4096;

    private final boolean open;
    private final long timeoutNs;
    private final BpfMap heartbeat;
    private final BpfMap groups;
    private final UnsafeBuffer beat;
    private final UnsafeBuffer prefix6;
    private final ProgramRecord record;
    private volatile String unwritten;
    private boolean left;

    /**
     * @param open whether a silent switch's wires go on in the kernel, else they stop
     * @param timeoutNs without a sign of life after which the switch counts as silent
     * @param maxGroups most groups
     * @param prefix6 first 12 bytes of IPv6 groups' addresses, or null
     * @param programs file that keeps which programs are ours
     * @throws SysException when the kernel refuses
     * @throws IOException when the file cannot be read
     */
    public SilenceGuard(
            final boolean open,
            final long timeoutNs,
            final int maxGroups,
            final byte[] prefix6,
            final Path programs)
            throws SysException, IOException {
        record = new ProgramRecord(programs);
        this.open = open;
        this.timeoutNs = timeoutNs;
        this.prefix6 = prefix6 == null ? null : new UnsafeBuffer(prefix6.clone());
        heartbeat = new BpfMap(BpfMap.Type.ARRAY, 4, 8, 1, BpfMap.MMAPABLE, "polycast_beat");
        BpfMap created = null;
        try {
            created =
                    new BpfMap(
                            BpfMap.Type.HASH,
                            4,
                            4,
                            maxGroups,
                            BpfMap.NO_PREALLOC,
                            "polycast_groups");
            beat = new UnsafeBuffer(Mmap.shared(heartbeat.fd(), PAGE, 0), 8);
        } catch (final SysException ex) {
            CloseHelper.closeAll(created, heartbeat);
            throw ex;
        }
        groups = created;
    }

    /**
     * Gives a sign of life. Nothing but a store.
     *
     * @param monotonicNs the kernel's monotonic clock, ns
     */
    public void beat(final long monotonicNs) {
        beat.putLongOrdered(0, monotonicNs);
    }

    /**
     * Makes the programs treat frames to an address as a group's.
     *
     * @param mcstId dotted quad read as an int
     * @throws SysException when there is no room
     */
    public void addGroup(final int mcstId) throws SysException {
        groups.update(key(mcstId), Sys.allocate(4));
    }

    /**
     * @param mcstId of a group that is no more
     */
    public void removeGroup(final int mcstId) {
        groups.delete(key(mcstId));
    }

    private static UnsafeBuffer key(final int mcstId) {
        final UnsafeBuffer key = Sys.allocate(4);
        key.putInt(0, mcstId, ByteOrder.BIG_ENDIAN);
        return key;
    }

    /**
     * The programs stay on their devices when the ports close, and find the switch silent at once.
     */
    public void leavePrograms() {
        left = true;
        beat(LONG_AGO);
    }

    boolean leavesPrograms() {
        return left;
    }

    ProgramRecord record() {
        return record;
    }

    /** Which of our programs a later start finds could not be written. */
    void onUnwritten(final String reason) {
        unwritten = reason;
    }

    /**
     * @return what of the record of our programs was damaged and is left out, or null
     */
    public String damage() {
        return record.damage();
    }

    /**
     * @return why the record of our programs could not be written, or null
     */
    public String unwritten() {
        return unwritten;
    }

    /** Maps that the programs read. */
    Watch watch() {
        return new Watch(open, timeoutNs, heartbeat.fd(), groups.fd(), prefix6);
    }

    @Override
    public void close() {
        // The mapping holds the map; all beating must have stopped.
        Sys.libc().munmap(beat.addressOffset(), PAGE);
        CloseHelper.closeAll(groups, heartbeat);
    }
}
