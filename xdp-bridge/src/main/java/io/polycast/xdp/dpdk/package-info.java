/**
 * Ports on DPDK: any device with a poll-mode driver, a copy each way. Layouts of DPDK 22.11 are in
 * {@link io.polycast.xdp.dpdk.Abi} alone and checked when a port opens; nothing here knows what a
 * switch does with a frame.
 */
package io.polycast.xdp.dpdk;
