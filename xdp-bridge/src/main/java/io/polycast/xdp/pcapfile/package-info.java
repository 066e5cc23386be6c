/** Ports on capture files: frames come from one and go to another. */
package io.polycast.xdp.pcapfile;
