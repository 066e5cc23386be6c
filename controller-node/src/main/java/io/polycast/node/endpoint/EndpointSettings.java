package io.polycast.node.endpoint;

import java.nio.file.Path;

/**
 * What an endpoint is to do.
 *
 * @param agent socket of the host agent
 * @param group name of the group
 * @param device network device, or null for the one with the route to the group
 * @param members that a group which nobody created awaits, in [0, 65535]; 0 leaves it to others
 * @param pathMtu of all queue pairs of the group: 256, 512, 1024, 2048 or 4096
 * @param retries expiries in a row of the retry timer of 67 ms that fail the queue pair, in [0, 7]; 7 is for ever
 * @param timeoutNs longest time without progress, in ns
 */
public record EndpointSettings(
        Path agent,
        String group,
        String device,
        int members,
        int pathMtu,
        int retries,
        long timeoutNs) {}
