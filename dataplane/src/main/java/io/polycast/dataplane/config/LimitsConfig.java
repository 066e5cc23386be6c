package io.polycast.dataplane.config;

import io.polycast.core.limits.LimitSettings;
import io.polycast.core.limits.TableSettings;

/**
 * How much the switch has room for, and how much it lets a neighbour do.
 *
 * @param tables room of each shard's table
 * @param rates beyond which frames of a hostile or broken neighbour are dropped
 * @param heldChunks frames that the role of each shard may hold
 */
public record LimitsConfig(TableSettings tables, LimitSettings rates, int heldChunks) {}
