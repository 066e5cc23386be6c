package io.polycast.dataplane.schema.types;

import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Durations;
import io.polycast.dataplane.config.Sizes;
import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.dataplane.yaml.Nodes;
import io.polycast.dataplane.yaml.ScalarType;
import io.polycast.mft.spec.McstPrefix;
import java.net.InetSocketAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** The types of the schema that need more than a range. */
public final class Types {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,31}");
    // The kernel's own rule for names of links.
    private static final Pattern DEVICE = Pattern.compile("[^/\\s:]{1,15}");
    private static final long GROUP_BIT_OF_MAC = 1L << 40;
    private static final int PREFIX6_BYTES = 12;

    private Types() {}

    public static final ScalarType<String> NAME_TEXT =
            new ScalarType<>("name", "1 to 32 letters, digits, dots, hyphens or underscores") {
                @Override
                public String parse(final ScalarNode scalar) throws BadValueException {
                    return matching(NAME, scalar.getValue(), "a name");
                }
            };

    public static final ScalarType<String> DEVICE_TEXT =
            new ScalarType<>("device", "the name of a network link, at most 15 bytes") {
                @Override
                public String parse(final ScalarNode scalar) throws BadValueException {
                    return matching(DEVICE, scalar.getValue(), "a link's name");
                }
            };

    public static final ScalarType<Path> FILE_PATH =
            new ScalarType<>("path", "a path of a file") {
                @Override
                public Path parse(final ScalarNode scalar) throws BadValueException {
                    final String text = scalar.getValue();
                    if (text.isBlank()) {
                        throw new BadValueException("the path is empty");
                    }
                    try {
                        return Path.of(text);
                    } catch (final InvalidPathException e) {
                        throw new BadValueException(
                                "'" + Nodes.shortened(text) + "' is not a path");
                    }
                }
            };

    public static final ScalarType<Long> MAC =
            new ScalarType<>(
                    "MAC", "a unicast MAC address in quotes, such as \"02:00:00:00:00:fe\"") {
                @Override
                public Long parse(final ScalarNode scalar) throws BadValueException {
                    final long mac = Addresses.parseMac(scalar.getValue());
                    if (mac == 0 || (mac & GROUP_BIT_OF_MAC) != 0) {
                        throw new BadValueException(
                                scalar.getValue() + " is not a unicast MAC address");
                    }
                    return mac;
                }
            };

    public static final ScalarType<byte[]> HOST_IP =
            new ScalarType<>("IP", "a unicast IPv4 or IPv6 address") {
                @Override
                public byte[] parse(final ScalarNode scalar) throws BadValueException {
                    final byte[] ip = Addresses.parseIp(scalar.getValue());
                    final boolean refused =
                            ip.length == PREFIX6_BYTES + 4
                                    ? ip[0] == (byte) 0xFF || isZero(ip, 0, ip.length - 1)
                                    : isRefusedQuad(Addresses.quad(ip));
                    if (refused) {
                        throw new BadValueException(
                                scalar.getValue() + " cannot be the address of a host");
                    }
                    return ip;
                }
            };

    public static final ScalarType<Integer> GROUP_ID =
            new ScalarType<>(
                    "McstID", "a dotted quad such as 10.255.0.1, not of 0/8, 127/8 or 224/4") {
                @Override
                public Integer parse(final ScalarNode scalar) throws BadValueException {
                    final byte[] ip = Addresses.parseIp(scalar.getValue());
                    if (ip.length != 4) {
                        throw new BadValueException(
                                scalar.getValue() + " is an IPv6 address",
                                "write the McstID as a dotted quad; switch.mcstPrefix6 makes it an"
                                        + " IPv6 address");
                    }
                    final int id = Addresses.quad(ip);
                    if (isRefusedQuad(id)) {
                        throw new BadValueException(
                                scalar.getValue()
                                        + " cannot be a McstID: receivers drop RoCE packets from"
                                        + " such a source",
                                "take an unused unicast address, such as 10.255.0.1");
                    }
                    return id;
                }
            };

    public static final ScalarType<McstPrefix> PREFIX =
            new ScalarType<>("IPv4 prefix", "8 to 30 bits, such as 10.255.0.0/16") {
                @Override
                public McstPrefix parse(final ScalarNode scalar) throws BadValueException {
                    final String text = scalar.getValue();
                    final int slash = text.indexOf('/');
                    final int length = slash < 0 ? -1 : bits(text.substring(slash + 1));
                    if (length < McstPrefix.SHORTEST || length > McstPrefix.LONGEST) {
                        throw new BadValueException(
                                "'" + Nodes.shortened(text) + "' is not a prefix of 8 to 30 bits");
                    }
                    final byte[] ip = Addresses.parseIp(text.substring(0, slash));
                    final int address = ip.length == 4 ? Addresses.quad(ip) : 0;
                    if (isRefusedQuad(address)) {
                        throw new BadValueException(
                                "'" + text + "' cannot hold McstIDs",
                                "take an unused unicast prefix, such as 10.255.0.0/16");
                    }
                    final int network = McstPrefix.networkOf(address, length);
                    if (network != address) {
                        throw new BadValueException(
                                "'" + text + "' has bits behind the prefix",
                                "write " + new McstPrefix(network, length));
                    }
                    return new McstPrefix(network, length);
                }
            };

    /** A prefix of hosts: an address, and the bits of it that count. */
    public record HostPrefix(byte[] ip, int length) {}

    public static final ScalarType<HostPrefix> HOST_PREFIX =
            new ScalarType<>("prefix", "an IPv4 or IPv6 prefix, such as 10.0.1.0/24") {
                @Override
                public HostPrefix parse(final ScalarNode scalar) throws BadValueException {
                    final String text = scalar.getValue();
                    final int slash = text.indexOf('/');
                    if (slash < 0 || !text.substring(slash + 1).matches("\\d{1,3}")) {
                        throw new BadValueException(
                                "'" + Nodes.shortened(text) + "' has no length",
                                "write ADDRESS/BITS, such as 10.0.1.0/24, or /32 for one host");
                    }
                    final byte[] ip = Addresses.parseIp(text.substring(0, slash));
                    final int length = Integer.parseInt(text.substring(slash + 1));
                    if (length > Byte.SIZE * ip.length) {
                        throw new BadValueException(
                                "'" + text + "' has more than " + Byte.SIZE * ip.length + " bits");
                    }
                    for (int bit = length; bit < Byte.SIZE * ip.length; bit++) {
                        if ((ip[bit >> 3] >> 7 - (bit & 7) & 1) != 0) {
                            throw new BadValueException(
                                    "'" + text + "' has bits behind the prefix",
                                    "set them to 0, or write a longer prefix");
                        }
                    }
                    return new HostPrefix(ip, length);
                }
            };

    private static int bits(final String text) {
        return text.matches("\\d{1,2}") ? Integer.parseInt(text) : -1;
    }

    public static final ScalarType<byte[]> PREFIX6 =
            new ScalarType<>("IPv6 prefix", "96 bits, such as \"fd00:6d63::/96\"") {
                @Override
                public byte[] parse(final ScalarNode scalar) throws BadValueException {
                    final String text = scalar.getValue();
                    final int slash = text.indexOf('/');
                    if (slash >= 0 && !"/96".equals(text.substring(slash))) {
                        throw new BadValueException(
                                "'" + Nodes.shortened(text) + "' is not a prefix of 96 bits");
                    }
                    final byte[] ip =
                            Addresses.parseIp(slash < 0 ? text : text.substring(0, slash));
                    if (ip.length == 4 || !isZero(ip, PREFIX6_BYTES, ip.length)) {
                        throw new BadValueException(
                                "'" + Nodes.shortened(text) + "' is not a prefix of 96 bits");
                    }
                    if (ip[0] == (byte) 0xFF || isZero(ip, 0, PREFIX6_BYTES)) {
                        throw new BadValueException(
                                "'" + text + "' is not a unicast prefix",
                                "take an unused unique local one, such as \"fd00:6d63::/96\"");
                    }
                    return Arrays.copyOf(ip, PREFIX6_BYTES);
                }
            };

    public static final ScalarType<InetSocketAddress> ENDPOINT =
            new ScalarType<>("IP:PORT", "such as \"127.0.0.1:22001\"") {
                @Override
                public InetSocketAddress parse(final ScalarNode scalar) throws BadValueException {
                    return Addresses.parseEndpoint(scalar.getValue());
                }
            };

    public static ScalarType<Long> duration(final long leastNs, final long mostNs) {
        return new ScalarType<>(
                "duration", Durations.format(leastNs) + " to " + Durations.format(mostNs)) {
            @Override
            public String show(final Long value) {
                return Durations.format(value);
            }

            @Override
            public boolean takesTextOnly() {
                return false;
            }

            @Override
            public Long parse(final ScalarNode scalar) throws BadValueException {
                final long ns = Durations.parseNs(scalar.getValue());
                if (ns < leastNs || ns > mostNs) {
                    throw new BadValueException(scalar.getValue() + " is out of range");
                }
                return ns;
            }
        };
    }

    public static ScalarType<Long> size(final long least, final long most) {
        return new ScalarType<>("size", Sizes.format(least) + " to " + Sizes.format(most)) {
            @Override
            public String show(final Long value) {
                return Sizes.format(value);
            }

            @Override
            public boolean takesTextOnly() {
                return false;
            }

            @Override
            public Long parse(final ScalarNode scalar) throws BadValueException {
                final long bytes = Sizes.parseBytes(scalar.getValue());
                if (bytes < least || bytes > most) {
                    throw new BadValueException(scalar.getValue() + " is out of range");
                }
                return bytes;
            }
        };
    }

    /** 0/8, 127/8, 224/4 and the broadcast address: hosts drop packets from them. */
    private static boolean isRefusedQuad(final int quad) {
        final int first = quad >>> 24;
        return first == 0 || first == 127 || quad >>> 28 == 0xE || quad == 0xFFFF_FFFF;
    }

    private static boolean isZero(final byte[] bytes, final int from, final int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private static String matching(final Pattern pattern, final String text, final String what)
            throws BadValueException {
        if (!pattern.matcher(text).matches()) {
            throw new BadValueException("'" + Nodes.shortened(text) + "' is not " + what);
        }
        return text;
    }
}
