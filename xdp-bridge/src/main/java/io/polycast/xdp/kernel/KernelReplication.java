package io.polycast.xdp.kernel;

import io.polycast.parser.kernel.KernelGroup;
import io.polycast.parser.kernel.KernelRow;
import io.polycast.parser.kernel.KernelTable;
import io.polycast.xdp.afxdp.program.ProgramPart;
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
 * Programs, maps and kernel slots of one switch. Shards take and give back slots under a lock that is
 * never held for long. Slow calls to the kernel wait for {@link #prepare}, which a helper thread calls.
 * Ports and dispositions are for one thread.
 */
public final class KernelReplication implements ProgramPart, AutoCloseable {
    /** Slots beyond the groups, so that changes need not wait for the kernel one by one. */
    private static final int SPARE = 64;

    private final KernelMaps maps;
    private final PortStates ports;
    private final DeviceWatch watch;
    private final KernelSlots slots;
    private final SlotWords words;
    private final Object preparing = new Object();
    private volatile boolean pressed;
    private final BpfProgram[] egress;
    private final long switchMac;
    private final BeatBounds bounds;
    private final int[] addresses;
    private final Map<Integer, Integer> published = new HashMap<>();

    private KernelReplication(
            final KernelMaps maps,
            final int groups,
            final DeviceWatch watch,
            final PortStates ports,
            final long switchMac,
            final BeatBounds bounds) {
        this.maps = maps;
        this.watch = watch;
        this.ports = ports;
        this.switchMac = switchMac;
        this.bounds = bounds;
        slots = new KernelSlots(maps.slots(), Math.min(groups, maps.slots()));
        words = new SlotWords(maps);
        egress = new BpfProgram[maps.ports()];
        addresses = new int[maps.slots()];
    }

    /**
     * Makes maps and egress programs, in the devices' network namespace, before the ports are opened.
     * Takes 64 bytes of kernel memory a group and port.
     *
     * @param groups most groups at a time; fewer when their rows would pass 512 MiB
     * @param ports of the switch, of any driver, each at its index
     * @param switchMac source of every copy, low 48 bits
     * @param dropNs without a {@link #beat} after which groups' data is dropped, because no engine
     *     aggregates feedback
     * @param leaveNs without one after which it is left to Java, where it is not dropped: an exchange may be over
     * @return programs and maps; no program is attached yet
     * @throws SysException when the kernel refuses
     */
    public static KernelReplication open(
            final int groups,
            final List<? extends PortSpec> ports,
            final long switchMac,
            final long dropNs,
            final long leaveNs)
            throws SysException {
        final int count = Math.max(1, ports.size());
        final DeviceWatch watch = new DeviceWatch();
        AutoCloseable opened = watch;
        boolean done = false;
        try {
            final PortStates states = new PortStates(ports, count, watch);
            final KernelMaps maps = KernelMaps.create(groups, SPARE, count);
            final KernelReplication replication =
                    new KernelReplication(
                            maps,
                            groups,
                            watch,
                            states,
                            switchMac,
                            new BeatBounds(dropNs, leaveNs));
            opened = replication;
            replication.load();
            done = true;
            return replication;
        } finally {
            if (!done) {
                CloseHelper.quietClose(opened);
            }
        }
    }

    private void load() throws SysException {
        for (int port = 0; port < egress.length; port++) {
            if (ports.isAfXdp(port)) {
                egress[port] =
                        BpfProgram.loadXdpEgress(
                                "polycast_copy", EgressProgram.assemble(maps, port));
            }
        }
        // A port that cannot be opened is worse than no kernel datapath: learn now what the
        // verifier
        // says.
        final BpfAssembler trial = new BpfAssembler().alu(Alu.MOV, Reg.R6, Reg.R1);
        IngressProgram.write(trial, maps, 0, bounds);
        trial.alu(Alu.MOV, Reg.R0, XdpText.XDP_PASS).exit();
        BpfProgram.loadXdp("polycast_trial", trial.assemble(), false).close();
    }

    /** Takes groups' data; other frames go on to the instructions behind. */
    @Override
    public void write(final BpfAssembler code, final int port, final long guardedNs) {
        final long never = BeatBounds.NEVER;
        final boolean isSooner = guardedNs >= 0 && guardedNs <= bounds.leaveNs();
        final BeatBounds own =
                new BeatBounds(
                        guardedNs >= 0 ? never : bounds.dropNs(),
                        isSooner ? never : bounds.leaveNs());
        IngressProgram.write(code, maps, port, own);
    }

    /**
     * Gives a sign of life, without which nothing is replicated. Nothing but a store.
     *
     * @param monotonicNs the kernel's monotonic clock, ns
     */
    public void beat(final long monotonicNs) {
        maps.heartbeat().putLongOrdered(0, monotonicNs);
    }

    @Override
    public void putDevice(final BpfMap devices, final int key, final int ifindex)
            throws SysException {
        final int port = ports.portOf(ifindex);
        PortSets.put(devices, key, ifindex, port < 0 ? 0 : egress[port].fd());
    }

    @Override
    public void attached(final int port, final String mode, final int maxFrameLength) {
        ports.attached(port, mode, maxFrameLength);
    }

    @Override
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
     * @param port of the switch that {@link #refusal} says nothing against
     * @return null when copies can leave by it, else why not; it may be a source's port all the same
     */
    public String egressRefusal(final int port) {
        return ports.egressRefusal(port);
    }

    /**
     * Reads the kernel's notices about devices; costs a system call.
     *
     * @return whether some {@link #refusal} or {@link #egressRefusal} has changed
     */
    public boolean poll() {
        return ports.poll();
    }

    /**
     * A shard's view.
     *
     * @param host of the shard
     * @return the view, for one thread
     */
    public KernelTable shard(final ShardHost host) {
        return new ShardTable(this, maps, host);
    }

    /** The slots' words. */
    public SlotWords words() {
        return words;
    }

    /**
     * Fills a fresh slot: minimum and AckPSNs invalid, nobody absent. The kernel does not use it yet. Waits
     * for nothing.
     *
     * @param group to serve, on open ports
     * @param highestPsn highest PSN seen of the source
     * @param passed those of the 64 PSNs above it that passed, bit {@code p & 63} for PSN p
     * @param lastPsn PSN of the last frame seen
     * @return the slot, {@link KernelTable#FULL} or {@link KernelTable#LATER}
     * @throws SysException when the kernel refuses
     */
    public synchronized int install(
            final KernelGroup group, final int highestPsn, final long passed, final int lastPsn)
            throws SysException {
        final long portSet = portsOf(group);
        if (slots.isFull()) {
            pressed = true;
            return KernelTable.FULL;
        }
        final SetPlaces sets = maps.portSets().places();
        final int set = sets.use(portSet);
        if (set < 0) {
            return set;
        }
        final int slot = slots.take(portSet);
        if (slot < 0) {
            sets.leave(portSet);
            return KernelTable.LATER;
        }
        final UnsafeBuffer rows = maps.rowWords();
        rows.setMemory(maps.rows(slot), maps.row(1, 0) - maps.row(0, 0), (byte) 0);
        int longest = Integer.MAX_VALUE;
        for (final KernelRow row : group.rows()) {
            RowWriter.row(rows, maps.row(slot, row.port()), group, row, switchMac);
            longest = Math.min(longest, ports.maxLength(row.port()));
        }
        addresses[slot] = group.mcstId();
        final int at = maps.group(slot);
        RowWriter.group(maps.groupWords(), at, group);
        maps.groupWords().putInt(at + SlotLayout.PORT_SET, set);
        maps.groupWords().putInt(at + SlotLayout.MAX_LENGTH, longest);
        maps.groupWords().putInt(at + SlotLayout.ROWS, maps.rows(slot));
        maps.groupWords().putInt(at + SlotLayout.RECEIVERS, group.rows().size());
        maps.groupWords().putInt(at + SlotLayout.LAST_PSN, lastPsn);
        maps.groupWords().putInt(at + SlotLayout.ASKED, 0);
        maps.groupWords().putLong(at + SlotLayout.PASSED, passed);
        maps.groupWords()
                .putLongOrdered(
                        at + SlotLayout.FLOW,
                        (long) highestPsn
                                | SlotLayout.PSN_VALID
                                | (passed == 0 ? 0 : SlotLayout.PASSED_VALID));
        return slot;
    }

    private long portsOf(final KernelGroup group) {
        long bits = 1L << group.sourcePort();
        for (final KernelRow row : group.rows()) {
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

    /**
     * Does what the kernel takes its time for, 8 to 17 ms: maps for sets of ports that {@link #install} asked
     * for, and waiting until the slots that were withdrawn before have settled. For one thread at a time, in
     * the devices' network namespace, which is not one that packets wait for.
     *
     * @return whether there was something to do
     * @throws SysException when the kernel does not tell that programs have ended; slots do not settle
     */
    public boolean prepare() throws SysException {
        synchronized (preparing) {
            final PortSets sets = maps.portSets();
            final List<SetPlaces.Order> orders;
            final int withdrawn;
            synchronized (this) {
                orders = sets.places().orders();
                withdrawn = slots.withdrawn();
            }
            boolean waited = false;
            for (final SetPlaces.Order order : orders) {
                sets.make(order, ports::ifindex, port -> egress[port].fd());
                waited |= order.refusal == null;
            }
            try {
                if (!waited && withdrawn > 0) {
                    sets.await();
                }
                waited = true;
            } finally {
                synchronized (this) {
                    orders.forEach(sets.places()::made);
                    slots.settle(waited ? withdrawn : 0);
                }
            }
            return !orders.isEmpty() || withdrawn > 0;
        }
    }

    /**
     * From now on the kernel replicates by this slot, by another no more.
     *
     * @param slot from {@link #install}
     * @throws SysException when the kernel refuses; the slot is given back
     */
    public synchronized void publish(final int slot) throws SysException {
        final UnsafeBuffer value = Sys.allocate(4);
        value.putInt(0, slot);
        try {
            maps.hash().update(key(slot), value);
        } catch (final SysException ex) {
            maps.portSets().places().leave(slots.putBack(slot));
            throw ex;
        }
        published.put(addresses[slot], slot);
    }

    /**
     * From now on frames go to Java, unless another slot of the group has been published. Frames that the
     * kernel is busy with may still change the slot's words until it is settled.
     *
     * @param slot from {@link #install}, published or not
     */
    public synchronized void withdraw(final int slot) {
        if (!slots.isInUse(slot)) {
            return;
        }
        if (published.remove(addresses[slot], slot)) {
            maps.hash().delete(key(slot));
        }
        maps.portSets().places().withdraw(slots.withdraw(slot));
        pressed = false;
    }

    /**
     * @param slot withdrawn; slots settle in the order of withdrawal, by {@link #prepare}
     * @return whether no program knows it any more
     */
    public boolean isSettled(final int slot) {
        return slots.isSettled(slot);
    }

    /**
     * Gives a slot back.
     *
     * @param slot settled
     */
    public synchronized void giveBack(final int slot) {
        if (slots.isSettled(slot)) {
            maps.portSets().places().giveBack(slots.giveBack(slot));
        }
    }

    /**
     * @return whether there was no place for a group since the last one was withdrawn
     */
    public boolean isPressed() {
        return pressed;
    }

    private UnsafeBuffer key(final int slot) {
        final UnsafeBuffer key = Sys.allocate(4);
        key.putInt(0, addresses[slot], ByteOrder.BIG_ENDIAN);
        return key;
    }

    /**
     * @return how frames ended, over all cores and ports; indices are the ordinals of {@link
     *     ProgramEnding}
     */
    public long[] dispositions() {
        final int count = ProgramEnding.values().length;
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
