/**
 * Commands that ask a running switch over its control socket: the search for the socket, the requests, and
 * the answers for people. Nothing that opens ports or reads a configuration.
 */
package io.polycast.cli.client;
