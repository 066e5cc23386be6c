package io.polycast.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polycast.dataplane.yaml.BadValueException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {
    @Property
    void shouldReadBackMacs(@ForAll @LongRange(min = 0, max = (1L << 48) - 1) final long mac)
            throws BadValueException {
        assertEquals(mac, Addresses.parseMac(Addresses.formatMac(mac)));
    }

    @Property
    void shouldReadBackIpv4(@ForAll @Size(4) final byte[] ip) throws BadValueException {
        assertArrayEquals(ip, Addresses.parseIp(Addresses.formatIp(ip)));
        assertEquals(Addresses.formatIp(ip), Addresses.formatQuad(Addresses.quad(ip)));
    }

    @Property
    void shouldReadBackIpv6(@ForAll @Size(16) final byte[] ip) throws BadValueException {
        assertArrayEquals(ip, Addresses.parseIp(Addresses.formatIp(ip)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "10.0.0",
                "10.0.0.256",
                "::ffff:10.0.0.1",
                ":::",
                "1:2",
                "fe80::1%eth0",
                "10.0.0.1 ",
                "0x0a.0.0.1"
            })
    void shouldRefuseWhatIsNoIpWithoutAskingNameService(final String text) {
        assertThrows(BadValueException.class, () -> Addresses.parseIp(text));
    }

    @Test
    void shouldReadEndpointsOfBothFamilies() throws BadValueException {
        assertEquals("/127.0.0.1:22001", Addresses.parseEndpoint("127.0.0.1:22001").toString());
        assertEquals(16, Addresses.parseEndpoint("[::1]:80").getAddress().getAddress().length);
        assertThrows(BadValueException.class, () -> Addresses.parseEndpoint("127.0.0.1:0"));
        assertThrows(BadValueException.class, () -> Addresses.parseEndpoint("host:80"));
    }
}
