package io.polycast.xdp.sys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Identity of one run of the machine. */
public final class BootId {
    private static final Path FILE = Path.of("/proc/sys/kernel/random/boot_id");

    private BootId() {}

    /**
     * @return the kernel's random id of this boot, 36 characters
     * @throws IOException when there is no such file, as on other systems than Linux
     */
    public static String read() throws IOException {
        return Files.readString(FILE).strip();
    }
}
