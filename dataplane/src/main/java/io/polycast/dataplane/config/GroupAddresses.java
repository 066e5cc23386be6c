package io.polycast.dataplane.config;

import io.polycast.mft.spec.McstPrefix;

/**
 * Addresses of groups in the {@code switch:} section.
 *
 * @param prefix {@code mcstPrefix}, or null
 * @param ipv6 whether there is a prefix for IPv6 groups
 */
public record GroupAddresses(McstPrefix prefix, boolean ipv6) {}
