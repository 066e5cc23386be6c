/**
 * Control of a Shufflecast: which relays have failed, which rules each relay gets and in which order,
 * which members a group has, which application may send. Time, reports and acknowledgements come in as
 * arguments, messages go out through {@link io.polycast.controller.shufflecast.ControlOutput}. Sockets
 * and files may not enter.
 */
package io.polycast.controller.shufflecast;
