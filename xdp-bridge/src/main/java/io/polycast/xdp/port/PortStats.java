package io.polycast.xdp.port;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counters of one port. Each field has one writer, which adds with a release store (no fence). Any
 * thread may read a field and gets a recent value. Fields of the receive side come first; each side
 * is written by its own thread and they lie on different cache lines.
 */
public final class PortStats {
    private static final VarHandle RX_FRAMES = handle("rxFrames");
    private static final VarHandle RX_BYTES = handle("rxBytes");
    private static final VarHandle RX_RING_FULL = handle("rxRingFull");
    private static final VarHandle RX_NO_MEMORY = handle("rxNoMemory");
    private static final VarHandle RX_INVALID = handle("rxInvalid");
    private static final VarHandle RX_FAULT_LOST = handle("rxFaultLost");
    private static final VarHandle RX_FAULT_DUPLICATED = handle("rxFaultDuplicated");
    private static final VarHandle RX_FAULT_CORRUPTED = handle("rxFaultCorrupted");
    private static final VarHandle SILENT_PASSED = handle("silentPassed");
    private static final VarHandle SILENT_GROUP_FRAMES = handle("silentGroupFrames");
    private static final VarHandle SILENT_DROPPED = handle("silentDropped");
    private static final VarHandle XDP_LOST = handle("xdpLost");
    private static final VarHandle TX_FRAMES = handle("txFrames");
    private static final VarHandle TX_BYTES = handle("txBytes");
    private static final VarHandle TX_RING_FULL = handle("txRingFull");
    private static final VarHandle TX_NO_MEMORY = handle("txNoMemory");
    private static final VarHandle TX_TOO_LONG = handle("txTooLong");
    private static final VarHandle TX_ERRORS = handle("txErrors");
    private static final VarHandle TX_FAULT_LOST = handle("txFaultLost");
    private static final VarHandle TX_FAULT_DUPLICATED = handle("txFaultDuplicated");
    private static final VarHandle TX_FAULT_CORRUPTED = handle("txFaultCorrupted");

    /** Frames taken in. */
    public volatile long rxFrames;

    /** Bytes taken in, without FCS. */
    public volatile long rxBytes;

    /** Frames lost because the receive ring was full (kernel's count where there is one). */
    public volatile long rxRingFull;

    /** Frames lost because no chunk was free to receive into. */
    public volatile long rxNoMemory;

    /** Frames that did not fit a chunk, or that the driver found invalid. */
    public volatile long rxInvalid;

    /** Frames that an injected fault took away after they came in. */
    public volatile long rxFaultLost;

    /** Frames that an injected fault made come in twice. */
    public volatile long rxFaultDuplicated;

    /** Frames of which an injected fault flipped a bit after they came in. */
    public volatile long rxFaultCorrupted;

    /** Frames that crossed the wire in the kernel while the switch was silent. */
    public volatile long silentPassed;

    /** Frames for groups that the kernel dropped while the switch was silent. */
    public volatile long silentGroupFrames;

    /** Other frames that the kernel dropped while the switch was silent. */
    public volatile long silentDropped;

    /** Times that somebody else took the port's XDP program off its device. */
    public volatile long xdpLost;

    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14;

    /** Frames let go. */
    public volatile long txFrames;

    /** Bytes let go, without FCS. */
    public volatile long txBytes;

    /** Frames refused because the transmit queue was full. */
    public volatile long txRingFull;

    /** Frames refused because no chunk was free to copy into. */
    public volatile long txNoMemory;

    /** Frames refused because they are longer than the port carries. */
    public volatile long txTooLong;

    /** Frames that the kernel refused. */
    public volatile long txErrors;

    /** Frames that an injected fault took away before they went out. */
    public volatile long txFaultLost;

    /** Frames that an injected fault sent twice. */
    public volatile long txFaultDuplicated;

    /** Frames of which an injected fault flipped a bit before they went out. */
    public volatile long txFaultCorrupted;

