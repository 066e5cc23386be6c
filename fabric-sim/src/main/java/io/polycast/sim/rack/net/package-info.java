/**
 * The interconnect of the rack simulator: links of 25 Gb/s between edge switches and spines with
 * credits per hop, spraying, link retry, shallow buffers in the spines, and the outputs of the edge
 * crossbars. The interconnect moves packets and knows no frames, grants or caches.
 */
package io.polycast.sim.rack.net;
