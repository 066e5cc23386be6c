/**
 * State of a group: members, what is wanted, and the change that runs. Packets, timers and decisions about
 * more than one group may not enter.
 */
package io.polycast.controller.group;
