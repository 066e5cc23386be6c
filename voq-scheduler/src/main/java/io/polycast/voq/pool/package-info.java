/**
 * Memory of a port: units of payload, headers of copies, and when a lossless lane stops its sender
 * (server-rack fabric, sections 2.2 and 4). All bounds are given at construction.
 */
package io.polycast.voq.pool;
