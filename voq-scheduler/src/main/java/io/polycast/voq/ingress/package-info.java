/**
 * The ingress side of a port: admission of frames, VOQs, requests, departures, ACKs and repetitions
 * (server-rack fabric, sections 2.2, 3.1 and 4.1). {@link io.polycast.voq.ingress.IngressPort} is the
 * way in.
 */
package io.polycast.voq.ingress;
