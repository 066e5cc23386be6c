package io.polycast.xdp.fastpath;

import io.polycast.xdp.bpf.Alu;
import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.bpf.BpfProgram;
import io.polycast.xdp.bpf.PerCore;
import io.polycast.xdp.bpf.Reg;
import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.sys.DeviceWatch;
import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The kernel's share of replication for one switch. For one thread, but for {@link #flow} and the words
 * behind it, which any thread may read.
 */
public final class FastPath implements AutoCloseable {
    /** Bytes of a DEVMAP's value that names a program. */
    public static final int DEVMAP_VALUE = PortSets.ENTRY_LENGTH;

    /** Slots beyond the groups, so that changes need not wait for the kernel one by one. */
    private static final int SPARE = 64;

    private final FastPathMaps maps;
    private final PortStates ports;
    private final DeviceWatch watch;
    private final Slots slots;
    private final BpfProgram[] egress;
    private final long switchMac;
    private final int[] addresses;
    private final Map<Integer, Integer> published = new HashMap<>();

    private FastPath(
            final FastPathMaps maps,
            final DeviceWatch watch,
            final PortStates ports,
            final long switchMac) {
        this.maps = maps;
        this.watch = watch;
        this.ports = ports;
        this.switchMac = switchMac;
        slots = new Slots(maps.slots(), maps.portSets());
        egress = new BpfProgram[maps.ports()];
        addresses = new int[maps.slots()];
    }

    /**
     * Makes maps and egress programs, in the devices' network namespace, before the ports are opened.
     * Takes 64 bytes of kernel memory a group and port.
     *
     * @param groups most groups at a time; fewer when their rows would pass 512 MiB
     * @param ports of the switch, of any driver
     * @param switchMac source of every copy, low 48 bits
     * @return the fast path, of which nothing is attached yet
     * @throws SysException when the kernel refuses
     */
    public static FastPath open(final int groups, final List<PortSpec> ports, final long switchMac)
            throws SysException {
        final int count = ports.stream().mapToInt(PortSpec::index).max().orElse(0) + 1;
        final DeviceWatch watch = new DeviceWatch();
        final FastPathMaps maps;
        try {
            maps = FastPathMaps.create(groups, SPARE, count);
        } catch (final SysException ex) {
            watch.close();
            throw ex;
        }
        final FastPath fastPath =
                new FastPath(maps, watch, new PortStates(ports, count, watch), switchMac);
        try {
            fastPath.load();
        } catch (final SysException ex) {
            fastPath.close();
            throw ex;
        }
        return fastPath;
    }

    private void load() throws SysException {
        for (int port = 0; port < egress.length; port++) {
            if (ports.isAfXdp(port)) {
                egress[port] =
                        BpfProgram.loadXdpEgress(
                                "polycast_copy", EgressProgram.assemble(maps, port));
            }
        }
        // A port that cannot be opened is worse than no fast path: learn now what the verifier
        // says.
        final BpfAssembler trial = new BpfAssembler().alu(Alu.MOV, Reg.R6, Reg.R1);
        writeIngress(trial, 0);
        trial.alu(Alu.MOV, Reg.R0, XdpText.XDP_PASS).exit();
        BpfProgram.loadXdp("polycast_trial", trial.assemble(), false).close();
    }

    /**
     * Writes the part of a port's program that takes groups' data: context in R6, R7 to R9 free to lose.
     * What is not taken goes on behind.
     *
     * @param code to write to
     * @param port that the program is for
     */
    public void writeIngress(final BpfAssembler code, final int port) {
        IngressProgram.write(code, maps, port);
    }

    /**
     * Puts a port's device into a DEVMAP with the program that it must carry in each.
     *
     * @param devices map with values of {@link #DEVMAP_VALUE} bytes
     * @param key of the entry
     * @param ifindex of the device
     * @throws SysException when the kernel refuses
     */
    public void putDevice(final BpfMap devices, final int key, final int ifindex)
            throws SysException {
        final int port = ports.portOf(ifindex);
        PortSets.put(devices, key, ifindex, port < 0 ? 0 : egress[port].fd());
    }

    /**
     * @param port whose program is on its device now
     * @param mode how: native, native (multi-buffer program) or generic
     * @param maxFrameLength bytes that it may send
     */
    public void attached(final int port, final String mode, final int maxFrameLength) {
        ports.attached(port, mode, maxFrameLength);
    }

    /**
     * @param port that is closed
     */
    public void detached(final int port) {
        ports.detached(port);
    }

    /**
     * @param port of the switch
     * @return null when the port can serve, else why not, in plain words; as of the last {@link #poll}
     */
    public String refusal(final int port) {
        return ports.refusal(port);
    }

