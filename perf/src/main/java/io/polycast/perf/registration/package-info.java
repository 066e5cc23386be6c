/**
 * What registration of groups costs: time of all switches and hosts of a simulated network, and memory. Only measuring of
 * that may enter.
 */
package io.polycast.perf.registration;
