/**
 * Registration in simulated networks: leaders, hosts and switches that exchange MRP, in virtual time, under faults. Only
 * what registers groups, and checks of it, may enter.
 */
package io.polycast.sim.registration;