    /**
     * Reads the kernel's notices about devices; costs a system call.
     *
     * @return whether some {@link #refusal} has changed
     */
    public boolean poll() {
        return ports.poll();
    }

    /**
     * Fills a fresh slot: minimum and AckPSNs invalid, nobody absent. The kernel does not use it yet. May
     * wait some 20 ms: for the kernel to let go of old slots, or for a new set of ports. To be called in
     * the devices' network namespace.
     *
     * @param group to serve, on open ports
     * @param highestPsn highest PSN seen of the source
     * @param lastPsn PSN of the last frame seen
     * @return the slot, or -1 when there is none left
     * @throws SysException when the kernel refuses
     */
    public int install(final FastGroup group, final int highestPsn, final int lastPsn)
            throws SysException {
        final long portSet = portsOf(group);
        final int slot = slots.take();
        if (slot < 0) {
            return -1;
        }
        int set = -1;
        try {
            set = use(portSet);
        } finally {
            if (set < 0) {
                slots.putBack(slot);
            }
        }
        if (set < 0) {
            return -1;
        }
        slots.uses(slot, portSet);
        final UnsafeBuffer rows = maps.rowWords();
        rows.setMemory(maps.rows(slot), maps.row(1, 0) - maps.row(0, 0), (byte) 0);
        int longest = Integer.MAX_VALUE;
        for (final FastPathRow row : group.rows()) {
            RowWriter.row(rows, maps.row(slot, row.port()), group, row, switchMac);
            longest = Math.min(longest, ports.maxLength(row.port()));
        }
        addresses[slot] = group.mcstId();
        final int at = maps.group(slot);
        RowWriter.group(maps.groupWords(), at, group);
        maps.groupWords().putInt(at + FastPathLayout.PORT_SET, set);
        maps.groupWords().putInt(at + FastPathLayout.MAX_LENGTH, longest);
        maps.groupWords().putInt(at + FastPathLayout.ROWS, maps.rows(slot));
        maps.groupWords().putInt(at + FastPathLayout.LAST_PSN, lastPsn);
        maps.groupWords().putInt(at + FastPathLayout.ASKED, 0);
        maps.groupWords()
                .putLongOrdered(
                        at + FastPathLayout.FLOW, (long) highestPsn | FastPathLayout.PSN_VALID);
        return slot;
    }

