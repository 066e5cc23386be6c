/**
 * Events of the core as {@code replay --trace} shows them. Logs and metrics of the appliance use
 * {@link io.polycast.core.event.GroupEvents} instead.
 */
package io.polycast.core.trace;
