/**
 * The frames of a connection: headers to send, opcodes by place in a message, and the checks of
 * incoming frames. No state of a transfer may enter; the queue pair, congestion control and overlays
 * build their frames here.
 */
package io.polycast.endhost.wire;
