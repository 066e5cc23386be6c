package io.polycast.xdp.afxdp.program;

import io.polycast.xdp.bpf.BpfAssembler;
import io.polycast.xdp.bpf.BpfMap;
import io.polycast.xdp.sys.SysException;

/**
 * A switch's program part, for one port's program.
 *
 * @param part of the switch
 * @param port of the switch, in [0, 64)
 */
public record PortPart(ProgramPart part, int port) {
    /**
     * @param part of the switch, or null
     * @param port of the switch
     * @return the port's, or null when the switch has none
     */
    public static PortPart of(final ProgramPart part, final int port) {
        return part == null ? null : new PortPart(part, port);
    }

    /** Instructions as {@link ProgramPart#write} has them. */
    void write(final BpfAssembler code, final long guardedNs) {
        part.write(code, port, guardedNs);
    }

    /** A map of one device, with the program that the device must carry in every map. */
    static BpfMap deviceMap(final PortPart part, final int ifindex, final String name)
            throws SysException {
        final BpfMap map =
                new BpfMap(
                        BpfMap.Type.DEVMAP,
                        4,
                        part == null ? 4 : ProgramPart.DEVICE_LENGTH,
                        1,
                        name);
        try {
            if (part == null) {
                map.update(0, ifindex);
            } else {
                part.part.putDevice(map, 0, ifindex);
            }
            return map;
        } catch (final SysException ex) {
            map.close();
            throw ex;
        }
    }
}
