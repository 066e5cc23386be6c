/**
 * Keys of role surrogate in a file: its section {@code surrogate:} and its entries of {@code groups:}. Both
 * are checked here, alone and against the files of other nodes. Groups are shown here too. Nothing that
 * other roles have may enter.
 */
package io.polycast.dataplane.schema.surrogate;
