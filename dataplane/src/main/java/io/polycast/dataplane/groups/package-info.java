/**
 * Groups of a switch: the directory that readers ask, the life of each group, and subscribers to
 * its changes. No engine is called from here.
 */
package io.polycast.dataplane.groups;
