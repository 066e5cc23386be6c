package io.polycast.xdp.afxdp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which programs a switch left on which devices, in a file: to ask the kernel for a program's name takes
 * CAP_SYS_ADMIN, which a switch need not have. Ids are unique until the machine boots again.
 *
 * <pre>
 *   boot 5f0c...            /proc/sys/kernel/random/boot_id
 *   7 1234                  index of a device, id of the program
 * </pre>
 */
final class ProgramRecord {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final Path file;
    private final String head;
    private final Map<Integer, Integer> ids = new TreeMap<>();

    ProgramRecord(final Path file) throws IOException {
        this.file = file;
        this.head = "boot " + Files.readString(BOOT_ID).strip();
        if (Files.exists(file)) {
            final String[] lines = Files.readString(file).split("\n");
            for (int i = 1; i < lines.length && lines[0].equals(head); i++) {
                if (lines[i].matches("\\d{1,9} \\d{1,9}")) {
                    final int space = lines[i].indexOf(' ');
                    ids.put(
                            Integer.valueOf(lines[i].substring(0, space)),
                            Integer.valueOf(lines[i].substring(space + 1)));
                }
            }
        }
    }

    boolean knows(final int ifindex, final int program) {
        return ids.getOrDefault(ifindex, 0) == program;
    }

    void put(final int ifindex, final int program) throws IOException {
        ids.put(ifindex, program);
        final StringBuilder text = new StringBuilder(head).append('\n');
        ids.forEach((device, id) -> text.append(device).append(' ').append(id).append('\n'));
        final Path next = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(next, text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
