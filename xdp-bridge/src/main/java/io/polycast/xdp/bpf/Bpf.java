package io.polycast.xdp.bpf;

import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SystemCalls;
import java.lang.ref.Reference;
import org.agrona.concurrent.UnsafeBuffer;

/** The bpf(2) system call. */
final class Bpf {
    static final int MAP_CREATE = 0;
    static final int MAP_LOOKUP_ELEM = 1;
    static final int MAP_UPDATE_ELEM = 2;
    static final int MAP_DELETE_ELEM = 3;
    static final int PROG_LOAD = 5;
    static final int PROG_GET_FD_BY_ID = 13;
    static final int MAP_GET_FD_BY_ID = 14;
    static final int OBJ_GET_INFO_BY_FD = 15;
    static final int LINK_CREATE = 28;

    /** Bytes of union bpf_attr that we fill; the kernel takes the rest as zero. */
    static final int ATTR_LENGTH = 128;

    /** Bytes of names, with the zero at the end (BPF_OBJ_NAME_LEN). */
    static final int NAME_LENGTH = 16;

    private Bpf() {}

    static UnsafeBuffer attr() {
        return Sys.allocate(ATTR_LENGTH);
    }

    static void name(final UnsafeBuffer attr, final int at, final String name) {
        attr.putStringWithoutLengthAscii(at, name, 0, Math.min(name.length(), NAME_LENGTH - 1));
    }

    /** Result of the call, or minus the errno. */
    static int call(final int command, final UnsafeBuffer attr, final Object keep) {
        final long result =
                Sys.libc().syscall(SystemCalls.BPF, command, attr.addressOffset(), attr.capacity());
        final int outcome = result < 0 ? -Sys.errno() : (int) result;
        Reference.reachabilityFence(attr);
        Reference.reachabilityFence(keep);
        return outcome;
    }
}
