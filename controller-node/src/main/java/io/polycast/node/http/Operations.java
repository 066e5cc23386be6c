package io.polycast.node.http;

import io.polycast.controller.log.Command;
import io.polycast.controller.log.GroupView;
import io.polycast.controller.log.News;
import io.polycast.controller.log.Outcome;
import io.polycast.controller.machine.Capacity;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What HTTP asks of the controller. */
public interface Operations {
    /** Reason of an outcome whose node does not lead any more. */
    String NO_LEADER = "no-leader";

    /** Whether this node leads and takes requests. */
    boolean isReady();

    /** HTTP endpoint of the node that leads, or null while there is none. */
    InetSocketAddress leader();

    /** Brings a command into the log. */
    CompletableFuture<Outcome> submit(String key, Command command);

    /** All groups, by name. */
    List<GroupView> groups();

    /** Kept events behind a number. */
    List<News> events(long after);

    /** How full the tables are. */
    Capacity capacity();

    /** Lets all nodes take a snapshot; false when another one runs. */
    boolean snapshot();

    /** Notes a request that changes something, and how it ended. */
    void audit(String who, String what, int status);
}
