/**
 * Cost of each step of a packet's way, in time and in allocated bytes. Sees every module; none sees
 * it.
 */
package io.polycast.perf;
