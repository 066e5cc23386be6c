/** Cost of scheduled replication: packet cache, and VOQs with their grants. No frames, no ports. */
package io.polycast.perf.surrogate;
