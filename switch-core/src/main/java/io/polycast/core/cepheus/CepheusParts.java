package io.polycast.core.cepheus;

import io.polycast.ack.AckAggregator;
import io.polycast.cnp.CnpFilter;
import io.polycast.core.limits.RateLimits;
import io.polycast.core.offload.GroupDatapaths;
import io.polycast.mft.table.Mft;
import io.polycast.parser.contract.CounterBlock;

/**
 * Common parts of the stages of one role.
 *
 * @param mft table of groups and paths
 * @param aggregator of ACK and NAK
 * @param cnpFilter of CNP and congestion bits
 * @param datapaths which datapath serves each group
 * @param limits budgets against hostile or broken neighbours
 * @param icrc verifies ICRCs in full, once per frame
 * @param counters of the shard
 * @param trace of events
 */
record CepheusParts(
        Mft mft,
        AckAggregator aggregator,
        CnpFilter cnpFilter,
        GroupDatapaths datapaths,
        RateLimits limits,
        IcrcCheck icrc,
        CounterBlock counters,
        CepheusTrace trace) {}
