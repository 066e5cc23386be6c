package io.polycast.xdp.afxdp.program;

import io.polycast.xdp.sys.BootId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Which programs a switch left on which devices, in a file: to ask the kernel for a program's name
 * takes CAP_SYS_ADMIN, which a switch need not have. Ids are unique until the machine boots again.
 *
 * <pre>
 *   boot 5f0c... 1 c7e91a02   {@link BootId}, lines that follow, CRC-32C of what stands before
 *   7 1234 0d5b1c3f           index of a device, id of the program, CRC-32C of boot and both
 * </pre>
 *
 * Earlier builds wrote neither count nor checks; their files are read. A line that fails its check
 * is left out, {@link #damage}.
 */
final class ProgramRecord {
    private final Path file;
    private final String boot;
    private final Map<Integer, Integer> ids = new TreeMap<>();
    private String damage;

    ProgramRecord(final Path file) throws IOException {
        this.file = file;
        this.boot = "boot " + BootId.read();
        if (Files.exists(file)) {
            // Any byte is a character there: what is no text is no reason to stop.
            read(Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", -1));
        }
    }

    private void read(final String[] lines) {
        final boolean checked = !lines[0].matches("boot [0-9a-f-]{36}");
        final String head = checked ? unsealed("", lines[0]) : lines[0] + " 0";
        final boolean cut = !lines[lines.length - 1].isEmpty();
        if (head == null || !head.matches("boot \\S+ \\d{1,9}") || cut && !checked) {
            damage = "its first line";
            return;
        }
        if (!head.startsWith(boot + " ")) {
            return;
        }
        for (int i = 1; i < lines.length; i++) {
            final String entry = checked ? unsealed(boot, lines[i]) : lines[i];
            if (entry != null && entry.matches("\\d{1,9} \\d{1,9}")) {
                final int space = entry.indexOf(' ');
                ids.put(
                        Integer.valueOf(entry.substring(0, space)),
                        Integer.valueOf(entry.substring(space + 1)));
            }
        }
        final int wanted = Integer.parseInt(head.substring(head.lastIndexOf(' ') + 1));
        if (checked && ids.size() != wanted) {
            damage = wanted - ids.size() + " of " + wanted + " lines";
        }
    }

    private static String sealed(final String before, final String text) {
        final CRC32C crc = new CRC32C();
        crc.update((before + "\n" + text).getBytes(StandardCharsets.ISO_8859_1));
        return text + String.format(" %08x", crc.getValue());
    }

    /** Without its check, or null when that fails. */
    private static String unsealed(final String before, final String line) {
        final int end = line.lastIndexOf(' ');
        return end > 0 && line.equals(sealed(before, line.substring(0, end)))
                ? line.substring(0, end)
                : null;
    }

    /**
     * @return what of the file cannot be believed and is left out, or null
     */
    String damage() {
        return damage;
    }

    boolean knows(final int ifindex, final int program) {
        return ids.getOrDefault(ifindex, 0) == program;
    }

    void put(final int ifindex, final int program) throws IOException {
        ids.put(ifindex, program);
        final StringBuilder text =
                new StringBuilder(sealed("", boot + " " + ids.size())).append('\n');
        ids.forEach((device, id) -> text.append(sealed(boot, device + " " + id)).append('\n'));
        final Path next = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(next, text);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            Files.deleteIfExists(next);
            throw e;
        }
    }
}
