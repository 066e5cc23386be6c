/**
 * Authentication of MRP packets: keys, signatures, the window of time and the memory of nonces. Keys and
 * clocks come in as arguments; files stay at the rim.
 */
package io.polycast.mft.registration.auth;
