/**
 * Replication in the kernel: maps that Java fills with plain words of groups and paths, and the XDP
 * programs that read them. Knows frames and words; which group is served here, and what feedback
 * means, is decided elsewhere.
 */
package io.polycast.xdp.fastpath;
