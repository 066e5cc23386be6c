package io.polycast.perf.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
    @Test
    void shouldReadADeviceWithAndWithoutNamespace() {
        assertEquals(new Endpoint("", "eth0"), Endpoint.parse("eth0"));
        assertEquals(new Endpoint("h1", "e0"), Endpoint.parse("h1/e0"));
        assertEquals("h1/e0", Endpoint.parse("h1/e0").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/e0", "h1/", "a/b/c", "../e0", "./e0", "a-name-too-long-0"})
    void shouldRefuseWhatIsNone(final String text) {
        assertThrows(IllegalArgumentException.class, () -> Endpoint.parse(text));
    }
}
