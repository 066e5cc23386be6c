/** The controller's end of the agent link: connections, tokens, liveness (docs/agent-link.md). */
package io.polycast.node.agents;
