/**
 * Events of a switch: changes of groups, members and ports. Logs, metrics and directories subscribe
 * to {@link io.polycast.core.event.GroupEvents}; the core knows none of them.
 */
package io.polycast.core.event;
