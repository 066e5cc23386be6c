/**
 * Input of the controller by its log, and its output: entries, commands, outcomes, effects. Decisions
 * and byte formats may not enter.
 */
package io.polycast.controller.log;
