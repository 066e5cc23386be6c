package io.polycast.fuzz;

import io.polycast.core.SwitchCore;
import io.polycast.core.cepheus.CepheusRole;
import io.polycast.core.cepheus.CepheusSettings;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.schema.ConfigurationReader;
import io.polycast.dataplane.schema.cepheus.CepheusMaker;
import io.polycast.dataplane.yaml.ConfigurationException;
import io.polycast.mft.feedback.FeedbackLayout;
import io.polycast.parser.contract.Copy;
import io.polycast.parser.contract.CounterBlock;
import io.polycast.parser.contract.EgressSink;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Engines and configurations that targets work with. */
public final class Rig {
    /** Takes every frame and forgets it. */
    static final EgressSink NOWHERE =
            new EgressSink() {
                @Override
                public int room(final int egressPort) {
                    return Integer.MAX_VALUE;
                }

                @Override
                public boolean offer(
                        final int egressPort,
                        final DirectBuffer frame,
                        final int offset,
                        final int length) {
                    return true;
                }

                @Override
                public boolean offerCopy(
                        final int egressPort,
                        final Copy copy,
                        final int headerOffset,
                        final int icrc) {
                    return true;
                }
            };

    private static final String TEXT =
            """
            switch: {name: fuzz, mac: "02:00:00:00:00:fe", mcstPrefix6: "fd00:cafe::/96"}
            limits: {maxGroups: 4, maxPaths: 64}
            protocol: {nakRepeat: 1ms}
            ports:
              - {name: p0, driver: memory}
              - {name: p1, driver: memory}
              - {name: p2, driver: memory}
              - {name: p3, driver: memory}
              - {name: p4, driver: memory}
              - {name: p5, driver: memory}
              - {name: w6, driver: memory}
              - {name: w7, driver: memory}
            wires: [[w6, w7]]
            """;

    private Rig() {}

    /** Six ports and a wire, both address families, room for few groups. */
    static Configuration configuration() {
        try {
            return ConfigurationReader.parse("rig", TEXT);
        } catch (final ConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An engine for a configuration, with small tables whatever it asks for. */
    static SwitchCore core(final Configuration configuration) {
        return core(configuration, counters());
    }

    static SwitchCore core(final Configuration configuration, final CounterBlock counters) {
        final CepheusSettings asked = CepheusMaker.settings(configuration);
        final CepheusSettings small =
                asked.withTables(Math.min(asked.maxGroups(), 64), Math.min(asked.maxPaths(), 512));
        final int length = FeedbackLayout.length(small.maxGroups(), small.maxPaths());
        return new SwitchCore(
                configuration.wirePeers(),
                new CepheusRole(small, new UnsafeBuffer(new byte[length]), counters),
                counters);
    }

    /**
     * @return counters of one shard, all 0
     */
    public static CounterBlock counters() {
        return new CounterBlock(new UnsafeBuffer(new byte[CounterBlock.LENGTH]), 0);
    }
}
