/**
 * The counters file: counters of a running switch in a mapped file, which other processes read
 * without a request. One writer a word; only layout, writer and reader may enter.
 */
package io.polycast.dataplane.counters;
