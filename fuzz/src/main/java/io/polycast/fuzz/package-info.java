/**
 * Fuzz targets: one class for each reader of bytes that others wrote, each with the entry point that
 * Jazzer calls. A target throws on what must not be; anything that the reader is allowed to refuse is
 * refused by the exceptions it documents. Only targets, their seeds and their checks may enter.
 */
package io.polycast.fuzz;
