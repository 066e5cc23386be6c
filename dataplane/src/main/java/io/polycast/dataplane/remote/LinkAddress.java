package io.polycast.dataplane.remote;

import io.polycast.parser.mrp.MrpAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.agrona.concurrent.UnsafeBuffer;

/** Addresses as text. Names of hosts are refused: no address is looked up. */
public final class LinkAddress {
    private LinkAddress() {}

    /**
     * @param text dotted quad or IPv6 address
     * @return the address
     * @throws LinkException when the text is no literal address
     */
    public static MrpAddress parse(final String text) throws LinkException {
        final boolean literal =
                text.indexOf(':') >= 0
                        ? text.matches("[0-9A-Fa-f:.]+")
                        : text.matches("\\d{1,3}(\\.\\d{1,3}){3}");
        if (!literal) {
            throw new LinkException(
                    "\"" + text + "\" is no IP address: write 10.0.0.1 or 2001:db8::1");
        }
        try {
            final byte[] bytes = InetAddress.getByName(text).getAddress();
            return MrpAddress.load(new UnsafeBuffer(bytes), 0, bytes.length == 16);
        } catch (final UnknownHostException wrong) {
            throw new LinkException("\"" + text + "\" is no IP address");
        }
    }
}
