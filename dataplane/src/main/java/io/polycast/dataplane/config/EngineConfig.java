package io.polycast.dataplane.config;

import io.polycast.core.cepheus.CepheusSettings.ProtocolSettings;

/**
 * How the switch works, ports and groups apart.
 *
 * @param pipeline the {@code pipeline:} section
 * @param protocol the {@code protocol:} section
 * @param limits the {@code limits:} section
 * @param kernel the {@code kernel:} section
 */
public record EngineConfig(
        PipelineConfig pipeline,
        ProtocolSettings protocol,
        LimitsConfig limits,
        KernelConfig kernel) {
    /**
     * @param chunks frames that the shared memory is to have room for
     * @return the same in user space alone, with that room
     */
    public EngineConfig inUserSpace(final int chunks) {
        return new EngineConfig(pipeline.inUserSpace(chunks), protocol, limits, kernel);
    }
}
