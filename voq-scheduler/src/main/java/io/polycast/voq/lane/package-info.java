/** Virtual lanes: how the lane of a frame rises along its tree (server-rack fabric, section 5). */
package io.polycast.voq.lane;
