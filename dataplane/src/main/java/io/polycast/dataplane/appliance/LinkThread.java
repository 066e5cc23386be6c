package io.polycast.dataplane.appliance;

import io.polycast.core.role.RoleQuestion;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.SetCondition;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.pipeline.Failure;
import io.polycast.dataplane.remote.RoleLink;
import io.polycast.parser.contract.GroupEntry;
import java.util.List;
import java.util.Set;

/** Thread of a role's link, and what the link does to the switch. */
final class LinkThread implements RoleLink.Switch, AutoCloseable {
    private final RuntimeGroups groups;
    private final RoleLink link;
    private final Thread thread;

    LinkThread(final RoleLink.Maker maker, final RuntimeGroups groups, final Failure failure) {
        this.groups = groups;
        link = maker.make(this);
        thread =
                new Thread(
                        () -> {
                            try {
                                link.run();
                            } catch (final RuntimeException | Error e) {
                                failure.set(e);
                            }
                        },
                        "role-link");
        thread.setDaemon(true);
    }

    /** Once the threads of the shards run. */
    void start() {
        thread.start();
    }

    @Override
    public <T> List<T> ask(final RoleQuestion<T> question) {
        try {
            return groups.askRoles(question);
        } catch (final ControlException e) {
            return List.of();
        }
    }

    @Override
    public String setGroup(final GroupEntry group) {
        if (groups.isSet(group, GroupOrigin.CONTROL)) {
            return null;
        }
        final ControlException refusal =
                groups.setAll(List.of(group), SetCondition.NONE, GroupOrigin.CONTROL)
                        .get(0)
                        .refusal();
        return refusal == null ? null : refusal.getMessage();
    }

    @Override
    public String unsetGroup(final int mcstId) {
        try {
            groups.unset(mcstId, GroupOrigin.CONTROL);
            return null;
        } catch (final ControlException e) {
            return e.getMessage();
        }
    }

    @Override
    public Set<Integer> groups() {
        return groups.of(GroupOrigin.CONTROL);
    }

    /** Ends the thread; the shards' threads still run. */
    @Override
    public void close() {
        link.close();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
