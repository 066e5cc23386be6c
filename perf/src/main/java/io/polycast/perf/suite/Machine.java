package io.polycast.perf.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Machine on which figures may be compared.
 *
 * @param cpu model of the processor
 * @param cores that the process may use
 * @param kernel name and release
 * @param java version of the virtual machine
 */
public record Machine(String cpu, int cores, String kernel, String java) {
    private static final Path CPUINFO = Path.of("/proc/cpuinfo");

    /**
     * @return this machine
     */
    public static Machine here() {
        return new Machine(
                cpuModel(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.runtime.version"));
    }

    /**
     * @param that another
     * @return whether figures of both can be compared: processor and cores are the same
     */
    public boolean isLike(final Machine that) {
        return cpu.equals(that.cpu) && cores == that.cores;
    }

    @Override
    public String toString() {
        return cpu + ", " + cores + " cores, " + kernel + ", Java " + java;
    }

    private static String cpuModel() {
        try (Stream<String> lines = Files.lines(CPUINFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (final IOException e) {
            return System.getProperty("os.arch");
        }
    }
}
