package io.polycast.xdp.bpf;

/** Conditions of jumps (BPF_OP of class JMP); comparisons are unsigned unless they say signed. */
public enum Jump {
    /** dst == src. */
    EQUAL(0x10),
    /** dst &gt; src. */
    GREATER(0x20),
    /** dst &gt;= src. */
    NOT_LESS(0x30),
    /** dst &amp; src. */
    ANY_BIT(0x40),
    /** dst != src. */
    NOT_EQUAL(0x50),
    /** dst &gt; src, signed. */
    SIGNED_GREATER(0x60),
    /** dst &gt;= src, signed. */
    SIGNED_NOT_LESS(0x70),
    /** dst &lt; src. */
    LESS(0xa0),
    /** dst &lt;= src. */
    NOT_GREATER(0xb0),
    /** dst &lt; src, signed. */
    SIGNED_LESS(0xc0),
    /** dst &lt;= src, signed. */
    SIGNED_NOT_GREATER(0xd0);

    final int code;

    Jump(final int code) {
        this.code = code;
    }
}
