package io.polycast.xdp.bpf;

import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import java.util.OptionalInt;
import org.agrona.concurrent.UnsafeBuffer;

/** Programs and maps that other processes, perhaps dead ones, left in the kernel. */
public final class BpfInfo {
    private static final int PROG_ID = 4;
    private static final int PROG_NAME = 64;
    private static final int PROG_MAP_COUNT = 52;
    private static final int PROG_MAP_IDS = 56;
    private static final int PROG_LENGTH = 80;
    private static final int MAP_NAME = 24;
    private static final int MAP_LENGTH = 40;
    private static final int MOST_MAPS = 16;

    private BpfInfo() {}

    /**
     * @param id of a loaded program
     * @return descriptor of it
     * @throws SysException when there is none, or the process lacks CAP_SYS_ADMIN (EPERM)
     */
    public static int openProgram(final int id) throws SysException {
        return open(Bpf.PROG_GET_FD_BY_ID, id, "open BPF program " + id);
    }

    /**
     * @param fd of a program
     * @return its name
     * @throws SysException when the kernel does not tell
     */
    public static String programName(final int fd) throws SysException {
        final UnsafeBuffer info = Sys.allocate(PROG_LENGTH);
        info(fd, info);
        return text(info, PROG_NAME);
    }

    /**
     * @param fd of a program
     * @return its id, which no other gets until the machine boots again
     * @throws SysException when the kernel does not tell
     */
    public static int programId(final int fd) throws SysException {
        final UnsafeBuffer info = Sys.allocate(PROG_LENGTH);
        info(fd, info);
        return info.getInt(PROG_ID);
    }

    /**
     * Finds a map of a program.
     *
     * @param programFd of the program
     * @param name of the map
     * @return descriptor of the map, if the program uses one of that name
     * @throws SysException when the kernel does not tell
     */
    public static OptionalInt openMap(final int programFd, final String name) throws SysException {
        final UnsafeBuffer ids = Sys.allocate(4 * MOST_MAPS);
        final UnsafeBuffer info = Sys.allocate(PROG_LENGTH);
        info.putInt(PROG_MAP_COUNT, MOST_MAPS);
        info.putLong(PROG_MAP_IDS, ids.addressOffset());
        info(programFd, info);
        final int count = Math.min(MOST_MAPS, info.getInt(PROG_MAP_COUNT));
        for (int i = 0; i < count; i++) {
            final int id = ids.getInt(4 * i);
            final int fd = open(Bpf.MAP_GET_FD_BY_ID, id, "open BPF map " + id);
            final UnsafeBuffer map = Sys.allocate(MAP_LENGTH);
            info(fd, map);
            if (text(map, MAP_NAME).equals(name)) {
                return OptionalInt.of(fd);
            }
            Sys.libc().close(fd);
        }
        return OptionalInt.empty();
    }

    private static int open(final int command, final int id, final String what)
            throws SysException {
        final UnsafeBuffer attr = Bpf.attr();
        attr.putInt(0, id);
        final int fd = Bpf.call(command, attr, null);
        if (fd < 0) {
            throw new SysException(what, -fd);
        }
        return fd;
    }

    /** BPF_OBJ_GET_INFO_BY_FD: bpf_fd u32 @0, info_len u32 @4, info u64 @8. */
    private static void info(final int fd, final UnsafeBuffer info) throws SysException {
        final UnsafeBuffer attr = Bpf.attr();
        attr.putInt(0, fd);
        attr.putInt(4, info.capacity());
        attr.putLong(8, info.addressOffset());
        final int result = Bpf.call(Bpf.OBJ_GET_INFO_BY_FD, attr, info);
        if (result < 0) {
            throw new SysException("ask for BPF object", -result);
        }
    }

    private static String text(final UnsafeBuffer info, final int at) {
        int length = 0;
        while (length < Bpf.NAME_LENGTH && info.getByte(at + length) != 0) {
            length++;
        }
        return info.getStringWithoutLengthAscii(at, length);
    }
}
