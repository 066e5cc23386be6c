package io.polycast.dataplane.config;

import io.polycast.core.SwitchSettings.LimitSettings;

/**
 * How much the switch has room for, and how much it lets a neighbour do.
 *
 * @param maxGroups groups that each shard's table has room for
 * @param maxPaths paths, over all groups, that each shard's table has room for
 * @param rates beyond which frames of a hostile or broken neighbour are dropped
 */
public record LimitsConfig(int maxGroups, int maxPaths, LimitSettings rates) {}
