package io.polycast.sim.scenario;

/** What the egress queues of a run have done. All are 0 without queues, but for the notifications. */
public final class QueueCounts {
    private long marked;
    private long dropped;
    private long stops;
    private long halted;
    private long notifications;
    private int mostBytes;

    /** All zero. */
    public QueueCounts() {}

    /** A frame was marked with congestion experienced. */
    public void onMarked() {
        marked++;
    }

    /** A full queue has refused a frame. */
    public void onDropped() {
        dropped++;
    }

    /** A sender was told to stop. */
    public void onStop() {
        stops++;
    }

    /** A frame waits because an egress of its group is paused. */
    public void onHalted() {
        halted++;
    }

    /** A host has received a CNP. */
    public void onNotification() {
        notifications++;
    }

    /**
     * @param bytes in a queue
     */
    public void onBytes(final int bytes) {
        mostBytes = Math.max(mostBytes, bytes);
    }

    /**
     * @param that to add to these
     */
    public void add(final QueueCounts that) {
        marked += that.marked;
        dropped += that.dropped;
        stops += that.stops;
        halted += that.halted;
        notifications += that.notifications;
        mostBytes = Math.max(mostBytes, that.mostBytes);
    }

    /** Frames marked with congestion experienced. */
    public long marked() {
        return marked;
    }

    /** Frames that full queues have refused. */
    public long dropped() {
        return dropped;
    }

    /** Times that a sender was told to stop. */
    public long stops() {
        return stops;
    }

    /** Frames that waited because an egress of their group was paused. */
    public long halted() {
        return halted;
    }

    /** CNPs that hosts have received. */
    public long notifications() {
        return notifications;
    }

    /** Most bytes that a queue has held. */
    public int mostBytes() {
        return mostBytes;
    }
}