    /**
     * @param frames taken in
     * @param bytes of them
     */
    public void addRx(final long frames, final long bytes) {
        add(RX_FRAMES, frames);
        add(RX_BYTES, bytes);
    }

    /**
     * @param frames let go
     * @param bytes of them
     */
    public void addTx(final long frames, final long bytes) {
        add(TX_FRAMES, frames);
        add(TX_BYTES, bytes);
    }

    /**
     * @param frames lost because the receive ring was full
     */
    public void addRxRingFull(final long frames) {
        add(RX_RING_FULL, frames);
    }

    /**
     * @param frames lost because no chunk was free
     */
    public void addRxNoMemory(final long frames) {
        add(RX_NO_MEMORY, frames);
    }

    /**
     * @param frames that did not fit or made no sense
     */
    public void addRxInvalid(final long frames) {
        add(RX_INVALID, frames);
    }

    /**
     * The kernel's own counts, which replace what was here.
     *
     * @param ringFull frames lost because the receive ring was full
     * @param noMemory frames lost because no chunk was free
     * @param invalid frames that did not fit
     */
    public void setRxLosses(final long ringFull, final long noMemory, final long invalid) {
        RX_RING_FULL.setRelease(this, ringFull);
        RX_NO_MEMORY.setRelease(this, noMemory);
        RX_INVALID.setRelease(this, invalid);
    }

    /** Counts a frame refused because the transmit queue was full. */
    public void addTxRingFull() {
        add(TX_RING_FULL, 1);
    }

    /** Counts a frame refused because no chunk was free to copy into. */
    public void addTxNoMemory() {
        add(TX_NO_MEMORY, 1);
    }

    /** Counts a frame refused because it is longer than the port carries. */
    public void addTxTooLong() {
        add(TX_TOO_LONG, 1);
    }

    /**
     * @param frames that the kernel refused
     */
    public void addTxErrors(final long frames) {
        add(TX_ERRORS, frames);
    }

    /**
     * The kernel's own count, which replaces what was here.
     *
     * @param frames that the kernel refused
     */
    public void setTxErrors(final long frames) {
        TX_ERRORS.setRelease(this, frames);
    }

    /**
     * Sets the kernel's counts of frames while the switch was silent.
     *
     * @param passed across the wire
     * @param groupFrames dropped because they were for a group
     * @param dropped for another reason
     */
    public void setSilent(final long passed, final long groupFrames, final long dropped) {
        SILENT_PASSED.setRelease(this, passed);
        SILENT_GROUP_FRAMES.setRelease(this, groupFrames);
        SILENT_DROPPED.setRelease(this, dropped);
    }

    /**
     * Replaces what was here.
     *
     * @param times that another program took the port's XDP program off its device
     */
    public void setXdpLost(final long times) {
        XDP_LOST.setRelease(this, times);
    }

    /** Counts a frame taken away by an injected fault on its way in. */
    public void addRxFaultLost() {
        add(RX_FAULT_LOST, 1);
    }

    /** Counts a frame doubled by an injected fault on its way in. */
    public void addRxFaultDuplicated() {
        add(RX_FAULT_DUPLICATED, 1);
    }

    /** Counts a frame damaged by an injected fault on its way in. */
    public void addRxFaultCorrupted() {
        add(RX_FAULT_CORRUPTED, 1);
    }

    /** Counts a frame taken away by an injected fault on its way out. */
    public void addTxFaultLost() {
        add(TX_FAULT_LOST, 1);
    }

    /** Counts a frame doubled by an injected fault on its way out. */
    public void addTxFaultDuplicated() {
        add(TX_FAULT_DUPLICATED, 1);
    }

    /** Counts a frame damaged by an injected fault on its way out. */
    public void addTxFaultCorrupted() {
        add(TX_FAULT_CORRUPTED, 1);
    }

    private void add(final VarHandle field, final long change) {
        field.setRelease(this, (long) field.getOpaque(this) + change);
    }

    private static VarHandle handle(final String field) {
        try {
            return MethodHandles.lookup().findVarHandle(PortStats.class, field, long.class);
        } catch (final ReflectiveOperationException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }
}
