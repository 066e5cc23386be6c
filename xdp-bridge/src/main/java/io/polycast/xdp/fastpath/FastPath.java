package io.polycast.xdp.fastpath;

import io.polycast.xdp.port.PortSpec;
import io.polycast.xdp.sys.SysException;
import java.util.List;

/**
 * The kernel's share of replication for one switch. Everything but {@link #flow} and its neighbours is
 * for one thread.
 */
public final class FastPath implements AutoCloseable {
    private FastPath() {}

    /**
     * Makes maps and egress programs, in the devices' network namespace, before the ports are opened.
     *
     * @param groups most groups at a time; twice as many slots, since a change takes a fresh one
     * @param ports of the switch, of any driver
     * @param switchMac source of every copy, low 48 bits
     * @return the fast path, of which nothing is attached yet
     * @throws SysException when the kernel refuses
     */
    public static FastPath open(final int groups, final List<PortSpec> ports, final long switchMac)
            throws SysException {
        throw new SysException("open " + groups + ports.size() + switchMac, 95);
    }

    /**
     * @param port of the switch
     * @return null when the port can serve, else why not, in plain words
     */
    public String refusal(final int port) {
        throw new UnsupportedOperationException("port " + port);
    }

    /**
     * Reads the kernel's notices about devices; costs a system call.
     *
     * @return whether some {@link #refusal} may have changed
     */
    public boolean poll() {
        throw new UnsupportedOperationException();
    }

    /**
     * Fills a fresh slot: minimum and AckPSNs invalid, nobody absent. The kernel does not use it yet. May
     * wait some 20 ms for the kernel to let go of old slots, or for a new set of ports.
     *
     * @param group to serve
     * @param highestPsn highest PSN seen of the source
     * @param lastPsn PSN of the last frame seen
     * @return the slot, or -1 when there is none left
     * @throws SysException when the kernel refuses
     */
    public int install(final FastGroup group, final int highestPsn, final int lastPsn)
            throws SysException {
        throw new UnsupportedOperationException(group + " " + highestPsn + lastPsn);
    }

    /**
     * From now on the kernel replicates by this slot, and by no other of the same group's any more.
     *
     * @param slot from {@link #install}
     * @throws SysException when the kernel refuses
     */
    public void publish(final int slot) throws SysException {
        throw new UnsupportedOperationException("slot " + slot);
    }

    /**
     * From now on frames go to Java, unless another slot of the group has been published. Words of the slot
     * stay readable until the next {@link #install}.
     *
     * @param slot from {@link #install}
     * @throws SysException when the kernel refuses
     */
    public void withdraw(final int slot) throws SysException {
        throw new UnsupportedOperationException("slot " + slot);
    }

    /** Sets the group's minimum AckPSN: frames at or before it go to Java. */
    public void minimum(final int slot, final int psn, final boolean valid) {
        throw new UnsupportedOperationException("slot " + slot + psn + valid);
    }

    /** Sets a path's AckPSN: retransmissions at or before it are not copied there. */
    public void ackPsn(final int slot, final int port, final int psn, final boolean valid) {
        throw new UnsupportedOperationException("slot " + slot + port + psn + valid);
    }

    /** Stops copies to an evicted member, or lets them go again. */
    public void absent(final int slot, final int port, final boolean absent) {
        throw new UnsupportedOperationException("slot " + slot + port + absent);
    }

    /** Highest PSN, bits 0 to 23, valid bit 24; candidate, bits 32 to 55, valid bit 56. */
    public long flow(final int slot) {
        throw new UnsupportedOperationException("slot " + slot);
    }

    /** PSN of the last frame taken. */
    public int lastPsn(final int slot) {
        throw new UnsupportedOperationException("slot " + slot);
    }

    /** Frames taken whose PSN did not come after the last one's; modulo 2^32. */
    public int stepsBack(final int slot) {
        throw new UnsupportedOperationException("slot " + slot);
    }

    /** PSN of the latest of them; written before the counter. */
    public int stepBackPsn(final int slot) {
        throw new UnsupportedOperationException("slot " + slot);
    }

    /** Frames taken. */
    public long frames(final int slot) {
        throw new UnsupportedOperationException("slot " + slot);
    }

    /** Bytes of them. */
    public long bytes(final int slot) {
        throw new UnsupportedOperationException("slot " + slot);
    }

    /** Copies handed to the port's device. */
    public long copies(final int slot, final int port) {
        throw new UnsupportedOperationException("slot " + slot + port);
    }

    /** Copies not sent because the path had acknowledged them; modulo 2^32. */
    public long filtered(final int slot, final int port) {
        throw new UnsupportedOperationException("slot " + slot + port);
    }

    /** How frames ended, over all cores and ports; indices are the ordinals of {@link FastPathCounter}. */
    public long[] dispositions() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
