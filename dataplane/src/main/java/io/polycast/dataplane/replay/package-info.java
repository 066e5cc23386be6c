/**
 * The reference model: captures in, captures, trace and tables out, by the very engine that the
 * appliance runs. Virtual time only; the same input gives the same bytes.
 */
package io.polycast.dataplane.replay;
