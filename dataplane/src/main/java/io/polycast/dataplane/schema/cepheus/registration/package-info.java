/**
 * Registration at the rim: key files, the wall clock, the kernel's routes, and the parts that each shard's role is
 * given. Keys of the configuration file stay in its schema; no engine is changed but by its own thread.
 */
package io.polycast.dataplane.schema.cepheus.registration;
