package io.polycast.xdp.bpf;

/** Registers of the eBPF machine; the ordinal is the encoding. */
public enum Reg {
    /** Result of calls and of the program. */
    R0,
    /** First argument; the context when a program starts. Lost in calls. */
    R1,
    /** Second argument. Lost in calls. */
    R2,
    /** Third argument. Lost in calls. */
    R3,
    /** Fourth argument. Lost in calls. */
    R4,
    /** Fifth argument. Lost in calls. */
    R5,
    /** Kept over calls. */
    R6,
    /** Kept over calls. */
    R7,
    /** Kept over calls. */
    R8,
    /** Kept over calls. */
    R9,
    /** Frame pointer, read only: the stack is the 512 bytes below. */
    R10
}
