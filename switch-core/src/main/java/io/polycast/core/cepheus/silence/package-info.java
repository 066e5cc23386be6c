/**
 * Finds silent members (docs/protocol.md, rule 8): requests of the source, their repetitions, and
 * the times of judgement. Nothing here decides about a member; the role takes members out of
 * service.
 */
package io.polycast.core.cepheus.silence;
