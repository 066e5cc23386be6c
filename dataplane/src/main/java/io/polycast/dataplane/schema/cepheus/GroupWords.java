package io.polycast.dataplane.schema.cepheus;

import io.polycast.dataplane.config.Addresses;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An entry in words, as {@code check} prints it. */
final class GroupWords {
    private GroupWords() {}

    static List<String> of(final GroupSpec group, final List<String> portNames) {
        final List<String> lines = new ArrayList<>();
        lines.add(
                "group "
                        + Addresses.formatQuad(group.mcstId())
                        + ": "
                        + group.paths().size()
                        + " paths, "
                        + (group.initialPsn() < 0
                                ? "unknown until they answer"
                                : "first PSN " + group.initialPsn())
                        + ", fatal NAK "
                        + word(group.fatalNak())
                        + ", silent "
                        + word(group.silent()));
        for (final PathSpec path : group.paths()) {
            lines.add(
                    "  "
                            + portNames.get(path.port())
                            + (path.vlanId() < 0 ? "" : " vlan " + path.vlanId())
                            + (path.isHost()
                                    ? " host "
                                            + Addresses.formatIp(path.ip())
                                            + " QPN "
                                            + path.qpn()
                                    : " switch " + Addresses.formatMac(path.mac()))
                            + (path.joins() ? ", joins at PSN " + path.firstPsn() : "")
                            + (path.isHost() && path.memory() == null ? ", no WRITE" : ""));
        }
        return lines;
    }

    private static String word(final Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
