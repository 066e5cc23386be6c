/** 24-bit packet sequence numbers. Nothing else may enter. */
package io.polycast.parser.psn;
