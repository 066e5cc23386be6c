package io.polycast.endhost.settings;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

/** Each setting takes its first and its last value, and refuses the ones beyond by name. */
class QpSettingsTest {
    private static QpSettingsBuilder settings() {
        return new QpSettingsBuilder().local(1, "10.0.0.1", 17).remote(2, "10.0.0.2", 34);
    }

    private static void check(
            final String name,
            final int least,
            final int most,
            final ObjIntConsumer<QpSettingsBuilder> setter) {
        for (final int value : new int[] {least, most}) {
            assertDoesNotThrow(() -> with(setter, value), name + "=" + value);
        }
        refuse(name, least - 1, setter);
        refuse(name, most + 1, setter);
    }

    private static void refuse(
            final String name, final int value, final ObjIntConsumer<QpSettingsBuilder> setter) {
        final String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> with(setter, value),
                                name + "=" + value)
                        .getMessage();
        assertTrue(message.startsWith(name + "=" + value), message);
    }

    private static QpSettings with(
            final ObjIntConsumer<QpSettingsBuilder> setter, final int value) {
        final QpSettingsBuilder settings = settings();
        setter.accept(settings, value);
        return settings.build();
    }

    @Test
    void shouldKeepFieldsOfHeadersInRange() {
        check("vlanTci", -1, 0xFFFF, QpSettingsBuilder::vlanTci);
        check("trafficClass", 0, 0xFF, QpSettingsBuilder::trafficClass);
        check("cnpTrafficClass", 0, 0xFF, QpSettingsBuilder::cnpTrafficClass);
        check("hopLimit", 1, 0xFF, QpSettingsBuilder::hopLimit);
        refuse("udpSourcePort", 0x1_0000, QpSettingsBuilder::udpSourcePort);
        check("pKey", 0, 0xFFFF, QpSettingsBuilder::pKey);
        check("sqPsn", 0, 0xFF_FFFF, QpSettingsBuilder::sqPsn);
        check("rqPsn", 0, 0xFF_FFFF, QpSettingsBuilder::rqPsn);
    }

    @Test
    void shouldKeepTimersAndCountsInRange() {
        check("timeout", 0, 31, QpSettingsBuilder::timeout);
        check("retryCount", 0, 7, QpSettingsBuilder::retryCount);
        check("rnrRetryCount", 0, 7, QpSettingsBuilder::rnrRetryCount);
        check("rnrTimerCode", 0, 31, QpSettingsBuilder::rnrTimerCode);
        check("ackEvery", 0, 1 << 22, QpSettingsBuilder::ackEvery);
        check("tooLongSyndrome", 0x61, 0x63, QpSettingsBuilder::tooLongSyndrome);
        check("sendQueueDepth", 1, 1 << 20, QpSettingsBuilder::sendQueueDepth);
        check("receiveQueueDepth", 1, 1 << 20, QpSettingsBuilder::receiveQueueDepth);
        check("outOfOrder", 0, 32, QpSettingsBuilder::outOfOrder);
        refuse("nakRepeatNs", -1, QpSettingsBuilder::nakRepeatNs);
        refuse("cnpGapNs", -1, QpSettingsBuilder::cnpGapNs);
    }

    @Test
    void shouldRequestAnAckInEachWindow() {
        check("window", 1, 1 << 22, (settings, value) -> settings.window(value).ackRequestEvery(1));
        check(
                "ackRequestEvery",
                1,
                8,
                (settings, value) -> settings.window(8).ackRequestEvery(value));
    }

    @Test
    void shouldTakeThePathMtusOfInfiniBand() {
        for (final int mtu : Arrays.asList(256, 512, 1024, 2048, 4096)) {
            assertDoesNotThrow(() -> settings().pathMtu(mtu).build());
        }
        for (final int mtu : Arrays.asList(0, 128, 255, 768, 8192)) {
            refuse("pathMtu", mtu, QpSettingsBuilder::pathMtu);
        }
    }
}
