/**
 * Checks whether this machine can run Polycast, and the remedies. A check changes nothing and
 * answers in one line.
 */
package io.polycast.cli.doctor;
