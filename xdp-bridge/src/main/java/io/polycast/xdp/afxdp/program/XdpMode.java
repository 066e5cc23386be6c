package io.polycast.xdp.afxdp.program;

/** How an XDP program is attached. */
public enum XdpMode {
    /** In the driver, else in generic mode. */
    AUTO,
    /** In the driver. */
    NATIVE,
    /** On socket buffers: any device, slower. */
    GENERIC
}
