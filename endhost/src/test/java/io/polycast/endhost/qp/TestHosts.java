package io.polycast.endhost.qp;

import io.polycast.endhost.settings.QpSettingsBuilder;

/** Addresses and settings of two hosts that the tests connect. */
final class TestHosts {
    static final long MAC_A = 0x02_00_00_00_00_0AL;
    static final long MAC_B = 0x02_00_00_00_00_0BL;
    static final String IP_A = "10.0.0.1";
    static final String IP_B = "10.0.0.2";
    static final String IP6_A = "fd00::1";
    static final String IP6_B = "fd00::2";
    static final int QPN_A = 0x11;
    static final int QPN_B = 0x22;

    private TestHosts() {}

    static QpSettingsBuilder a() {
        return new QpSettingsBuilder().local(MAC_A, IP_A, QPN_A).remote(MAC_B, IP_B, QPN_B);
    }

    static QpSettingsBuilder b() {
        return new QpSettingsBuilder().local(MAC_B, IP_B, QPN_B).remote(MAC_A, IP_A, QPN_A);
    }

    static QpSettingsBuilder a6() {
        return new QpSettingsBuilder().local(MAC_A, IP6_A, QPN_A).remote(MAC_B, IP6_B, QPN_B);
    }

    static QpSettingsBuilder b6() {
        return new QpSettingsBuilder().local(MAC_B, IP6_B, QPN_B).remote(MAC_A, IP6_A, QPN_A);
    }
}
