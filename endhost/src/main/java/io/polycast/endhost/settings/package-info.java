/**
 * The settings of a queue pair: addresses, queue depths, timers and the behaviour of the RNIC that it
 * stands for. Only values that are fixed when a queue pair is made may enter.
 */
package io.polycast.endhost.settings;
