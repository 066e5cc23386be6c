/**
 * Which groups there are and whose they are: the directory that readers ask, and those who are told when a
 * group comes, changes or goes. No engine is called from here.
 */
package io.polycast.dataplane.groups;
