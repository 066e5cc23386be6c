/**
 * Events of the core as {@code replay --trace} shows them. What the appliance logs and counts goes by
 * {@link io.polycast.core.event.GroupEvents} instead.
 */
package io.polycast.core.trace;
