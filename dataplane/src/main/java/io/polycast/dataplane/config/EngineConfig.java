package io.polycast.dataplane.config;

import io.polycast.core.role.RoleSettings;

/**
 * How the switch works, ports and groups apart.
 *
 * @param pipeline the {@code pipeline:} section
 * @param role sections that only the role of the switch has
 * @param limits the {@code limits:} section
 * @param kernel what the role asks of programs in the kernel
 */
public record EngineConfig(
        PipelineConfig pipeline, RoleSettings role, LimitsConfig limits, KernelConfig kernel) {
    /**
     * @param chunks frames that the shared memory is to have room for
     * @return the same in user space alone, with that room
     */
    public EngineConfig inUserSpace(final int chunks) {
        return new EngineConfig(pipeline.inUserSpace(chunks), role, limits, kernel);
    }
}
