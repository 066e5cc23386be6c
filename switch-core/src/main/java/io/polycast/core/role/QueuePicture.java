package io.polycast.core.role;

/**
 * An output queue of a role as people see it, taken between two frames.
 *
 * @param place that it leads to
 * @param backlog units of 256 bytes that wait to be sent
 * @param granted units that may be sent now
 * @param outstanding frames sent and not acknowledged
 * @param dropped copies since the start
 * @param suspended whether it may not send now, whatever is granted
 */
public record QueuePicture(
        Place place, int backlog, int granted, int outstanding, long dropped, boolean suspended) {
    /**
     * Where the frames of a queue go.
     *
     * @param port index of the port
     * @param node name of the node behind the port; null for hosts
     * @param priority of the frames, in [0, 8)
     * @param lane within the priority, from 0
     */
    public record Place(int port, String node, int priority, int lane) {}
}
