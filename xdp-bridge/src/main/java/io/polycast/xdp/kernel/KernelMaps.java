package io.polycast.xdp.kernel;

import io.polycast.parser.icrc.IcrcDelta;
import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.sys.Mmap;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The maps of one switch's programs. Java reads and writes some of them without system calls: arrays of
 * one long value, whose address the programs know.
 */
final class KernelMaps implements ProgramMaps, AutoCloseable {
    /** The verifier follows an offset into a map's value up to here. */
    private static final long MOST_BYTES = 1L << 29;

    private static final int PAGE = 4096;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<UnsafeBuffer> mapped = new ArrayList<>();
    private final int slots;
    private final int ports;
    private BpfMap hash;
    private BpfMap counters;
    private BpfMap groups;
    private BpfMap rows;
    private BpfMap tables;
    private BpfMap heartbeat;
    private PortSets portSets;
    private UnsafeBuffer groupWords;
    private UnsafeBuffer rowWords;
    private UnsafeBuffer beat;

    private KernelMaps(final int slots, final int ports) {
        this.slots = slots;
        this.ports = ports;
    }

    /**
     * Creates them.
     *
     * @param groups most groups published at a time
     * @param spare slots beyond
     * @param ports highest index of a port, and one
     */
    static KernelMaps create(final int groups, final int spare, final int ports)
            throws SysException {
        final long most = MOST_BYTES / SlotLayout.ROW_LENGTH / ports - 1;
        final KernelMaps maps = new KernelMaps((int) Math.min(most, groups + spare), ports);
        boolean done = false;
        try {
            maps.create();
            done = true;
            return maps;
        } finally {
            if (!done) {
                maps.close();
            }
        }
    }

    private void create() throws SysException {
        hash = own(new BpfMap(BpfMap.Type.HASH, 4, 4, slots, BpfMap.NO_PREALLOC, "polycast_mcst"));
        final int counterBytes = ProgramEnding.values().length * Long.BYTES;
        counters = own(new BpfMap(BpfMap.Type.PERCPU_ARRAY, 4, counterBytes, 1, "polycast_fates"));
        portSets = own(new PortSets(slots));
        groups = array(slots * SlotLayout.GROUP_LENGTH, "polycast_group");
        rows = array(slots * ports * SlotLayout.ROW_LENGTH, "polycast_rows");
        tables = array(SlotLayout.TABLES * SlotLayout.TABLE_LENGTH, "polycast_zeros");
        heartbeat = array(Long.BYTES, "polycast_beat");
        beat = map(heartbeat, PAGE);
        groupWords = map(groups, slots * SlotLayout.GROUP_LENGTH);
        rowWords = map(rows, slots * ports * SlotLayout.ROW_LENGTH);
        fill(map(tables, SlotLayout.TABLES * SlotLayout.TABLE_LENGTH));
    }

    private <T extends AutoCloseable> T own(final T map) {
        open.add(map);
        return map;
    }

    private BpfMap array(final int bytes, final String name) throws SysException {
        return own(new BpfMap(BpfMap.Type.ARRAY, 4, bytes, 1, BpfMap.MMAPABLE, name));
    }

    private UnsafeBuffer map(final BpfMap array, final int bytes) throws SysException {
        final UnsafeBuffer buffer = new UnsafeBuffer(Mmap.shared(array.fd(), bytes, 0), bytes);
        mapped.add(buffer);
        return buffer;
    }

    /** The register's eight nibbles, each moved on over 4 times n zero bytes. */
    static void fill(final UnsafeBuffer tables) {
        for (int words = 0; words < SlotLayout.TABLES; words++) {
            for (int entry = 0; entry < 128; entry++) {
                tables.putInt(
                        words * SlotLayout.TABLE_LENGTH + entry * 4,
                        IcrcDelta.advance((entry & 15) << (entry >>> 4) * 4, 4 * words));
            }
        }
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public int hashFd() {
        return hash.fd();
    }

    @Override
    public int countersFd() {
        return counters.fd();
    }

    @Override
    public int groupsFd() {
        return groups.fd();
    }

    @Override
    public int rowsFd() {
        return rows.fd();
    }

    @Override
    public int tablesFd() {
        return tables.fd();
    }

    @Override
    public int portSetsFd() {
        return portSets.fd();
    }

    @Override
    public int heartbeatFd() {
        return heartbeat.fd();
    }

    UnsafeBuffer heartbeat() {
        return beat;
    }

    BpfMap hash() {
        return hash;
    }

    BpfMap counters() {
        return counters;
    }

    PortSets portSets() {
        return portSets;
    }

    UnsafeBuffer groupWords() {
        return groupWords;
    }

    UnsafeBuffer rowWords() {
        return rowWords;
    }

    int group(final int slot) {
        return slot * SlotLayout.GROUP_LENGTH;
    }

    /** Offset of a slot's first row. */
    int rows(final int slot) {
        return slot * ports * SlotLayout.ROW_LENGTH;
    }

    int row(final int slot, final int port) {
        return rows(slot) + port * SlotLayout.ROW_LENGTH;
    }

    int ports() {
        return ports;
    }

    @Override
    public int lastRows() {
        return rows(slots - 1);
    }

    @Override
    public void close() {
        for (final UnsafeBuffer buffer : mapped) {
            Sys.libc().munmap(buffer.addressOffset(), buffer.capacity());
        }
        mapped.clear();
        CloseHelper.closeAll(open);
    }
}
