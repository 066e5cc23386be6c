/**
 * Links by lines of JSON to other processes: framing, bounds, dialing, secrets, and what a role's link may do to its
 * switch. Messages and decisions of one link may not enter; the control socket is in {@code control}.
 */
package io.polycast.dataplane.remote;
