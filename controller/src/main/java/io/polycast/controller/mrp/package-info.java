/**
 * Packets of a group's registration, as the leader sends them (docs/mrp.md). Decisions about changes may
 * not enter.
 */
package io.polycast.controller.mrp;
