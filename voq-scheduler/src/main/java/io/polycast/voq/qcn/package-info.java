/**
 * Congestion points and rate limiters of Quantized Congestion Notification (IEEE 802.1Qau), at inputs
 * or outputs of a fabric (server-rack fabric, section 4.2).
 */
package io.polycast.voq.qcn;
