/**
 * jcstress tests: one class for each hand-off between threads that is our own. What comes from
 * Disruptor and Agrona is tested there. Only tests may enter; {@code scripts/stress} runs them.
 */
package io.polycast.stress;
