package io.polycast.dataplane.appliance;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.kernel.Heartbeat;
import java.util.ArrayList;
import java.util.List;

/** Lines on what a start found that needs the operator. */
final class StartWarnings {
    private StartWarnings() {}

    static List<String> of(
            final Configuration configuration,
            final Resources resources,
            final StartGroups startGroups) {
        final List<String> all = new ArrayList<>(resources.journal().damage());
        all.addAll(startGroups.anew());
        all.addAll(startGroups.keptAway());
        all.addAll(resources.heartbeat().recordWarnings());
        all.addAll(Heartbeat.warnings(configuration));
        all.addAll(
                configuration
                        .role()
                        .portWarnings(
                                configuration, port -> resources.ports(0)[port].maxFrameLength()));
        if (resources.kernel().isRefusedByKernel()) {
            all.add(
                    "groups are served in user space: "
                            + resources.kernel().absence()
                            + "; polycast doctor says more, datapath: user silences this");
        }
        return all;
    }
}
