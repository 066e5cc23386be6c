package io.polycast.cli.demo;

/** Hears a few times a second how far a demo is. */
@FunctionalInterface
public interface ProgressListener {
    /**
     * @param slowestBytes that the slowest receiver has
     * @param elapsedNs since the first packet
     */
    void onProgress(long slowestBytes, long elapsedNs);
}
