/**
 * The life of a switch's process: start, groups, threads, upkeep, rehearsal and orderly end. This room
 * puts the other rooms together; only the command line and tests import it.
 */
package io.polycast.dataplane.appliance;
