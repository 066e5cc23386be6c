/**
 * The loop that drives queue pairs behind one port, whoever runs it: a simulated host, the demo, a
 * measurement, a host without an RNIC. Only what decides whose frame leaves next, and when, may enter.
 */
package io.polycast.endhost.drive;
