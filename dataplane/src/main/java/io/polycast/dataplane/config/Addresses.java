package io.polycast.dataplane.config;

import io.polycast.dataplane.yaml.BadValueException;
import io.polycast.dataplane.yaml.Nodes;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses as people write them, without ever asking a name service. */
public final class Addresses {
    private static final Pattern MAC =
            Pattern.compile("[0-9a-fA-F]{2}([:-])(?:[0-9a-fA-F]{2}\\1){4}[0-9a-fA-F]{2}");
    private static final Pattern QUAD =
            Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
    private static final Pattern IPV6 = Pattern.compile("(?=.*:.*:)[0-9a-fA-F:.]{2,45}");
    private static final Pattern ENDPOINT = Pattern.compile("\\[?([0-9a-fA-F:.]+?)]?:(\\d{1,5})");
    private static final HexFormat COLONS = HexFormat.ofDelimiter(":");
    private static final int IPV4_BYTES = 4;
    private static final int MAC_BYTES = 6;
    private static final int MOST_OF_A_PORT = 0xFFFF;

    private Addresses() {}

    /**
     * @param text six bytes in hexadecimal, with colons or hyphens
     * @return in the low 48 bits, first byte highest
     * @throws BadValueException when it is no MAC address
     */
    public static long parseMac(final String text) throws BadValueException {
        if (!MAC.matcher(text).matches()) {
            throw new BadValueException("'" + Nodes.shortened(text) + "' is not a MAC address");
        }
        return Long.parseLong(text.replaceAll("[:-]", ""), 16);
    }

    /**
     * @param mac in the low 48 bits
     * @return six bytes in hexadecimal, with colons
     */
    public static String formatMac(final long mac) {
        final byte[] bytes = new byte[MAC_BYTES];
        for (int i = 0; i < MAC_BYTES; i++) {
            bytes[i] = (byte) (mac >> Byte.SIZE * (MAC_BYTES - 1 - i));
        }
        return COLONS.formatHex(bytes);
    }

    /**
     * @param text a dotted quad or an IPv6 address
     * @return 4 or 16 bytes in network order
     * @throws BadValueException when it is no address
     */
    public static byte[] parseIp(final String text) throws BadValueException {
        final Matcher quad = QUAD.matcher(text);
        if (quad.matches()) {
            final byte[] bytes = new byte[IPV4_BYTES];
            for (int i = 0; i < IPV4_BYTES; i++) {
                final int part = Integer.parseInt(quad.group(i + 1));
                if (part > 0xFF) {
                    throw new BadValueException("'" + text + "' is not an IPv4 address");
                }
                bytes[i] = (byte) part;
            }
            return bytes;
        }
        if (IPV6.matcher(text).matches()) {
            try {
                // Only a literal gets here (two colons at least): nothing is looked up.
                final InetAddress address = InetAddress.getByName(text);
                if (address instanceof Inet6Address) {
                    return address.getAddress();
                }
            } catch (final UnknownHostException e) {
                throw new BadValueException("'" + text + "' is not an IPv6 address");
            }
        }
        throw new BadValueException("'" + Nodes.shortened(text) + "' is not an IP address");
    }

    /**
     * @param ip 4 or 16 bytes
     * @return for people
     */
    public static String formatIp(final byte[] ip) {
        try {
            return InetAddress.getByAddress(ip).getHostAddress();
        } catch (final UnknownHostException e) {
            throw new IllegalArgumentException("an IP address has 4 or 16 bytes", e);
        }
    }

    /**
     * @param quad a group's id or IPv4 address, network order read as an int
     * @return dotted quad
     */
    public static String formatQuad(final int quad) {
        return (quad >>> 24)
                + "."
                + (quad >> 16 & 0xFF)
                + "."
                + (quad >> 8 & 0xFF)
                + "."
                + (quad & 0xFF);
    }

    /**
     * @param ip 4 bytes in network order
     * @return read as an int
     */
    public static int quad(final byte[] ip) {
        return ip[0] << 24 | (ip[1] & 0xFF) << 16 | (ip[2] & 0xFF) << 8 | ip[3] & 0xFF;
    }

    /**
     * @param text IP:PORT, IPv6 in brackets
     * @return the address, resolved without a name service
     * @throws BadValueException when it is none
     */
    public static InetSocketAddress parseEndpoint(final String text) throws BadValueException {
        final Matcher matcher = ENDPOINT.matcher(text);
        if (!matcher.matches()) {
            throw new BadValueException("'" + Nodes.shortened(text) + "' is not IP:PORT");
        }
        final int port = Integer.parseInt(matcher.group(2));
        if (port < 1 || port > MOST_OF_A_PORT) {
            throw new BadValueException("port " + port + " is not in 1..65535");
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(parseIp(matcher.group(1))), port);
        } catch (final UnknownHostException e) {
            throw new IllegalStateException("an IP address has 4 or 16 bytes", e);
        }
    }
}
