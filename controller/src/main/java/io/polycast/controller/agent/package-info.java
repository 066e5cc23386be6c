/**
 * Messages between the controller and the agents of hosts (docs/agent-link.md), as plain records. Their
 * text form, sockets and tokens may not enter.
 */
package io.polycast.controller.agent;
