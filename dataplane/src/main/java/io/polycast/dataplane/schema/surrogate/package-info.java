/**
 * What a file may tell role surrogate: its section {@code surrogate:}, its entries of {@code groups:},
 * how both are checked, alone and against the files of other nodes, and how groups are shown. Nothing
 * that other roles have may enter.
 */
package io.polycast.dataplane.schema.surrogate;
