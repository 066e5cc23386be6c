/**
 * What a file may tell role cepheus: its sections {@code protocol:} and {@code kernel:}, its entries of
 * {@code groups:}, and how entries are checked, built and written back. Nothing that other roles have may
 * enter.
 */
package io.polycast.dataplane.schema.cepheus;
