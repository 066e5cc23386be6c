package io.polycast.core.cepheus.registration;

import io.polycast.core.trace.TraceSink;
import io.polycast.mft.registration.auth.MrpKey;
import io.polycast.mft.registration.kept.RegisteredGroup;
import io.polycast.mft.registration.route.PrefixRoutes.Route;
import io.polycast.mft.spec.GroupChange;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.mft.spec.PathSpec;
import io.polycast.parser.classify.FrameInfo;
import io.polycast.parser.contract.EgressSink;
import io.polycast.parser.mrp.MrpAddress;
import java.util.List;
import org.agrona.DirectBuffer;

/** Who registers groups: {@link GroupRegistration}, or nobody where registration is not configured. */
public interface Registrar {
    /** Of a switch without registration. */
    Registrar NONE = new NoRegistrar();

    /**
     * @param frame holds UDP to another port than RoCEv2's
     * @param info of the frame
     * @return whether it goes to the port of MRP and to a McstID
     */
    boolean takes(DirectBuffer frame, FrameInfo info);

    /**
     * @param info of UDP that {@link #takes} does not take
     * @return ending of the frame on a port without a wire
     */
    int otherwise(FrameInfo info);

    /**
     * Takes a frame that {@link #takes} takes.
     *
     * @param nowNs time, in ns
     * @param port index of the port that it came by
     * @param frame holds it
     * @param info of the frame
     * @param egress takes answers, questions and what a change of the table makes due
     * @return id of the ending
     */
    int onFrame(long nowNs, int port, DirectBuffer frame, FrameInfo info, EgressSink egress);

    /** Does what is due; answers the next deadline in ns, or {@link Long#MAX_VALUE}. */
    long onTick(long nowNs, EgressSink egress);

    /** A path of a group is no longer served: the leader is told of the members behind it. */
    void onPathOut(int mcstId, PathSpec path, boolean isDemoted);

    /** A host was heard at a port. */
    void hear(MrpAddress host, int port, long mac);

    /** Puts a registered group in force that is kept now. */
    GroupChange commit(long nowNs, RegisteredGroup group, EgressSink egress)
            throws GroupRefusedException;

    /** Refuses a registered group that cannot be kept. */
    void notKept(long nowNs, RegisteredGroup group, EgressSink egress);

    /** Installs a registered group of an earlier process; answers as {@link GroupInstaller#start}. */
    String start(long nowNs, RegisteredGroup group) throws GroupRefusedException;

    /** Refuses a group of the file or the command line that registration has, or has kept the room for. */
    void requireOthers(GroupSpec spec) throws GroupRefusedException;

    /** A group of the file or the command line changed. */
    void onOthers();

    /** The operator takes a group out of the table. */
    void forget(int mcstId);

    /** The group with the revision in force, or null. */
    RegisteredGroup find(int mcstId);

    /** The revision in force, 0 to 65,535, or -1 when none is. */
    int revisionOf(int mcstId);

    /** Other keys from now on. */
    void keys(List<MrpKey> keys);

    /** Other unicast routes from now on. */
    void routes(List<Route> routes);

    /** The wall clock showed {@code wallMs}, in ms since 1970, at {@code nowNs}. */
    void clock(long nowNs, long wallMs);

    /** Hands events to a sink from now on; null ends it. */
    void trace(TraceSink sink);
}
