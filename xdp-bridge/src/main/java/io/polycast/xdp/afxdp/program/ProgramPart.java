package io.polycast.xdp.afxdp.program;

import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.sys.SysException;

/**
 * Part of the program on an AF_XDP port's device: instructions that may end a frame in the kernel
 * before the sockets get it. One part serves all ports of a switch.
 */
public interface ProgramPart {
    /**
     * Bytes of a DEVMAP's value that names a program: struct bpf_devmap_val, ifindex u32 @0,
     * descriptor of the egress program i32 @4.
     */
    int DEVICE_LENGTH = 8;

    /**
     * Writes the part's instructions: context in R6, R7 to R9 free to lose. A frame that they do
     * not end goes on behind them.
     *
     * @param code to write to
     * @param port that the program is for
     * @param guardedNs without a sign of life after which the program does not come here, in ns;
     *     negative when it looks for none
     */
    void write(BpfAssembler code, int port, long guardedNs);

    /**
     * Puts a device into a DEVMAP with the egress program that it must carry in each.
     *
     * @param devices map with values of {@link #DEVICE_LENGTH} bytes
     * @param key of the entry
     * @param ifindex of the device
     * @throws SysException when the kernel refuses
     */
    void putDevice(BpfMap devices, int key, int ifindex) throws SysException;

    /**
     * A port is open.
     *
     * @param port whose program is on its device now
     * @param mode how: native, native (multi-buffer program) or generic
     * @param maxFrameLength bytes that it may send
     */
    void attached(int port, String mode, int maxFrameLength);

    /**
     * A port is closed.
     *
     * @param port whose program is gone
     */
    void detached(int port);
}
