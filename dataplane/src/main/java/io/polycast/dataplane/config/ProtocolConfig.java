package io.polycast.dataplane.config;

import io.polycast.core.SwitchSettings.CnpSettings;
import io.polycast.core.SwitchSettings.ExchangeSettings;

/**
 * Timers and windows of the protocol.
 *
 * @param nakRepeatNs after which a repeated NAK for the same loss passes again, in ns
 * @param sourceWindow how far past the aggregate a new source's first PSN may lie, in packets
 * @param exchange when memory answers and filters, and when a group begins anew
 * @param cnp times and thresholds of the congestion filter
 */
public record ProtocolConfig(
        long nakRepeatNs, int sourceWindow, ExchangeSettings exchange, CnpSettings cnp) {}
