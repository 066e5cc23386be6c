/**
 * The contract between the engine and programs in the kernel that replicate for it: groups as the
 * programs need them, slots, and the words of a slot. Nothing here knows the table or the programs.
 */
package io.polycast.parser.kernel;
