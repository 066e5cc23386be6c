/** Room on a file system for files that are mapped: a mapped hole ends the process when the disk is full. */
package io.polycast.dataplane.disk;
