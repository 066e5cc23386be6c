/**
 * Files on a disk: room for files that are mapped, because a mapped hole ends the process when the disk is full,
 * and failures of files in words.
 */
package io.polycast.dataplane.disk;
