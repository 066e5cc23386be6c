/**
 * Capture formats over buffers: pcap and pcapng in, nanosecond pcap out. Files stay with the
 * caller, who maps or reads them; only Ethernet captures with whole frames are taken.
 */
package io.polycast.parser.pcap;
