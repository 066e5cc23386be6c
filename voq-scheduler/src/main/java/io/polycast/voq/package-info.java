/**
 * Scheduled replication (A distributed server-rack fabric, sections 2 to 4): a copy waits in a
 * virtual output queue (VOQ) until its egress grants it. Deterministic state machines, one thread.
 * Time comes in as ticks of the caller's choice; payloads are handles with a number of 256-byte
 * units, so that an appliance and a simulator without bytes use the same code.
 *
 * <p>This package holds what all parts share: named refusals, control messages, the constants of
 * the paper, and the owner of payloads. Nothing allocates after construction. Bad input is refused
 * under a {@link io.polycast.voq.Refusal} and changes no state.
 */
package io.polycast.voq;
