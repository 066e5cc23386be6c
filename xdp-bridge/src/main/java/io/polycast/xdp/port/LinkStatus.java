package io.polycast.xdp.port;

/**
 * Link of a port, as its driver reports it.
 *
 * @param up whether frames can leave
 * @param speedMbps in Mb/s; 0 if the driver does not tell, as without link
 */
public record LinkStatus(boolean up, int speedMbps) {}
