package io.polycast.xdp.sys;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Asks the kernel about a network device of the calling thread's network namespace, by ioctl: sysfs
 * shows the namespace that it was mounted in.
 */
public final class NetDevice {
    private static final int SIOCGIFFLAGS = 0x8913;
    private static final int SIOCGIFMTU = 0x8921;
    private static final int SIOCETHTOOL = 0x8946;
    private static final int ETHTOOL_GDRVINFO = 0x3;
    private static final int ETHTOOL_GPAUSEPARAM = 0x12;
    private static final int ETHTOOL_GTXCSUM = 0x16;
    private static final int ETHTOOL_GTSO = 0x1e;
    private static final int ETHTOOL_GFLAGS = 0x25;
    private static final int ETHTOOL_GGRO = 0x2b;
    private static final int ETHTOOL_GCHANNELS = 0x3c;
    private static final int ETHTOOL_GLINKSETTINGS = 0x4c;

    /**
     * Struct ethtool_link_settings without its masks: cmd, speed u32 @4, ..., words of a mask i8
     * @15.
     */
    private static final int LINK_SETTINGS = 48;

    private static final int MASK_WORDS = 15;
    private static final int MOST_MASK_WORDS = 127;
    private static final int ETH_FLAG_TXVLAN = 1 << 7;
    private static final int IFF_UP = 1;
    private static final int IFNAMSIZ = 16;

    /** struct ifreq: ifr_name, then a union whose first member matters here. */
    private static final int IFR_UNION = IFNAMSIZ;

    private static final int IFREQ_LENGTH = 40;

    private final String name;

    /**
     * @param name of the device, which need not exist
     */
    public NetDevice(final String name) {
        this.name = name;
    }

    /**
     * @return name of the device
     */
    public String name() {
        return name;
    }

    /**
     * @return its index, or 0 when there is no such device
     */
    public int index() {
        final UnsafeBuffer text = Sys.cString(name);
        final int index = Sys.libc().if_nametoindex(text.addressOffset());
        java.lang.ref.Reference.reachabilityFence(text);
        return index;
    }

    /**
     * @return the device's MTU in bytes
     */
    public OptionalInt mtu() {
        return ioctlInt(SIOCGIFMTU);
    }

    /**
     * @return whether the device is administratively up
     */
    public boolean isUp() {
        return (ioctlInt(SIOCGIFFLAGS).orElse(0) & IFF_UP) != 0;
    }

    /**
     * @return name of its driver, or ""
     */
    public String driver() {
        final UnsafeBuffer info = Sys.allocate(196); // struct ethtool_drvinfo: cmd, driver[32], ...
        if (!ethtool(ETHTOOL_GDRVINFO, info)) {
            return "";
        }
        int length = 0;
        while (length < 32 && info.getByte(4 + length) != 0) {
            length++;
        }
        return info.getStringWithoutLengthAscii(4, length);
    }

    /**
     * @return speed of the link in Mb/s; empty when the driver does not tell, as without carrier
     */
    public OptionalInt speedMbps() {
        final UnsafeBuffer link = Sys.allocate(LINK_SETTINGS + 3 * 4 * MOST_MASK_WORDS);
        // The first answer tells the length of the masks, as a negative number, and nothing else.
        if (!ethtool(ETHTOOL_GLINKSETTINGS, link) || link.getByte(MASK_WORDS) >= 0) {
            return OptionalInt.empty();
        }
        link.putByte(MASK_WORDS, (byte) -link.getByte(MASK_WORDS));
        final int speed = ethtool(ETHTOOL_GLINKSETTINGS, link) ? link.getInt(4) : -1;
        return speed <= 0 ? OptionalInt.empty() : OptionalInt.of(speed);
    }

    /**
     * @return receive queues in use; 1 when the driver does not tell
     */
    public int rxQueues() {
        return channels(20, 32);
    }

    /**
     * @return receive queues that the driver can have in use; 1 when it does not tell
     */
    public int mostRxQueues() {
        return channels(4, 16);
    }

    /**
     * @return transmit queues in use; 1 when the driver does not tell
     */
    public int txQueues() {
        return channels(24, 32);
    }

    /**
     * @param queues wanted each way, in digits or as a letter that stands for them
     * @return command that makes them so many
     */
    public String queuesCommand(final String queues) {
        return queuesCommand(name, "veth".equals(driver()), queues);
    }

