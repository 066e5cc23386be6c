package io.polycast.mft.registration.auth;

import io.polycast.parser.mrp.Mrp;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpPacket;
import io.polycast.parser.mrp.MrpTrailer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Signs and verifies MRP packets by HMAC-SHA-256 (RFC 2104), or lets all pass where authentication
 * is switched off. All keys verify, the first one signs. Not threadsafe.
 */
public final class MrpAuthenticator {
    /** Most difference between a packet's time and the wall clock, in ms. */
    public static final long WINDOW_MS = 30_000;

    /** Most keys that are valid at once. */
    public static final int MOST_KEYS = 2;

    private static final int ADDRESS_ROOM = 16;

    private final List<MrpKey> keys;
    private final List<Mac> macs = new ArrayList<>();
    private final NonceMemory seen;
    private final byte[] scratch = new byte[ADDRESS_ROOM + Mrp.MTU];
    private final UnsafeBuffer covered = new UnsafeBuffer(scratch);
    private final byte[] hmac = new byte[MrpTrailer.HMAC_LENGTH];
    private final byte[] claimed = new byte[MrpTrailer.HMAC_LENGTH];
    private long nextNonce;

    /**
     * Authentication by keys.
     *
     * @param keys one or two, of different ids; the first signs
     * @param firstNonce of this process, drawn at random so that a restart repeats none
     * @param mostNonces packets that may be accepted in 60 s; more are refused
     */
    public MrpAuthenticator(final List<MrpKey> keys, final long firstNonce, final int mostNonces) {
        if (keys.isEmpty() || keys.size() > MOST_KEYS) {
            throw new IllegalArgumentException(
                    keys.size() + " keys; write one, or two while a key is replaced");
        }
        if (keys.stream().mapToInt(MrpKey::id).distinct().count() != keys.size()) {
            throw new IllegalArgumentException("two keys with one id; give each its own");
        }
        this.keys = List.copyOf(keys);
        keys.forEach(key -> macs.add(prepare(key)));
        nextNonce = firstNonce;
        seen = new NonceMemory(mostNonces, 2 * WINDOW_MS);
    }

    private MrpAuthenticator(final MrpAuthenticator before, final List<MrpKey> keys) {
        this.keys = List.copyOf(keys);
        keys.forEach(key -> macs.add(prepare(key)));
        nextNonce = before.nextNonce;
        seen = before.seen;
    }

    private MrpAuthenticator() {
        keys = List.of();
        seen = new NonceMemory(1, 1);
    }

    /** No authentication: unsigned packets pass, signed ones are refused. */
    public static MrpAuthenticator none() {
        return new MrpAuthenticator();
    }

    /**
     * Other keys from now on; nonces stay known.
     *
     * @param others one or two
     * @return the authenticator that takes the place of this one
     */
    public MrpAuthenticator withKeys(final List<MrpKey> others) {
        return new MrpAuthenticator(this, others);
    }

    private static Mac prepare(final MrpKey key) {
        try {
            final Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.secret(), "HmacSHA256"));
            return mac;
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HmacSHA256", e);
        }
    }

    /** Flag of the packets that {@link #sign} makes. */
    public int flag() {
        return keys.isEmpty() ? 0 : Mrp.FLAG_SIGNED;
    }

    /**
     * Verifies a packet. An accepted packet is accepted once.
     *
     * @param group address of the group
     * @param packet to verify
     * @param wallMs wall clock, in ms since 1970
     * @return whether it is authentic, in time and new
     */
    public boolean verify(final MrpAddress group, final MrpPacket packet, final long wallMs) {
        if (keys.isEmpty() || !packet.isSigned()) {
            return keys.isEmpty() && !packet.isSigned();
        }
        final int trailer = packet.offset() + packet.length() - MrpTrailer.LENGTH;
        final Mac mac = macOf(MrpTrailer.key(packet.buffer(), trailer));
        final long timeMs = MrpTrailer.timeMs(packet.buffer(), trailer);
        if (mac == null
                || packet.length() > Mrp.MTU
                || timeMs < wallMs - WINDOW_MS
                || timeMs > wallMs + WINDOW_MS) {
            return false;
        }
        final int length = packet.length() - MrpTrailer.HMAC_LENGTH;
        packet.buffer().getBytes(packet.offset(), scratch, ADDRESS_ROOM, length);
        compute(mac, group, length);
        packet.buffer().getBytes(trailer + MrpTrailer.HMAC_OFFSET, claimed);
        return MessageDigest.isEqual(hmac, claimed)
                && seen.add(MrpTrailer.nonce(packet.buffer(), trailer), wallMs);
    }

    /**
     * Appends a trailer, if there are keys. The packet was written with {@link #flag}.
     *
     * @param group address of the group
     * @param buffer that holds the packet
     * @param offset of its header
     * @param length without trailer, in bytes
     * @param wallMs wall clock, in ms since 1970
     * @return length with trailer
     */
    public int sign(
            final MrpAddress group,
            final MutableDirectBuffer buffer,
            final int offset,
            final int length,
            final long wallMs) {
        if (keys.isEmpty()) {
            return length;
        }
        final int trailer = offset + length;
        MrpTrailer.write(buffer, trailer, keys.get(0).id(), nextNonce++, wallMs);
        final int signed = length + MrpTrailer.HMAC_OFFSET;
        buffer.getBytes(offset, scratch, ADDRESS_ROOM, signed);
        compute(macs.get(0), group, signed);
        buffer.putBytes(trailer + MrpTrailer.HMAC_OFFSET, hmac);
        return length + MrpTrailer.LENGTH;
    }

    private Mac macOf(final int id) {
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).id() == id) {
                return macs.get(i);
            }
        }
        return null;
    }

    /** The packet lies behind the room of the address; the address ends where the packet begins. */
    private void compute(final Mac mac, final MrpAddress group, final int length) {
        final boolean ipv6 = !group.isIpv4();
        final int from = ADDRESS_ROOM - (ipv6 ? 16 : 4);
        group.store(covered, from, ipv6);
        mac.update(scratch, from, ADDRESS_ROOM - from + length);
        try {
            mac.doFinal(hmac, 0);
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("HMAC-SHA-256 without 32 bytes", e);
        }
    }
}
