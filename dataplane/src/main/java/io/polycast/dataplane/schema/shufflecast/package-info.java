/**
 * Configuration of role shufflecast: its section, its groups, and what {@code check} and {@code show} say
 * of them. Neighbours and static rules come from the topology here; the role may not know it.
 */
package io.polycast.dataplane.schema.shufflecast;
