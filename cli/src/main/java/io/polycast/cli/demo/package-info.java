/**
 * The main job in one process: a sender, receivers, losses and the real switch between them over
 * memory ports. Hosts run on one thread, the switch on another; nothing here knows the command line.
 */
package io.polycast.cli.demo;
