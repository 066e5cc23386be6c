package io.polycast.perf.jfr;

import io.polycast.perf.rig.MemoryHosts;
import io.polycast.perf.rig.RigShape;
import io.polycast.perf.rig.SwitchRig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Events of packet threads in a flight recording: monitors entered or waited on, parking and
 * sleeping outside of the idle strategy, and objects allocated. Every event counts, however short.
 */
public final class ThreadEvents {
    /** Events that hold a thread up; each is a finding. */
    static final List<String> BLOCKING =
            List.of(
                    "jdk.JavaMonitorEnter",
                    "jdk.JavaMonitorWait",
                    "jdk.JavaMonitorInflate",
                    "jdk.ThreadPark",
                    "jdk.ThreadSleep");

    /** A new thread-local buffer, or an object too large for one: that the thread allocates. */
    static final List<String> ALLOCATING =
            List.of("jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB");

    /** Idle strategies may park and sleep: that is what they are for. */
    private static final String IDLE = "IdleStrategy";

    private static final int FRAMES = 6;

    private ThreadEvents() {}

    /**
     * One kind of event at one place.
     *
     * @param event by JFR's name
     * @param thread that it happened on
     * @param count of times
     * @param stack uppermost frames of one of them
     */
    public record Finding(String event, String thread, long count, List<String> stack) {}

    /**
     * What was seen.
     *
     * @param packets that went through meanwhile
     * @param threads packets' threads that were alive
     * @param blocking findings of {@link #BLOCKING}
     * @param allocating findings of {@link #ALLOCATING}
     */
    public record Report(
            long packets, List<String> threads, List<Finding> blocking, List<Finding> allocating) {}

    /**
     * Records a switch under load, from when it is warm until the load ends.
     *
     * @param shape of the switch
     * @param warmUp packets before the recording
     * @param packets while it is recorded
     * @return what was seen
     * @throws IOException when the recording cannot be written
     */
    public static Report underLoad(final RigShape shape, final int warmUp, final int packets)
            throws IOException {
        try (SwitchRig rig = SwitchRig.start(shape)) {
            final MemoryHosts hosts = new MemoryHosts(shape, rig, (buffer, offset) -> {});
            hosts.exchange(warmUp);
            return record(
                    packets,
                    () -> {
                        hosts.exchange(packets);
                        hosts.settle();
                    });
        }
    }

    /** Records while something runs. */
    static Report record(final long packets, final Runnable load) throws IOException {
        final Path file = Files.createTempFile("polycast-bench", ".jfr");
        try (Recording recording = new Recording()) {
            for (final String event : BLOCKING) {
                recording.enable(event).withThreshold(Duration.ZERO).withStackTrace();
            }
            for (final String event : ALLOCATING) {
                recording.enable(event).withStackTrace();
            }
            recording.start();
            load.run();
            final List<String> threads = threads();
            recording.stop();
            recording.dump(file);
            return new Report(
                    packets, threads, findings(file, BLOCKING), findings(file, ALLOCATING));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(ThreadEvents::isPacketThread)
                .sorted()
                .toList();
    }

    private static boolean isPacketThread(final String name) {
        return name.startsWith("pc-rx-")
                || name.startsWith("pc-core-")
                || name.startsWith("pc-tx-");
    }

    private static List<Finding> findings(final Path file, final List<String> kinds)
            throws IOException {
        final Map<String, Finding> findings = new TreeMap<>();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                final RecordedEvent event = recording.readEvent();
                final String kind = event.getEventType().getName();
                if (!kinds.contains(kind)) {
                    continue;
                }
                final RecordedThread thread = event.getThread();
                if (thread == null
                        || thread.getJavaName() == null
                        || !isPacketThread(thread.getJavaName())) {
                    continue;
                }
                final List<String> stack = stack(event.getStackTrace());
                if (kind.startsWith("jdk.Thread") && isIdle(event.getStackTrace())
                        || isThreadsEnd(event)) {
                    continue;
                }
                findings.merge(
                        kind + thread.getJavaName() + stack,
                        new Finding(kind, thread.getJavaName(), 1, stack),
                        (a, b) -> new Finding(a.event(), a.thread(), a.count() + 1, a.stack()));
            }
        }
        return new ArrayList<>(findings.values());
    }

    private static boolean isIdle(final RecordedStackTrace trace) {
        return trace != null
                && trace.getFrames().stream()
                        .anyMatch(frame -> frame.getMethod().getType().getName().endsWith(IDLE));
    }

    /** A thread that ends locks its own Thread object to wake who joins it: no code of ours is on it any more. */
    private static boolean isThreadsEnd(final RecordedEvent event) {
        return event.hasField("monitorClass")
                && event.getClass("monitorClass") != null
                && Thread.class.getName().equals(event.getClass("monitorClass").getName())
                && stack(event.getStackTrace()).isEmpty();
    }

    private static List<String> stack(final RecordedStackTrace trace) {
        if (trace == null) {
            return List.of();
        }
        return trace.getFrames().stream().limit(FRAMES).map(ThreadEvents::text).toList();
    }

    private static String text(final RecordedFrame frame) {
        return frame.getMethod().getType().getName()
                + "."
                + frame.getMethod().getName()
                + ":"
                + frame.getLineNumber();
    }
}
