/** The port, and the memory that frames live in. Drivers are in packages of their own. */
package io.polycast.xdp.port;
