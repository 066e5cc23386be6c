package io.polycast.core.role;

/**
 * An output queue of a role as people see it, taken between two frames.
 *
 * @param port index of the port that it leads to
 * @param node name of the node behind the port; null for hosts
 * @param priority of its frames, in [0, 8)
 * @param lane within the priority, from 0
 * @param backlog units of 256 bytes that wait to be sent
 * @param granted units that may be sent now
 * @param outstanding frames sent and not acknowledged
 * @param dropped copies since the start
 * @param suspended whether it waits for other queues of the same group
 */
public record QueuePicture(
        int port,
        String node,
        int priority,
        int lane,
        int backlog,
        int granted,
        int outstanding,
        long dropped,
        boolean suspended) {}
