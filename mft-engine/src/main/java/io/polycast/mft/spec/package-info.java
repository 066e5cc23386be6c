/**
 * Specification of a group by people and controllers: plain records, checked once, from which rows are built.
 * Code that runs per packet reads rows, never these records.
 */
package io.polycast.mft.spec;
