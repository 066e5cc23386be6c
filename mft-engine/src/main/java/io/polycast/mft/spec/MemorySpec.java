package io.polycast.mft.spec;

/**
 * The memory region of one member, for WRITE.
 *
 * @param va first virtual address
 * @param rkey remote key, 32 bits
 * @param length in bytes, or 0 when unknown: then bounds are the member's RNIC's affair
 */
public record MemorySpec(long va, int rkey, long length) {}
