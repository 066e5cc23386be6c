/**
 * What enters the controller by its log and what leaves it: entries, commands, outcomes, effects. Decisions
 * and byte formats may not enter.
 */
package io.polycast.controller.log;
