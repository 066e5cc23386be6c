package io.polycast.xdp.afxdp;

import io.polycast.xdp.sys.DeviceLock;
import io.polycast.xdp.sys.Link;
import io.polycast.xdp.sys.NetDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A network device of the calling thread's namespace.
 *
 * @param name of it
 * @param state whether it is there and up; if not there, the rest is empty
 * @param mtu in bytes
 * @param driver of it
 * @param xdp program attached now
 * @param veth whether it is one end of a veth pair
 * @param peerName of a veth's other end when that is in the same namespace, else ""
 * @param servedBy process of the switch that serves it now, as {@link DeviceLock#owner} has it
 */
public record DeviceFacts(
        String name,
        State state,
        int mtu,
        Driver driver,
        Xdp xdp,
        boolean veth,
        String peerName,
        long servedBy) {
    private static final String VETH = "veth";

    /** Administrative state. */
    public enum State {
        /** The namespace has no such device. */
        MISSING,
        /** Down. */
        DOWN,
        /** Up. */
        UP
    }

    /**
     * A driver, and its work on frames.
     *
     * @param name of it, "" when it does not tell
     * @param rxQueues in use
     * @param txChecksum whether it leaves transport checksums to hardware
     * @param tso whether it sends TCP in frames larger than its MTU
     * @param txVlan whether it carries VLAN tags beside the frame
     * @param gro whether it merges received segments
     */
    public record Driver(
            String name,
            int rxQueues,
            boolean txChecksum,
            boolean tso,
            boolean txVlan,
            boolean gro) {}

    /**
     * An XDP program on a device.
     *
     * @param mode of the program: none, native, generic, hardware or several
     * @param program its id, 0 for none
     * @param features of the driver, bits as {@link Link#xdpFeatures} has them, -1 when the kernel
     *     does not tell
     */
    public record Xdp(String mode, int program, long features) {}

    /** Whether the namespace has it. */
    public boolean exists() {
        return state != State.MISSING;
    }

    /**
     * @param name of a device that the namespace does not have
     * @return its facts
     */
    public static DeviceFacts missing(final String name) {
        return new DeviceFacts(
                name,
                State.MISSING,
                0,
                new Driver("", 0, false, false, false, false),
                new Xdp("none", 0, -1),
                false,
                "",
                DeviceLock.NOBODY);
    }

    /**
     * Asks now.
     *
     * @param name of the device
     * @return facts
     */
    public static DeviceFacts read(final String name) {
        final NetDevice device = new NetDevice(name);
        final int index = device.index();
        final Optional<Link> link = index == 0 ? Optional.empty() : Link.query(index);
        if (link.isEmpty()) {
            return missing(name);
        }
        final Link here = link.get();
        final boolean veth = isVeth(here);
        final String peer = veth ? peer(here) : "";
        return new DeviceFacts(
                name,
                device.isUp() ? State.UP : State.DOWN,
                device.mtu().orElse(0),
                new Driver(
                        device.driver(),
                        device.rxQueues(),
                        device.offloadsTxChecksum(),
                        device.offloadsTcpSegmentation(),
                        device.offloadsTxVlan(),
                        device.mergesReceived()),
                new Xdp(here.xdpMode(), here.xdpProgram(), Link.xdpFeatures(index)),
                veth,
                peer,
                DeviceLock.owner(index));
    }

    private static boolean isVeth(final Link link) {
        return VETH.equals(link.kind());
    }

    private static String peer(final Link veth) {
        return veth.peerIsHere() ? Link.query(veth.peerIndex()).map(Link::name).orElse("") : "";
    }

    /**
     * Asks for no more than a device's other end.
     *
     * @param name of the device
     * @return name of its peer, {@code PEER_OF_}name when that is in another namespace; empty when
     *     the device is no veth, or not to be found
     */
    public static Optional<String> vethPeer(final String name) {
        final int index = new NetDevice(name).index();
        return (index == 0 ? Optional.<Link>empty() : Link.query(index))
                .filter(DeviceFacts::isVeth)
                .map(DeviceFacts::peer)
                .map(peer -> peer.isEmpty() ? "PEER_OF_" + name : peer);
    }

    /**
     * @param queues wanted each way
     * @return command that makes them so many
     */
    public String queuesCommand(final int queues) {
        return NetDevice.queuesCommand(name, veth, String.valueOf(queues));
    }

    /**
     * Work that this device, as the sender at the other end of an XDP port, leaves undone. An XDP
     * program sees the frame before anything finishes it.
     *
     * @return one line each with remedy; empty when all is well
     */
    public List<String> senderWarnings() {
        final List<String> warnings = new ArrayList<>();
        if (driver.txChecksum()) {
            warnings.add(
                    name
                            + " leaves checksums to hardware: TCP and UDP from it cross an XDP port"
                            + " with wrong ones; ethtool -K "
                            + name
                            + " tx off");
        }
        if (driver.tso()) {
            warnings.add(
                    name
                            + " sends TCP segments larger than its MTU, which no XDP port carries;"
                            + " ethtool -K "
                            + name
                            + " tso off gso off");
        }
        if (driver.txVlan()) {
            warnings.add(
                    name
                            + " carries VLAN tags beside the frame, where XDP does not see them;"
                            + " ethtool -K "
                            + name
                            + " txvlan off");
        }
        return warnings;
    }

    /**
     * Warning when an af_xdp port is opened on this device: the offloads of its veth peer.
     *
     * @return one line each with remedy
     */
    public List<String> portWarnings() {
        if (!veth) {
            return List.of();
        }
        if (peerName.isEmpty()) {
            return List.of(
                    "the peer of "
                            + name
                            + " is in another namespace: there, transmit offloads must"
                            + " be off for TCP to cross; ethtool -K PEER tx off txvlan off");
        }
        return read(peerName).senderWarnings();
    }
}
