package io.polycast.xdp.bpf;

/** How much a load or store moves (BPF_B, BPF_H, BPF_W, BPF_DW). */
public enum Width {
    /** One byte. */
    BYTE(0x10),
    /** Two bytes. */
    HALF(0x08),
    /** Four bytes. */
    WORD(0x00),
    /** Eight bytes. */
    DOUBLE(0x18);

    final int code;

    Width(final int code) {
        this.code = code;
    }
}
