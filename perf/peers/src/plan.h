/* Members and frames of the bench for programs in user space; lab.py has the same plan. */
#pragma once
#include <arpa/inet.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include "wire.h"

static const uint8_t switch_mac[6] = {2, 0, 0, 0, 0, 0xfe};
static const uint8_t source_mac[6] = {2, 0, 0, 0, 1, 0};
#define GROUP_IP "10.255.0.1"
#define SOURCE_IP "10.0.0.1"
#define GROUP_QPN 1

/* Member 1, 2, ...: MAC 02:00:00:00:01:i, address 10.0.0.(1 + i), QPN 256 + i; its copies come from the group. */
static inline struct member member_of(unsigned i)
{
    const uint8_t mac[6] = {2, 0, 0, 0, 1, (uint8_t)i};
    const uint8_t ips[8] = {10, 255, 0, 1, 10, 0, 0, (uint8_t)(1 + i)};
    struct member m;
    memcpy(m.macs, mac, 6);
    memcpy(m.macs + 3, switch_mac, 6);
    memcpy(m.ips, ips, 8);
    m.qpn_word = htonl(256 + i);
    m.ips_sum = 0;
    for (int k = 0; k < 4; k++) {
        m.ips_sum += m.ips[k];
    }
    return m;
}

/* The ICRC of a whole frame: fields that routers change count as ones (IBTA A17.3.3, vol. 1 section 7.8.1). */
static inline uint32_t icrc_of(const uint8_t *frame, size_t size)
{
    uint8_t covered[8 + AT_PAYLOAD - AT_IP];
    memset(covered, 0xff, 8);
    uint8_t *headers = covered + 8;
    memcpy(headers, frame + AT_IP, AT_PAYLOAD - AT_IP);
    headers[1] = headers[8] = headers[10] = headers[11] = 0xff; /* TOS, TTL, checksum */
    headers[26] = headers[27] = 0xff;                           /* UDP checksum */
    headers[AT_QPN_WORD - AT_IP] = 0xff;                        /* FECN, BECN, reserved */
    uint32_t crc = crc32(0, covered, sizeof covered);
    return crc32(crc, frame + AT_PAYLOAD, size - AT_PAYLOAD - ICRC_BYTES);
}

static inline void put_psn(uint8_t *frame, uint32_t psn)
{
    const uint32_t word = htonl(psn & 0xffffff);
    memcpy(frame + AT_PSN_WORD, &word, sizeof word);
}

static inline void put_icrc(uint8_t *frame, size_t size)
{
    const uint32_t icrc = icrc_of(frame, size); /* least significant byte first, as it lies here */
    memcpy(frame + size - ICRC_BYTES, &icrc, ICRC_BYTES);
}

/* RC SEND-only with PSN 0 from the source to `destination` in network order: complete, with its ICRC. */
static inline void build_frame(uint8_t *frame, size_t size, uint32_t destination)
{
    uint8_t *ip = frame + AT_IP, *udp = frame + AT_UDP, *bth = frame + AT_BTH;
    memset(frame, 0, AT_PAYLOAD);
    memcpy(frame, switch_mac, 6);
    memcpy(frame + 6, source_mac, 6);
    frame[12] = 0x08;
    ip[0] = 0x45;
    ip[2] = (size - AT_IP) >> 8;
    ip[3] = (size - AT_IP) & 0xff;
    ip[6] = 0x40; /* do not fragment */
    ip[8] = 64;
    ip[9] = 17;
    const uint32_t source = inet_addr(SOURCE_IP);
    memcpy(ip + 12, &source, 4);
    memcpy(ip + 16, &destination, 4);
    uint32_t sum = 0;
    for (int i = 0; i < 20; i += 2) {
        sum += ip[i] << 8 | ip[i + 1];
    }
    sum = (sum & 0xffff) + (sum >> 16);
    sum = ~((sum & 0xffff) + (sum >> 16));
    ip[10] = sum >> 8;
    ip[11] = sum;
    udp[0] = 0xc0;
    udp[2] = 4791 >> 8;
    udp[3] = 4791 & 0xff;
    udp[4] = (size - AT_UDP) >> 8;
    udp[5] = (size - AT_UDP) & 0xff;
    bth[0] = 0x04;                /* RC SEND-only */
    bth[2] = bth[3] = 0xff;       /* default partition */
    bth[7] = GROUP_QPN;
    for (size_t i = AT_PAYLOAD; i < size - ICRC_BYTES; i++) {
        frame[i] = (uint8_t)(31 * i);
    }
    put_icrc(frame, size);
}

static inline int valid_size(size_t size)
{
    return size >= FRAME_MIN && size <= FRAME_MAX && (size - 58) % 4 == 0;
}
