package io.polycast.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Checks of Java: release, flags, and the directory for native code. */
final class JavaChecks {
    /** Packages of java.base that Agrona and Chronicle Bytes reach into; etc/jvm.options opens them. */
    private static final List<String> OPENED =
            List.of("jdk.internal.misc", "sun.nio.ch", "java.lang.reflect", "java.nio");

    private JavaChecks() {}

    static List<Finding> run() {
        final List<Finding> findings = new ArrayList<>();
        findings.add(release());
        findings.add(flags());
        findings.add(tmpdir(Path.of(System.getProperty("java.io.tmpdir"))));
        return findings;
    }

    private static Finding release() {
        final String version = System.getProperty("java.runtime.version");
        return Runtime.version().feature() >= 17
                ? Finding.ok("java", version)
                : Finding.fail("java", version, "install a JDK 17 or later");
    }

    private static Finding flags() {
        final Module base = Object.class.getModule();
        final Module ours = JavaChecks.class.getModule();
        final List<String> closed =
                OPENED.stream().filter(name -> !base.isOpen(name, ours)).toList();
        return closed.isEmpty()
                ? Finding.ok("java flags", "java.base is open where libraries need it")
                : Finding.fail(
                        "java flags",
                        "java.base does not open " + String.join(", ", closed),
                        "start through ./polycast, or with java @etc/jvm.options");
    }

    /** JNR-FFI unpacks a library there and maps it executable. */
    static Finding tmpdir(final Path directory) {
        final String check = "java.io.tmpdir";
        final String remedy = "set TMPDIR to a directory that is writable and not mounted noexec";
        final Path probe;
        try {
            probe =
                    Files.createTempFile(
                            directory,
                            "polycast",
                            ".probe",
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rwx------")));
        } catch (final IOException e) {
            return Finding.fail(check, directory + " is not writable", remedy);
        }
        try {
            Files.writeString(probe, "#!/bin/sh\nexit 0\n");
            final Process process = new ProcessBuilder(probe.toString()).start();
            return process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0
                    ? Finding.ok(check, directory.toString())
                    : Finding.fail(check, directory + " runs no programs", remedy);
        } catch (final IOException e) {
            return Finding.fail(check, directory + " is mounted noexec", remedy);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return Finding.warn(check, directory + " was not tried: interrupted", remedy);
        } finally {
            probe.toFile().delete();
        }
    }
}
