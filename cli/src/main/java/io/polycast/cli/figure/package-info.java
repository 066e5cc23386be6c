/** Files of figures: curves as CSV, drawings as PNG, statements as one JSON document. */
package io.polycast.cli.figure;
