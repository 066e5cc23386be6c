/**
 * The keys of the configuration file and of a group's entry. Each key is declared once: parsing, error
 * messages and the option reference all come from its declaration. {@link
 * io.polycast.dataplane.schema.ConfigurationReader} builds the records of {@code config} from the values.
 */
package io.polycast.dataplane.schema;
