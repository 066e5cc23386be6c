/** Entry of the polycast command: reads the command line, turns failures into exit codes. */
package io.polycast.cli;
