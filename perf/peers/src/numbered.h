/* The ICRC of a frame of which only the PSN changes. */
#pragma once
#include "plan.h"

/*
 * Fills the table of what each value of each byte of the PSN (most significant first) changes in the ICRC of a
 * frame with PSN 0, whose ICRC is returned. CRC is linear: the changes do not depend on the rest and add up by xor.
 */
static inline uint32_t numbering(uint32_t change[3][256], uint8_t *frame, size_t size)
{
    const uint32_t icrc = icrc_of(frame, size);
    for (int byte = 0; byte < 3; byte++) {
        for (uint32_t value = 0; value < 256; value++) {
            put_psn(frame, value << 8 * (2 - byte));
            change[byte][value] = icrc_of(frame, size) ^ icrc;
        }
    }
    put_psn(frame, 0);
    return icrc;
}

/* Gives a frame that was numbered so a PSN and the ICRC that belongs to it. */
static inline void put_number(uint8_t *frame, size_t size, uint32_t icrc, const uint32_t change[3][256], uint32_t psn)
{
    put_psn(frame, psn);
    icrc ^= change[0][psn >> 16 & 0xff] ^ change[1][psn >> 8 & 0xff] ^ change[2][psn & 0xff];
    memcpy(frame + size - ICRC_BYTES, &icrc, ICRC_BYTES);
}
