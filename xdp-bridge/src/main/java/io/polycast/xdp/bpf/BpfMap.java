package io.polycast.xdp.bpf;

import io.polycast.xdp.sys.Sys;
import io.polycast.xdp.sys.SysException;
import org.agrona.concurrent.UnsafeBuffer;

/** A map, open as long as this object is. */
public final class BpfMap implements AutoCloseable {
    /** BPF_F_NO_PREALLOC: memory of a hash's entries is taken when they come. */
    public static final int NO_PREALLOC = 1;

    /** BPF_F_MMAPABLE: an array that a process can map; values are aligned to 8 bytes. */
    public static final int MMAPABLE = 1 << 10;

    private final int fd;
    private final int keyBytes;
    private final int valueBytes;
    private final String name;
    private boolean closed;

    /** Kinds of maps (enum bpf_map_type). */
    public enum Type {
        /** Key to value. */
        HASH(1),
        /** Index to value. */
        ARRAY(2),
        /** Index to one value per core. */
        PERCPU_ARRAY(6),
        /** Index to map. */
        ARRAY_OF_MAPS(12),
        /** Key to map. */
        HASH_OF_MAPS(13),
        /** Index to device. */
        DEVMAP(14),
        /** Queue to AF_XDP socket. */
        XSKMAP(17),
        /** Key to device. */
        DEVMAP_HASH(25);

        final int code;

        Type(final int code) {
            this.code = code;
        }
    }

    /**
     * @param type of the map
     * @param keyBytes of a key
     * @param valueBytes of a value
     * @param entries most entries
     * @param name for bpftool, at most 15 characters of letters, digits and underscore
     * @throws SysException when the kernel refuses
     */
    public BpfMap(
            final Type type,
            final int keyBytes,
            final int valueBytes,
            final int entries,
            final String name)
            throws SysException {
        this(type, keyBytes, valueBytes, entries, 0, name);
    }

    /**
     * @param type of the map
     * @param keyBytes of a key
     * @param valueBytes of a value
     * @param entries most entries
     * @param flags {@link #NO_PREALLOC}, {@link #MMAPABLE}, or 0
     * @param name for bpftool, at most 15 characters of letters, digits and underscore
     * @throws SysException when the kernel refuses
     */
    public BpfMap(
            final Type type,
            final int keyBytes,
            final int valueBytes,
            final int entries,
            final int flags,
            final String name)
            throws SysException {
        this(type, keyBytes, valueBytes, entries, flags, 0, name);
    }

    private BpfMap(
            final Type type,
            final int keyBytes,
            final int valueBytes,
            final int entries,
            final int flags,
            final int innerFd,
            final String name)
            throws SysException {
        this.keyBytes = keyBytes;
        this.valueBytes = valueBytes;
        this.name = name;
        // BPF_MAP_CREATE: map_type u32 @0, key_size @4, value_size @8, max_entries @12,
        // map_flags @16, inner_map_fd @20, numa_node @24, map_name[16] @28
        final UnsafeBuffer attr = Bpf.attr();
        attr.putInt(0, type.code);
        attr.putInt(4, keyBytes);
        attr.putInt(8, valueBytes);
        attr.putInt(12, entries);
        attr.putInt(16, flags);
        attr.putInt(20, innerFd);
        Bpf.name(attr, 28, name);
        fd = Bpf.call(Bpf.MAP_CREATE, attr, null);
        if (fd < 0) {
            throw new SysException("create BPF map " + name + " of type " + type, -fd);
        }
    }

    private BpfMap(final int fd, final int keyBytes, final int valueBytes, final String name) {
        this.fd = fd;
        this.keyBytes = keyBytes;
        this.valueBytes = valueBytes;
        this.name = name;
    }

    /**
     * Makes a map whose values are maps. An update of it returns only when no program that saw the
     * old value runs any more.
     *
     * @param type ARRAY_OF_MAPS, or HASH_OF_MAPS with keys of four bytes
     * @param entries most entries
     * @param example of the maps that it will take
     * @param name for bpftool, at most 15 characters of letters, digits and underscore
     * @return the map
     * @throws SysException when the kernel refuses
     */
    public static BpfMap ofMaps(
            final Type type, final int entries, final BpfMap example, final String name)
            throws SysException {
        return new BpfMap(type, 4, 4, entries, 0, example.fd, name);
    }

    /**
     * Makes a map of one that another process created.
     *
     * @param fd of it, which is this object's from now on
     * @param keyBytes of a key
     * @param valueBytes of a value
     * @param name for messages
     * @return the map
     */
    public static BpfMap adopt(
            final int fd, final int keyBytes, final int valueBytes, final String name) {
        return new BpfMap(fd, keyBytes, valueBytes, name);
    }

    /**
     * @return descriptor, for programs
     */
    public int fd() {
        return fd;
    }

    /**
     * @param key index
     * @param value of four bytes
     * @throws SysException when the kernel refuses
     */
    public void update(final int key, final int value) throws SysException {
        final UnsafeBuffer keyBuffer = Sys.allocate(4);
        final UnsafeBuffer valueBuffer = Sys.allocate(4);
        keyBuffer.putInt(0, key);
        valueBuffer.putInt(0, value);
        update(keyBuffer, valueBuffer);
    }

    /**
     * @param key in direct memory, key size bytes
     * @param value in direct memory, value size bytes (rounded to 8, times cores for per-core maps)
     * @throws SysException when the kernel refuses
     */
    public void update(final UnsafeBuffer key, final UnsafeBuffer value) throws SysException {
        check(value, valueBytes);
        final int result = element(Bpf.MAP_UPDATE_ELEM, key, value);
        if (result < 0) {
            throw new SysException("update BPF map " + name, -result);
        }
    }

    /**
     * @param key in direct memory
     * @param value direct memory to fill
     * @return false when there is no such key
     */
    public boolean lookup(final UnsafeBuffer key, final UnsafeBuffer value) {
        check(value, valueBytes);
        return element(Bpf.MAP_LOOKUP_ELEM, key, value) >= 0;
    }

    /**
     * @param key in direct memory
     * @return false when there was no such key
     */
    public boolean delete(final UnsafeBuffer key) {
        return element(Bpf.MAP_DELETE_ELEM, key, null) >= 0;
    }

    private int element(final int command, final UnsafeBuffer key, final UnsafeBuffer value) {
        check(key, keyBytes);
        // BPF_MAP_*_ELEM: map_fd u32 @0, key u64 @8, value u64 @16, flags u64 @24
        final UnsafeBuffer attr = Bpf.attr();
        attr.putInt(0, fd);
        attr.putLong(8, key.addressOffset());
        attr.putLong(16, value == null ? 0 : value.addressOffset());
        final int result = Bpf.call(command, attr, key);
        java.lang.ref.Reference.reachabilityFence(value);
        return result;
    }

    private void check(final UnsafeBuffer buffer, final int least) {
        if (closed) {
            throw new IllegalStateException("BPF map " + name + " is closed");
        }
        if (buffer.capacity() < least) {
            throw new IllegalArgumentException(
                    "BPF map " + name + ": " + buffer.capacity() + " bytes < " + least);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Sys.libc().close(fd);
        }
    }
}
