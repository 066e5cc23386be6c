/**
 * The counters file: what a running switch counts, in a mapped file that other processes read without
 * asking. One writer a word; only layout, writer and reader may enter.
 */
package io.polycast.dataplane.counters;
