package io.polycast.cli.doctor;

import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.PipelineConfig;
import io.polycast.dataplane.config.PipelineConfig.Threading;
import io.polycast.dataplane.config.PipelineConfig.Wait;
import io.polycast.dataplane.config.PortConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All checks, in the order in which their remedies should be taken. */
public final class Doctor {
    /** Frame memory of a configuration that leaves all at default. */
    private static final long DEFAULT_MEMORY = 16_384L * 4096;

    private Doctor() {}

    /**
     * Looks at the machine, and at the devices that a configuration names.
     *
     * @param configuration to compare with, or null
     * @return what was found
     */
    public static List<Finding> examine(final Configuration configuration) {
        final List<Finding> findings = new ArrayList<>(JavaChecks.run());
        final boolean nativeCallsWork =
                findings.stream().noneMatch(each -> each.status() == Finding.Status.FAIL);
        final int cores = Runtime.getRuntime().availableProcessors();
        final PipelineConfig pipeline = configuration == null ? null : configuration.pipeline();
        findings.addAll(
                new KernelChecks(new SystemFiles(Path.of("/")))
                        .run(
                                pipeline == null
                                        ? DEFAULT_MEMORY
                                        : (long) pipeline.chunks() * pipeline.chunkSize(),
                                pipeline == null ? 0 : busyThreads(pipeline, cores),
                                cores));
        if (configuration != null && nativeCallsWork) {
            for (final PortConfig port : configuration.ports()) {
                if (port.device() != null) {
                    findings.addAll(
                            DeviceChecks.run(
                                    port,
                                    Device.ask(port.device()),
                                    configuration.pipeline().chunkSize()));
                }
            }
        }
        return findings;
    }

    /** Threads that keep a core to themselves: none when they park without work. */
    private static int busyThreads(final PipelineConfig pipeline, final int cores) {
        if (pipeline.waiting() == Wait.BLOCKING || pipeline.waiting() == Wait.SLEEPING) {
            return 1;
        }
        return pipeline.effectiveThreading(cores) == Threading.FUSED ? 1 : 1 + pipeline.shards();
    }
}
