/**
 * Agents, rings and shards: they read ports, run engines and send frames. The agents here
 * move frames between {@link io.polycast.xdp.port.Port} and {@link io.polycast.core.SwitchCore} and
 * decide nothing about them; their work per frame neither allocates nor blocks. No file is opened
 * here.
 */
package io.polycast.dataplane.pipeline;
