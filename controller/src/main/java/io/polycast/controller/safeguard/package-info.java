/**
 * The decision whether a group sends by the tree or by unicast, and its way to all members. Times, goodput
 * and answers come in as arguments. Sending, measuring and the log may not enter.
 */
package io.polycast.controller.safeguard;
