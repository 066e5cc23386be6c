package io.polycast.controller.agent;

/**
 * Memory that a member offers to RDMA WRITE.
 *
 * @param va first virtual address
 * @param length in bytes, 0 when unknown
 * @param rkey remote key, 32 bits
 */
public record MemberMemory(long va, long length, int rkey) {}
