/**
 * Power, price, light and latency of a Shufflecast beside an overlay and a packet core, from table I and
 * sections II and VI-A of the paper. Numbers only: rules and failures stand in the package above.
 */
package io.polycast.topology.shuffle.cost;
