package io.polycast.voq;

import io.polycast.cache.PacketCache;

/**
 * Constants of the server-rack fabric, Table 1. A KB of the table is 4 units of 256 bytes (740 units
 * are its 185 KB, section 4.1). Times are in picoseconds. A constant that the paper leaves open says
 * so.
 */
public final class FabricDefaults {
    /** Bytes of a unit: a buffer of the payload pools, a packet of the fabric. */
    public static final int UNIT_BYTES = PacketCache.LINE_BYTES;

    /** Units in a KB of Table 1. */
    public static final int UNITS_PER_KB = 1024 / UNIT_BYTES;

    /** Ingress terminal: units that all lossy lanes share (Tth). */
    public static final int TERMINAL_SHARED = 185 * UNITS_PER_KB;

    /** Ingress terminal: units of each lossless lane. */
    public static final int TERMINAL_PRIVATE = 227 * UNITS_PER_KB;

    /** Ingress surrogate: units that all lossy lanes share. */
    public static final int SURROGATE_SHARED = 84 * UNITS_PER_KB;

    /** Ingress surrogate: units of each lossless lane. */
    public static final int SURROGATE_PRIVATE = 32 * UNITS_PER_KB;

    /** Egress terminal: units of each lane. */
    public static final int TERMINAL_EGRESS = 140 * UNITS_PER_KB;

    /** Egress surrogate: units of each lane. */
    public static final int SURROGATE_EGRESS = 100 * UNITS_PER_KB;

    /** Ingress terminal, lossless: units from which on the port stops its sender (Qhi). */
    public static final int STOP = 160 * UNITS_PER_KB;

    /** Ingress terminal, lossless: units down to which the sender waits (Qlow). */
    public static final int GO = 90 * UNITS_PER_KB;

    /** Ingress surrogate, lossless: STOP. Not in the paper: one frame of 9,022 bytes still fits. */
    public static final int SURROGATE_STOP = SURROGATE_PRIVATE - 36;

    /** Ingress surrogate, lossless: GO. Not in the paper: the ratio of the terminal's marks. */
    public static final int SURROGATE_GO = SURROGATE_STOP * GO / STOP;

    /** Terminal, lossy: backlog of a VOQ in units from which on it drops (Vth). */
    public static final int TERMINAL_VOQ_DROP = 60 * UNITS_PER_KB;

    /** Surrogate, lossy: backlog of a VOQ in units from which on it drops (Vth). */
    public static final int SURROGATE_VOQ_DROP = 50 * UNITS_PER_KB;

    /** Header pool of a lossy lane: from here on every copy is dropped (Hhi). */
    public static final int HEADERS_HIGH = 500;

    /** Header pool of a lossy lane: below, no copy is dropped (Hlow). */
    public static final int HEADERS_LOW = 470;

    /** Chance in percent that a copy is dropped between the two marks (section 4.1, p). */
    public static final int EARLY_DROP_PERCENT = 50;

    /** Header pool of a lossless lane. */
    public static final int HEADERS_LOSSLESS = 291;

    /** Copies of a frame at one port, at most (section 2.2). */
    public static final int COPIES = 8;

    /** Entries of the synchronisation (section 3.1). */
    public static final int SYNC_ENTRIES = 24;

    /** Packets ahead beyond which a VOQ is suspended. Section 3.1 has 18 as well. */
    public static final int SYNC_BLOCK = 18;

    /** Packets ahead down to which a VOQ stays suspended. The figures of section 3.1 use 10. */
    public static final int SYNC_RESUME = 12;

    /** Longest suspension: 3 us. */
    public static final long SYNC_TIMEOUT_PS = 3_000_000;

    /** Units at which a congestion point at an input balances (Qeq). */
    public static final int QCN_INPUT_UNITS = 90 * UNITS_PER_KB;

    /** Units at which a congestion point at an output balances (Qeq). */
    public static final int QCN_OUTPUT_UNITS = 50 * UNITS_PER_KB;

    /** Weight of the queue's change (w). */
    public static final int QCN_WEIGHT = 2;

    /** Bytes between two samples (Is). */
    public static final int QCN_SAMPLE_BYTES = 150 * 1024;

    /** Requests of a VOQ that wait for their grant. Not in the paper. */
    public static final int REQUESTS = 4;

    /** Units of a request. Not in the paper: 55 units pass in the longest round trip. */
    public static final int BATCH = 64;

    /** Share of multicast in percent against unicast. The paper gives the range 1 to 99 only. */
    public static final int MULTICAST_PERCENT = 50;

    /** Frames that one ACK acknowledges. Not in the paper. */
    public static final int ACK_FRAMES = 4;

    /** Longest wait of an ACK for more frames: 100 ns. Not in the paper. */
    public static final long ACK_DELAY_PS = 100_000;

    /** Time until a leg repeats what was not answered: 20 us. Not in the paper. */
    public static final long REPEAT_PS = 20_000_000;

    /** Repetitions without any answer until a leg's frames are given up. Not in the paper. */
    public static final int TRIES = 16;

    private FabricDefaults() {}
}
