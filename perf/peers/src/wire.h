/* The bench's address plan, its RoCEv2 frame, and the rewrite that every replicating switch owes a copy. */
#pragma once
#include <linux/types.h>

/* A data frame over IPv4 without VLAN tag: where things stand. */
enum {
    AT_IP = 14,
    AT_IP_CHECKSUM = 24,
    AT_SOURCE_IP = 26,
    AT_DESTINATION_IP = 30,
    AT_UDP = 34,
    AT_BTH = 42,
    AT_QPN_WORD = 46, /* one masked byte, then the 24-bit destination QPN */
    AT_PSN_WORD = 50, /* AckReq and reserved bits, then the 24-bit PSN */
    AT_PAYLOAD = 54,
    ICRC_BYTES = 4,
    FRAME_MIN = 66, /* no length that is not 58 plus a multiple of 4 occurs on a wire */
    FRAME_MAX = 3482,
};

/* What one copy gets: addresses as they stand in memory, and their share of the IP checksum. */
struct member {
    __u16 macs[6]; /* destination, source */
    __u16 ips[4];  /* source, destination */
    __u32 qpn_word;
    __u32 ips_sum;
};

/*
 * MAC addresses, IP addresses, IP checksum (RFC 1624, equation 3) and destination QPN of one copy. The ICRC
 * covers the addresses and the QPN and is left as it was, so it is wrong from here on.
 */
static inline __attribute__((always_inline)) void rewrite(__u8 *frame, const struct member *member)
{
    __u16 *words = (__u16 *)frame;
    __u32 sum = (__u16)~words[AT_IP_CHECKSUM / 2] + member->ips_sum;
    for (int i = 0; i < 4; i++) {
        sum += (__u16)~words[AT_SOURCE_IP / 2 + i];
    }
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    for (int i = 0; i < 6; i++) {
        words[i] = member->macs[i];
    }
    for (int i = 0; i < 4; i++) {
        words[AT_SOURCE_IP / 2 + i] = member->ips[i];
    }
    words[AT_IP_CHECKSUM / 2] = ~sum;
    *(__u32 *)(frame + AT_QPN_WORD) = member->qpn_word;
}
