package io.polycast.xdp.dpdk;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallContextCache;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Library;
import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.Type;
import io.polycast.xdp.port.PortException;
import io.polycast.xdp.sys.SystemCalls;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jnr.ffi.LibraryLoader;

/**
 * DPDK's shared libraries, loaded once: functions by name, variables by address, and functions that
 * are known by address only.
 */
public final class Natives {
    /** Remedy for missing libraries. */
    public static final String REMEDY =
            "apt-get install dpdk librte-meta-net librte-mempool-ring23";

    private static final List<String> NAMES =
            List.of("librte_eal", "librte_ethdev", "librte_mbuf", "librte_mempool");

    /** long function(void *, void *, unsigned), where the result may be narrower. */
    private static final CallContext THREE_WORDS =
            CallContextCache.getInstance()
                    .getCallContext(
                            Type.SINT64,
                            new Type[] {Type.SINT64, Type.SINT64, Type.SINT64},
                            CallingConvention.DEFAULT,
                            false);

    private static Natives loaded;

    private final Map<String, Library> libraries = new HashMap<>();
    private final LibDpdk functions;

    private Natives() {
        final LibraryLoader<LibDpdk> loader = LibraryLoader.create(LibDpdk.class);
        for (final String name : NAMES) {
            libraries.put(name, open(name));
            loader.library(name + Abi.SONAME);
        }
        functions = loader.failImmediately().load();
    }

    /**
     * Looks for the libraries; starts nothing.
     *
     * @return why they cannot be used, with the remedy after a semicolon; empty when they can
     */
    public static Optional<String> trouble() {
        final String machine = SystemCalls.machine();
        if (!"amd64".equals(machine) && !"x86_64".equals(machine)) {
            return Optional.of(
                    "driver dpdk is for x86-64, not "
                            + machine
                            + "; take driver af_xdp or af_packet");
        }
        final Optional<String> missing = missing(NAMES);
        return missing.isPresent() ? missing : unknown(load().version());
    }

    /** The first library that is not there. */
    static Optional<String> missing(final List<String> names) {
        return names.stream()
                .filter(each -> open(each) == null)
                .findFirst()
                .map(
                        each ->
                                "DPDK 22.11 is not installed: no "
                                        + each
                                        + Abi.SONAME
                                        + "; "
                                        + REMEDY);
    }

    /** Libraries of one soname may come from several releases; layouts are known for one. */
    static Optional<String> unknown(final String version) {
        return version.startsWith(Abi.VERSION)
                ? Optional.empty()
                : Optional.of(
                        version
                                + " is not "
                                + Abi.VERSION
                                + "x, whose structures the driver knows; "
                                + REMEDY
                                + " of Debian 12");
    }

    /**
     * @param port name of the port, for messages
     * @return the libraries
     * @throws PortException when they are missing or of another version
     */
    static Natives require(final String port) throws PortException {
        final Optional<String> trouble = trouble();
        if (trouble.isPresent()) {
            throw new PortException(
                    PortException.Kind.MISSING_CAPABILITY, "port " + port + ": " + trouble.get());
        }
        return load();
    }

    private static synchronized Natives load() {
        if (loaded == null) {
            loaded = new Natives();
        }
        return loaded;
    }

    private static Library open(final String name) {
        return Library.getCachedInstance(library(name), Library.LAZY | Library.GLOBAL);
    }

    /**
     * @param name of a library without suffix
     * @return file name of the version that this driver knows
     */
    public static String library(final String name) {
        return name + Abi.SONAME;
    }

    /**
     * @return such as "DPDK 22.11.11"; to be asked when there is no {@link #trouble}
     */
    public static String installedVersion() {
        return load().version();
    }

    /**
     * @return the functions with names
     */
    LibDpdk functions() {
        return functions;
    }

    private String version() {
        return text(functions.rte_version());
    }

    /**
     * @param library without suffix
     * @param variable exported by it
     * @return its address; for a thread's variable that of the calling thread
     */
    long address(final String library, final String variable) {
        final long address = libraries.get(library).getSymbolAddress(variable);
        if (address == 0) {
            throw new IllegalStateException(library + Abi.SONAME + " has no " + variable);
        }
        return address;
    }

    /**
     * @param error number, positive or negative
     * @return its text
     */
    String errorText(final int error) {
        return text(functions.rte_strerror(Math.abs(error)));
    }

    /** The calling thread's rte_errno after its last call. */
    String lastError() {
        return errorText(
                MemoryIO.getInstance().getInt(address("librte_eal", "per_lcore__rte_errno")));
    }

    /**
     * Calls a function known by its address.
     *
     * @param function address
     * @param first argument, a pointer
     * @param second argument, a pointer
     * @param third argument, a number
     * @return the result's low 32 bits; narrower results have undefined bits above
     */
    static int call(final long function, final long first, final long second, final int third) {
        return (int)
                Invoker.getInstance().invokeL3NoErrno(THREE_WORDS, function, first, second, third);
    }

    private static String text(final long address) {
        return new String(
                MemoryIO.getInstance().getZeroTerminatedByteArray(address), StandardCharsets.UTF_8);
    }
}
