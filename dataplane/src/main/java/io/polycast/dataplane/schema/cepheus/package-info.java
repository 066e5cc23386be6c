/**
 * Configuration keys of the Cepheus role: the sections {@code protocol:} and {@code kernel:}, and the entries
 * of {@code groups:}. The classes here also check entries, build them and write them back. Keys of other roles
 * may not enter.
 */
package io.polycast.dataplane.schema.cepheus;
