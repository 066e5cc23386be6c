package io.polycast.dataplane.appliance;

import io.polycast.core.event.GroupEvents;
import io.polycast.core.role.GroupPicture;
import io.polycast.core.role.RoleQuestion;
import io.polycast.dataplane.config.Addresses;
import io.polycast.dataplane.config.Configuration;
import io.polycast.dataplane.config.ThreadPlan;
import io.polycast.dataplane.control.AbsentGroup;
import io.polycast.dataplane.control.ControlException;
import io.polycast.dataplane.control.ControlServer;
import io.polycast.dataplane.control.SetCondition;
import io.polycast.dataplane.control.SetOutcome;
import io.polycast.dataplane.control.SwitchOperations;
import io.polycast.dataplane.counters.CountersReader;
import io.polycast.dataplane.events.EventLog;
import io.polycast.dataplane.groups.GroupDirectory;
import io.polycast.dataplane.groups.GroupLife;
import io.polycast.dataplane.groups.GroupOrigin;
import io.polycast.dataplane.links.PortLink;
import io.polycast.dataplane.opening.ApplianceException;
import io.polycast.dataplane.opening.PortOpener;
import io.polycast.dataplane.opening.StartChecks;
import io.polycast.dataplane.pipeline.Failure;
import io.polycast.dataplane.pipeline.Shard;
import io.polycast.dataplane.state.StateException;
import io.polycast.mft.spec.GroupRefusedException;
import io.polycast.parser.contract.GroupEntry;
import io.polycast.xdp.port.FrameMemory;
import io.polycast.xdp.port.Port;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running switch. {@link #start} returns when every port is open and every static group is
 * active. {@link #close} stops in order: commands first, then reading. Frames in hand are processed
 * and released, then ports and files are closed.
 */
public final class Appliance implements SwitchOperations, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Appliance.class);

    private final Configuration configuration;
    private final Resources resources;
    private final NanoClock clock;
    private final GroupLife life;
    private final List<Shard> shards;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Failure failure = new Failure(stop);
    private final Threads threads;
    private final StartGroups startGroups;
    private final RuntimeGroups runtimeGroups;
    private final Upkeep upkeep;
    private final RoleWork work;

    /** Whether lines of the log on this switch would be taken for the one that it rehearses for. */
    private final boolean rehearsal;

    private volatile long successor;
    private ControlServer control;
    private AgentRunner controlRunner;
    private boolean closed;

    private Appliance(
            final Configuration configuration,
            final ThreadPlan plan,
            final Resources resources,
            final StartOptions options,
            final NanoClock clock) {
        this.clock = clock;
        this.configuration = configuration;
        this.rehearsal = options.rehearsal();
        this.resources = resources;
        final GroupDirectory directory =
                new GroupDirectory(plan.shards(), configuration.identity().mcstPrefix());
        final EventLog log = new EventLog(configuration, clock);
        life =
                new GroupLife(
                        directory,
                        rehearsal
                                ? List.of(resources.heartbeat(), options.groups())
                                : List.of(resources.heartbeat(), log, options.groups()));
        resources.kernel().startHelper(failure);
        final Exits exits = new Exits(plan, configuration, resources);
        work = new RoleWork(configuration, rehearsal);
        shards = ShardMaker.all(plan.shards(), configuration, resources, exits, work.queue());
        threads =
                new Threads(
                        plan, configuration, resources, shards, exits, directory, clock, failure);
        startGroups = new StartGroups(configuration, resources, shards, life, clock);
        runtimeGroups = new RuntimeGroups(configuration, resources, shards, life, startGroups);
        final List<GroupEvents> listeners =
                rehearsal ? List.of(life, options.events()) : List.of(life, log, options.events());
        upkeep = new Upkeep(configuration, resources, listeners, log, shards, threads, clock);
    }

    /**
     * Starts a switch.
     *
     * @param configuration of it
     * @return the running switch
     * @throws ApplianceException when it cannot start; nothing stays open
     */
    public static Appliance start(final Configuration configuration) throws ApplianceException {
        return start(configuration, PortOpener.STANDARD);
    }

    /**
     * Starts a switch whose ports are opened by the caller's means.
     *
     * @param configuration of it
     * @param opener of its ports
     * @return the running switch
     * @throws ApplianceException when it cannot start; nothing stays open
     */
    public static Appliance start(final Configuration configuration, final PortOpener opener)
            throws ApplianceException {
        return start(configuration, StartOptions.with(opener));
    }

    /**
     * Starts a switch.
     *
     * @param configuration of it
     * @param options of the start
     * @return the running switch
     * @throws ApplianceException when it cannot start; nothing stays open
     */
    public static Appliance start(final Configuration configuration, final StartOptions options)
            throws ApplianceException {
        return start(configuration, options, new SteadyClock());
    }

    /** As above, by a clock of the caller's. */
    static Appliance start(
            final Configuration configuration, final StartOptions options, final NanoClock clock)
            throws ApplianceException {
        final ThreadPlan plan =
                ThreadPlan.of(configuration.pipeline(), Runtime.getRuntime().availableProcessors());
        final Resources resources = Resources.open(configuration, plan.names(), options);
        final Appliance appliance = build(configuration, plan, resources, options, clock);
        boolean up = false;
        try {
            appliance.startGroups.install();
            appliance.openControl();
            resources.commit();
            appliance.work.begin(
                    appliance.shards, appliance.runtimeGroups, clock, appliance.failure);
            appliance.threads.start();
            appliance.work.start();
            appliance.upkeep.begin(appliance.warnings());
            AgentRunner.startOnThread(appliance.controlRunner);
            up = true;
        } catch (final GroupRefusedException e) {
            throw new ApplianceException(
                    ApplianceException.USAGE, configuration.file() + ": " + e.getMessage(), e);
        } catch (final ControlException | StateException e) {
            throw new ApplianceException(ApplianceException.USAGE, e.getMessage(), e);
        } finally {
            if (!up) {
                resources.removeNewFiles();
                appliance.close();
            }
        }
        if (!options.rehearsal()) {
            LOG.info(
                    "switch {} is up: {} ports, {} groups, {} threading",
                    configuration.identity().name(),
                    configuration.ports().size(),
                    configuration.groups().size() + appliance.keptGroups(),
                    plan.threading().name().toLowerCase(Locale.ROOT));
        }
        return appliance;
    }

    private static Appliance build(
            final Configuration configuration,
            final ThreadPlan plan,
            final Resources resources,
            final StartOptions options,
            final NanoClock clock)
            throws ApplianceException {
        try {
            return new Appliance(configuration, plan, resources, options, clock);
        } catch (final OutOfMemoryError e) {
            resources.discard();
            throw StartChecks.noRoom(configuration.limits().tables(), e);
        } catch (final RuntimeException | Error e) {
            resources.discard();
            throw e;
        }
    }

    private void openControl() throws ControlException {
        control =
                ControlServer.open(
                        configuration.control().socket(),
                        this,
                        resources.countersReader(),
                        upkeep::run,
                        clock);
        controlRunner = new AgentRunner(NoOpIdleStrategy.INSTANCE, failure, null, control);
    }

    @Override
    public Configuration configuration() {
        return configuration;
    }

    @Override
    public List<SetOutcome> setGroups(final List<GroupEntry> groups, final SetCondition condition) {
        return setGroups(groups, condition, GroupOrigin.COMMAND);
    }

    /** As above, of any origin. */
    List<SetOutcome> setGroups(
            final List<GroupEntry> groups, final SetCondition condition, final GroupOrigin origin) {
        return runtimeGroups.setAll(groups, condition, origin);
    }

    @Override
    public long version(final int mcstId) {
        return resources.journal().versions().of(Addresses.formatQuad(mcstId));
    }

    @Override
    public GroupOrigin origin(final int mcstId) {
        return life.origin(mcstId);
    }

    @Override
    public boolean unsetGroup(final int mcstId) throws ControlException {
        return runtimeGroups.unset(mcstId);
    }

    @Override
    public List<GroupPicture> groups() throws ControlException {
        return runtimeGroups.all();
    }

    @Override
    public List<GroupPicture> learned() throws ControlException {
        return runtimeGroups.learned();
    }

    @Override
    public GroupPicture group(final int mcstId) throws ControlException {
        return runtimeGroups.one(mcstId);
    }

    @Override
    public <T> List<T> askRoles(final RoleQuestion<T> question) throws ControlException {
        return runtimeGroups.askRoles(question);
    }

    @Override
    public List<AbsentGroup> absentGroups() {
        return runtimeGroups.absent();
    }

    @Override
    public List<PortLink> links() {
        return upkeep.links();
    }

    @Override
    public String kernelAbsence() {
        return resources.kernel().absence();
    }

    @Override
    public Map<String, Long> kernelDispositions() {
        return resources.kernel().dispositions();
    }

    @Override
    public void requestStop() {
        stop.countDown();
    }

    @Override
    public void requestHandOver(final long pid) {
        successor = pid;
        stop.countDown();
    }

    /**
     * @return process id of the switch that goes on with our files and devices, or 0
     */
    public long successor() {
        return successor;
    }

    /**
     * @return groups that an earlier process was given at run time and that are installed again
     */
    public int keptGroups() {
        return startGroups.kept();
    }

    /**
     * @return warnings for the operator: groups of an earlier process that are lost, begin anew or
     *     cannot be installed, devices that lose frames while the switch is silent
     */
    public List<String> warnings() {
        return StartWarnings.of(configuration, resources, startGroups);
    }

    /**
     * Waits until the end is requested, or a thread fails.
     *
     * @return the failure, or null when the end was asked for
     * @throws InterruptedException when the caller is interrupted
     */
    public Throwable awaitStop() throws InterruptedException {
        stop.await();
        return failure.cause();
    }

    /**
     * @param name of a port
     * @return the open port, for embedding programs that own its other end
     */
    public Port port(final String name) {
        return port(name, 0);
    }

    /**
     * @param name of a port
     * @param shard of several fused ones, which have queues of their own
     * @return the open port as that shard has it
     */
    public Port port(final String name, final int shard) {
        return resources.ports(shard)[configuration.portIndex(name)];
    }

    /**
     * @return the memory that all frames live in, of the first shard where each has its own
     */
    public FrameMemory memory() {
        return resources.memory(0);
    }

    /**
     * @return the switch's counters, live
     */
    public CountersReader counters() {
        return resources.countersReader();
    }

    /** Stops in order; a second call does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        stop.countDown();
        if (control != null) {
            control.wakeUp();
            controlRunner.close();
        }
        work.stop();
        try {
            threads.stop();
        } finally {
            closeRest();
        }
    }

    private void closeRest() {
        if (successor != 0 || failure.cause() != null) {
            resources.heartbeat().leavePrograms();
        }
        try {
            // The state file must say what the kernel has seen last.
            shards.forEach(shard -> shard.leaveKernel(clock));
            work.finish();
            upkeep.finish();
        } finally {
            resources.close();
            failure.report();
        }
        if (!rehearsal) {
            LOG.info("switch {} is down", configuration.identity().name());
        }
    }
}
