/**
 * What the packet's way costs, step by step, in time and in allocated bytes. Sees every module; none
 * sees it.
 */
package io.polycast.perf;
