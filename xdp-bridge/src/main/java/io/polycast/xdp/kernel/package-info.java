/**
 * Replication in the kernel: the XDP programs, and the maps that Java fills with words of groups and paths
 * for them. The classes here know frames and words. The engine decides which groups move here, and what
 * feedback means.
 */
package io.polycast.xdp.kernel;
