package io.polycast.xdp.net;

/**
 * Runs each task on a thread of its own, so that tasks may wait for one another: a common pool may have
 * a single thread for all of them.
 */
public final class OwnThread {
    private OwnThread() {}

    /** An executor, as a method reference. */
    public static void start(final Runnable task) {
        final Thread thread = new Thread(task, "test");
        thread.setDaemon(true);
        thread.start();
    }
}