    private long portsOf(final FastGroup group) {
        long bits = 1L << group.sourcePort();
        for (final FastPathRow row : group.rows()) {
            bits |= 1L << row.port();
        }
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            final int port = Long.numberOfTrailingZeros(rest);
            if (port >= egress.length || egress[port] == null) {
                throw new IllegalArgumentException("port " + port + " is not an af_xdp port");
            }
        }
        return bits;
    }

    private int use(final long portSet) throws SysException {
        final PortSets sets = maps.portSets();
        final int set = sets.use(portSet, ports::ifindex, port -> egress[port].fd());
        if (set >= 0) {
            return set;
        }
        slots.await();
        return sets.use(portSet, ports::ifindex, port -> egress[port].fd());
    }

    /**
     * From now on the kernel replicates by this slot. One that the group was served by before is given
     * back: it must not be withdrawn any more.
     *
     * @param slot from {@link #install}
     * @throws SysException when the kernel refuses
     */
    public void publish(final int slot) throws SysException {
        final UnsafeBuffer value = Sys.allocate(4);
        value.putInt(0, slot);
        maps.hash().update(key(slot), value);
        final Integer before = published.put(addresses[slot], slot);
        if (before != null && before != slot) {
            slots.giveBack(before);
        }
    }

    /**
     * From now on frames go to Java, unless another slot of the group has been published. Words of the slot
     * stay readable until the next {@link #install}; frames that the kernel is busy with may still change
     * them for a moment.
     *
     * @param slot from {@link #install}, published or not
     */
    public void withdraw(final int slot) {
        if (!slots.isInUse(slot)) {
            return;
        }
        if (published.remove(addresses[slot], slot)) {
            maps.hash().delete(key(slot));
        }
        slots.giveBack(slot);
    }

    private UnsafeBuffer key(final int slot) {
        final UnsafeBuffer key = Sys.allocate(4);
        key.putInt(0, addresses[slot], ByteOrder.BIG_ENDIAN);
        return key;
    }

    /**
     * Sets the group's minimum AckPSN: frames at or before it go to Java.
     *
     * @param slot from {@link #install}
     * @param psn in [0, 2^24)
     * @param valid false when some path is unknown
     */
    public void minimum(final int slot, final int psn, final boolean valid) {
        maps.groupWords()
                .putIntOrdered(
                        maps.group(slot) + FastPathLayout.MINIMUM,
                        psn | (valid ? FastPathLayout.PSN_VALID : 0));
    }

    /**
     * Sets a path's AckPSN: retransmissions at or before it are not copied there.
     *
     * @param slot from {@link #install}
     * @param port of the path
     * @param psn in [0, 2^24)
     * @param valid false when the path is unknown
     */
    public void ackPsn(final int slot, final int port, final int psn, final boolean valid) {
        final int at = maps.row(slot, port) + FastPathLayout.CONTROL;
        final int flags =
                maps.rowWords().getInt(at)
                        & (FastPathLayout.ABSENT | FastPathLayout.PRESENT | FastPathLayout.HOST);
        maps.rowWords().putIntOrdered(at, flags | psn | (valid ? FastPathLayout.PSN_VALID : 0));
    }

    /**
     * Stops copies to an evicted member, or lets them go again.
     *
     * @param slot from {@link #install}
     * @param port of the path
     * @param absent whether it is evicted
     */
    public void absent(final int slot, final int port, final boolean absent) {
        final int at = maps.row(slot, port) + FastPathLayout.CONTROL;
        final int others = maps.rowWords().getInt(at) & ~FastPathLayout.ABSENT;
        maps.rowWords().putIntOrdered(at, absent ? others | FastPathLayout.ABSENT : others);
    }

    /**
     * @param slot from {@link #install}
     * @return highest PSN, bits 0 to 23, valid bit 24; candidate, bits 32 to 55, valid bit 56
     */
    public long flow(final int slot) {
        return maps.groupWords().getLongVolatile(maps.group(slot) + FastPathLayout.FLOW);
    }

    /**
     * @param slot from {@link #install}
     * @return PSN of the last frame taken
     */
    public int lastPsn(final int slot) {
        return word(slot, FastPathLayout.LAST_PSN);
    }

    /**
     * @param slot from {@link #install}
     * @return last PSN, up to the highest, of a frame taken that asked for an answer (AckReq), or -1
     */
    public int asked(final int slot) {
        final int asked = word(slot, FastPathLayout.ASKED);
        return (asked & FastPathLayout.PSN_VALID) == 0 ? -1 : asked & ~FastPathLayout.PSN_VALID;
    }

    /**
     * @param slot from {@link #install}
     * @return frames taken whose PSN did not come after the last one's, modulo 2^32
     */
    public int stepsBack(final int slot) {
        return word(slot, FastPathLayout.STEPS_BACK);
    }

    /**
     * @param slot from {@link #install}
     * @return PSN of the latest of them, written before the counter
     */
    public int stepBackPsn(final int slot) {
        return word(slot, FastPathLayout.STEP_BACK_PSN);
    }

    private int word(final int slot, final int offset) {
        return maps.groupWords().getIntVolatile(maps.group(slot) + offset);
    }

    /**
     * @param slot from {@link #install}
     * @return frames taken
     */
    public long frames(final int slot) {
        return maps.groupWords().getLongVolatile(maps.group(slot) + FastPathLayout.FRAMES);
    }

    /**
     * @param slot from {@link #install}
     * @return bytes of the frames taken
     */
    public long bytes(final int slot) {
        return maps.groupWords().getLongVolatile(maps.group(slot) + FastPathLayout.BYTES);
    }

    /**
     * @param slot from {@link #install}
     * @param port of a path
     * @return copies handed to the port's device
     */
    public long copies(final int slot, final int port) {
        return maps.rowWords().getLongVolatile(maps.row(slot, port) + FastPathLayout.COPIES);
    }

    /**
     * @param slot from {@link #install}
     * @param port of a path
     * @return copies not sent because the path had acknowledged them, modulo 2^32
     */
    public long filtered(final int slot, final int port) {
        return Integer.toUnsignedLong(
                maps.rowWords().getIntVolatile(maps.row(slot, port) + FastPathLayout.FILTERED));
    }

    /**
     * @return how frames ended, over all cores and ports; indices are the ordinals of {@link
     *     FastPathCounter}
     */
    public long[] dispositions() {
        final int count = FastPathCounter.values().length;
        final UnsafeBuffer sums = PerCore.sum(maps.counters(), count * Long.BYTES);
        final long[] dispositions = new long[count];
        for (int i = 0; i < count; i++) {
            dispositions[i] = sums.getLong(i * Long.BYTES);
        }
        return dispositions;
    }

    /** Lets go of everything, after the ports are closed; what a program on a device uses stays. */
    @Override
    public void close() {
        CloseHelper.closeAll(egress);
        CloseHelper.closeAll(maps, watch);
    }
}
