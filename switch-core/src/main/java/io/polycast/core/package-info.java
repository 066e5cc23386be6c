/**
 * The shell of one switch without threads: frames, ports and the time come in, frames go out. The
 * appliance, the simulator and the reference model all run {@link io.polycast.core.SwitchCore} around a role.
 * Nothing of a single role may enter.
 */
package io.polycast.core;
