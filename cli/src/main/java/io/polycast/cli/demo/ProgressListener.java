package io.polycast.cli.demo;

/** Receives the progress of a demo a few times a second. */
@FunctionalInterface
public interface ProgressListener {
    /**
     * @param slowestBytes that the slowest receiver has
     * @param elapsedNs since the first packet
     */
    void onProgress(long slowestBytes, long elapsedNs);
}
