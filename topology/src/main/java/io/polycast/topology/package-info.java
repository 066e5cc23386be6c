/**
 * Networks as graphs of switches, hosts and ports, and the multicast trees laid through them: pure
 * functions of their arguments. Frames, addresses and time stay outside.
 */
package io.polycast.topology;