    /**
     * @param name of a device
     * @param veth whether it is one end of a veth pair, which has no combined queues
     * @param queues wanted each way
     * @return command that makes them so many
     */
    public static String queuesCommand(final String name, final boolean veth, final String queues) {
        return "ethtool -L "
                + name
                + (veth ? " rx " + queues + " tx " + queues : " combined " + queues);
    }

    private int channels(final int oneWay, final int combined) {
        // struct ethtool_channels: cmd, max_rx @4, max_tx, max_other, max_combined @16,
        // rx_count @20, tx_count @24, other_count, combined_count @32
        final UnsafeBuffer channels = Sys.allocate(36);
        return ethtool(ETHTOOL_GCHANNELS, channels)
                ? Math.max(1, channels.getInt(oneWay) + channels.getInt(combined))
                : 1;
    }

    /**
     * @return whether it leaves transport checksums to "hardware"; false when it does not tell
     */
    public boolean offloadsTxChecksum() {
        return (ethtoolInt(ETHTOOL_GTXCSUM) & 1) != 0;
    }

    /**
     * @return whether it sends TCP in frames larger than its MTU
     */
    public boolean offloadsTcpSegmentation() {
        return (ethtoolInt(ETHTOOL_GTSO) & 1) != 0;
    }

    /**
     * @return whether it merges received TCP segments
     */
    public boolean mergesReceived() {
        return (ethtoolInt(ETHTOOL_GGRO) & 1) != 0;
    }

    /**
     * @return whether it carries VLAN tags beside the frame when sending
     */
    public boolean offloadsTxVlan() {
        return (ethtoolInt(ETHTOOL_GFLAGS) & ETH_FLAG_TXVLAN) != 0;
    }

    /**
     * Flow control of a link (IEEE 802.3, annex 31B), as {@code ethtool -a} shows it.
     *
     * @param negotiated whether the two ends of the link decide
     * @param obeys whether the device stops when it receives PAUSE
     * @param sends whether the device sends PAUSE when its buffers are full
     */
    public record Pause(boolean negotiated, boolean obeys, boolean sends) {}

    /**
     * @return what the device does with PAUSE; empty when the driver does not tell, as veth's
     */
    public Optional<Pause> pause() {
        // struct ethtool_pauseparam: cmd, autoneg u32 @4, rx_pause @8, tx_pause @12
        final UnsafeBuffer pause = Sys.allocate(16);
        return ethtool(ETHTOOL_GPAUSEPARAM, pause)
                ? Optional.of(
                        new Pause(
                                pause.getInt(4) != 0, pause.getInt(8) != 0, pause.getInt(12) != 0))
                : Optional.empty();
    }

    private int ethtoolInt(final int command) {
        final UnsafeBuffer value = Sys.allocate(8); // struct ethtool_value: cmd, data
        return ethtool(command, value) ? value.getInt(4) : 0;
    }

    private boolean ethtool(final int command, final UnsafeBuffer argument) {
        argument.putInt(0, command);
        final UnsafeBuffer request = request();
        request.putLong(IFR_UNION, argument.addressOffset());
        final boolean done = ioctl(SIOCETHTOOL, request);
        java.lang.ref.Reference.reachabilityFence(argument);
        return done;
    }

    private OptionalInt ioctlInt(final int command) {
        final UnsafeBuffer request = request();
        if (!ioctl(command, request)) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(
                command == SIOCGIFFLAGS ? request.getShort(IFR_UNION) : request.getInt(IFR_UNION));
    }

    private UnsafeBuffer request() {
        final UnsafeBuffer request = Sys.allocate(IFREQ_LENGTH);
        final byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        request.putBytes(0, bytes, 0, Math.min(bytes.length, IFNAMSIZ - 1));
        return request;
    }

    private static boolean ioctl(final int command, final UnsafeBuffer request) {
        final int fd = Sys.libc().socket(Sys.AF_INET, Sys.SOCK_DGRAM | Sys.SOCK_CLOEXEC, 0);
        if (fd < 0) {
            return false;
        }
        try {
            return Sys.ioctl(fd, command, request) == 0;
        } finally {
            Sys.libc().close(fd);
        }
    }
}
