/**
 * The application's view of a queue pair: kinds of work requests, completions, payload and counters,
 * with the names of libibverbs where it has one. No protocol state may enter.
 */
package io.polycast.endhost.verbs;
