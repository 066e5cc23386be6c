package io.polycast.dataplane.config;

import io.polycast.mft.spec.McstPrefix;

/**
 * What the {@code switch:} section says of the addresses of groups.
 *
 * @param prefix {@code mcstPrefix}, or null
 * @param ipv6 whether there is a prefix for IPv6 groups
 */
public record GroupAddresses(McstPrefix prefix, boolean ipv6) {}
