/** The controller as a process: log, doors for operators and agents, audit, backup. */
package io.polycast.node.run;
