package io.polycast.perf.suite;

import io.polycast.cli.console.CommandFailedException;
import io.polycast.cli.console.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.AsyncProfiler;
import org.openjdk.jmh.profile.LinuxPerfNormProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Profilers that observe the benchmarks beside the clock, and whether they work here. */
public sealed interface Profile {
    /** Nothing but time and allocated bytes. */
    Profile NONE = new None();

    /** Adds itself to a run. */
    void apply(ChainedOptionsBuilder options);

    /** No profile. */
    record None() implements Profile {
        @Override
        public void apply(final ChainedOptionsBuilder options) {}
    }

    /** The collector: allocation rate, collections and their time, which every run knows. */
    record Gc() implements Profile {
        @Override
        public void apply(final ChainedOptionsBuilder options) {}
    }

    /**
     * A flame graph of each benchmark.
     *
     * @param library libasyncProfiler.so
     * @param event cpu where the kernel lets it, else itimer
     * @param directory for the graphs
     */
    record Async(Path library, String event, Path directory) implements Profile {
        @Override
        public void apply(final ChainedOptionsBuilder options) {
            options.addProfiler(
                    AsyncProfiler.class,
                    "libPath="
                            + library
                            + ";event="
                            + event
                            + ";output=flamegraph;dir="
                            + directory);
        }
    }

    /** Hardware counters of each operation, by perf stat. */
    record Perf() implements Profile {
        @Override
        public void apply(final ChainedOptionsBuilder options) {
            options.addProfiler(LinuxPerfNormProfiler.class);
        }
    }

    /**
     * Finds what a profile needs.
     *
     * @param name gc, async or perf; null for none
     * @param library of async-profiler, or null to look for it
     * @param directory for what it writes
     * @param environment of the process
     * @return the profile
     * @throws CommandFailedException for people: what is missing and the remedy
     */
    static Profile of(
            final String name,
            final Path library,
            final Path directory,
            final Map<String, String> environment) {
        if (name == null) {
            return NONE;
        }
        return switch (name) {
            case "gc" -> new Gc();
            case "async" -> async(library, directory, environment);
            case "perf" -> perf();
            default ->
                    throw new CommandFailedException(
                            ExitCode.USAGE, "profile " + name + " is none of gc, async, perf");
        };
    }

    private static Profile async(
            final Path library, final Path directory, final Map<String, String> environment) {
        final List<Path> places = new ArrayList<>();
        if (library != null) {
            places.add(library);
        } else {
            if (environment.containsKey("ASYNC_PROFILER")) {
                places.add(Path.of(environment.get("ASYNC_PROFILER")));
            }
            for (final String directoryName :
                    List.of("/opt/async-profiler/lib", "/usr/local/lib", "/usr/lib")) {
                places.add(Path.of(directoryName, "libasyncProfiler.so"));
            }
        }
        for (final Path place : places) {
            if (Files.isRegularFile(place)) {
                return new Async(place.toAbsolutePath(), event(), directory.toAbsolutePath());
            }
        }
        throw new CommandFailedException(
                ExitCode.MISSING,
                "no async-profiler at "
                        + String.join(", ", places.stream().map(Path::toString).toList())
                        + "; unpack a release of it (github.com/async-profiler/async-profiler) and"
                        + " give --async-library FILE, or set ASYNC_PROFILER; --profile gc needs"
                        + " nothing");
    }

    /** Kernel stacks only where perf events are open to us; else a timer, Java stacks alone. */
    private static String event() {
        return counts("cpu-clock") ? "cpu" : "itimer";
    }

    private static Profile perf() {
        final String found = stat("cycles");
        if (found == null) {
            throw new CommandFailedException(
                    ExitCode.MISSING,
                    "no perf in PATH; install it (Debian: apt-get install linux-perf), or use"
                            + " --profile async");
        }
        if (!isCounted(found)) {
            throw new CommandFailedException(
                    ExitCode.MISSING,
                    "perf counts no cycles here ("
                            + (found.contains("not supported")
                                    ? "this machine shows no hardware counters, as most virtual"
                                            + " ones"
                                    : "not permitted: sysctl kernel.perf_event_paranoid=1, or run"
                                            + " as root")
                            + "); --profile async works by a timer");
        }
        return new Perf();
    }

    private static boolean counts(final String event) {
        final String found = stat(event);
        return found != null && isCounted(found);
    }

    private static boolean isCounted(final String output) {
        return !output.contains("not supported")
                && !output.contains("not counted")
                && !output.contains("No permission")
                && !output.contains("Error");
    }

    /** Answer of perf stat about an event; null without perf. */
    private static String stat(final String event) {
        try {
            final Process process =
                    new ProcessBuilder("perf", "stat", "-e", event, "true")
                            .redirectErrorStream(true)
                            .start();
            final String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? output : "Error " + output;
        } catch (final IOException e) {
            return null;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
