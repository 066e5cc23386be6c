/**
 * eBPF without a compiler or library: an assembler, and objects over bpf(2). Knows programs, maps
 * and links; their purpose is decided elsewhere.
 */
package io.polycast.xdp.bpf;
