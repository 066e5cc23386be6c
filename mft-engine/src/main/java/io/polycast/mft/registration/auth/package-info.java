/**
 * Authentication of MRP packets: the budget before it, keys, signatures, window of time and memory of nonces. Keys and
 * clocks come in as arguments; files stay at the rim.
 */
package io.polycast.mft.registration.auth;
