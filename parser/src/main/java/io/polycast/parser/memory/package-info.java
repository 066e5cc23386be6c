/** Memory outside of the Java heap, which its owner gives back. */
package io.polycast.parser.memory;
