/**
 * One switch without threads: frames, ports and the time come in, frames go out. The appliance, the
 * simulator and the reference model all run this code.
 */
package io.polycast.core;
