/** Order among numbers of VOQs and flows, in arrays that are made once. */
package io.polycast.voq.list;
