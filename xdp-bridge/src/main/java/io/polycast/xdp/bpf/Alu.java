package io.polycast.xdp.bpf;

/** Arithmetic (BPF_OP of classes ALU and ALU64). */
public enum Alu {
    /** dst += src. */
    ADD(0x00),
    /** dst -= src. */
    SUB(0x10),
    /** dst *= src. */
    MUL(0x20),
    /** dst /= src, unsigned; 0 when src is 0. */
    DIV(0x30),
    /** dst |= src. */
    OR(0x40),
    /** dst &amp;= src. */
    AND(0x50),
    /** dst &lt;&lt;= src. */
    LSH(0x60),
    /** dst &gt;&gt;= src, unsigned. */
    RSH(0x70),
    /** dst %= src, unsigned. */
    MOD(0x90),
    /** dst ^= src. */
    XOR(0xa0),
    /** dst = src. */
    MOV(0xb0),
    /** dst &gt;&gt;= src, signed. */
    ARSH(0xc0);

    final int code;

    Alu(final int code) {
        this.code = code;
    }
}
