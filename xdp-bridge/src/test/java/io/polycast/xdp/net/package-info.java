/** Networks for tests that need root. */
package io.polycast.xdp.net;
