package io.polycast.perf.command;

import io.polycast.cli.console.ExitCode;
import io.polycast.perf.registration.SetupCost;
import io.polycast.sim.registration.GroupLoad;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast bench registration}. */
@Command(
        name = "registration",
        description = {
            "What many groups cost that their leaders register by signed MRP: seconds of a"
                    + " processor and bytes, over the members of a group.",
            "Six switches (four leaves, two spines), 64 hosts and the leaders run in this process,"
                    + " on one thread and in virtual time."
        },
        footer = {
            "",
            "Exit codes: 0 done, 1 a group is missing or left, or seconds grow faster than --check"
                    + " allows, 2 wrong usage."
        },
        sortOptions = false)
public final class RegistrationCommand extends BenchCommand {
    private static final int MOST_GROUPS = 10_000;
    private static final double LINEAR = 1.25;

    @Option(
            names = "--groups",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Groups, 1 to 10000 (default: ${DEFAULT-VALUE}).")
    private int groups;

    @Option(
            names = "--members",
            split = ",",
            paramLabel = "N",
            defaultValue = "8,16,32,64",
            description =
                    "Members of each group with its leader, 2 to 64 (default: ${DEFAULT-VALUE}).")
    private List<Integer> members;

    @Option(
            names = "--leaders",
            paramLabel = "N",
            defaultValue = "4",
            description = "Hosts that lead the groups in turn, 1 to 4 (default: ${DEFAULT-VALUE}).")
    private int leaders;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "Of each size; medians are printed (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--check",
            description =
                    "Fail when a size takes more than 1.25 times its share of the smallest size's"
                            + " seconds.")
    private boolean check;

    @Override
    public Integer call() {
        refuse(
                groups < 1 || groups > MOST_GROUPS,
                "--groups " + groups + " is not in 1 to " + MOST_GROUPS);
        refuse(
                members.isEmpty() || members.stream().anyMatch(n -> n < 2 || n > GroupLoad.HOSTS),
                "--members are not in 2 to " + GroupLoad.HOSTS);
        refuse(
                leaders < 1 || leaders > GroupLoad.MOST_LEADERS,
                "--leaders " + leaders + " is not in 1 to " + GroupLoad.MOST_LEADERS);
        refuse(rounds < 1, "--rounds is at least 1");
        final List<SetupCost> costs = new ArrayList<>();
        try {
            // Compiled code from the first size on.
            SetupCost.measure(groups, leaders, members.get(0), 1);
            for (final int size : members.stream().sorted().distinct().toList()) {
                costs.add(SetupCost.measure(groups, leaders, size, rounds));
            }
        } catch (final IllegalStateException e) {
            err().println("polycast: " + e.getMessage());
            return ExitCode.FAILED;
        }
        final double worst =
                costs.stream().mapToDouble(cost -> growth(costs.get(0), cost)).max().orElse(0);
        print(costs, worst);
        if (check && worst > LINEAR) {
            err().println("polycast: seconds grow faster than members, see growth");
            return ExitCode.FAILED;
        }
        return ExitCode.DONE;
    }

    /** Seconds of a size by those of the smallest one, each for a member. */
    private static double growth(final SetupCost least, final SetupCost cost) {
        return cost.registerSeconds()
                / cost.members()
                / (least.registerSeconds() / least.members());
    }

    private void print(final List<SetupCost> costs, final double worst) {
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("sizes", costs);
            document.put("growth", worst);
            document.put("paper_table_bytes_per_group", SetupCost.PAPER_TABLE_BYTES);
            printJson(document);
            return;
        }
        final PrintWriter out = out();
        out.printf("%,d groups, %d leaders%n", groups, leaders);
        out.println("members  register s  remove s  us a group  growth     frames  heap B a group");
        for (final SetupCost cost : costs) {
            out.printf(
                    "%7d  %10.3f  %8.3f  %10.1f  %6.2f  %,9d  %,14.0f%n",
                    cost.members(),
                    cost.registerSeconds(),
                    cost.removeSeconds(),
                    1e6 * cost.registerSeconds() / groups,
                    growth(costs.get(0), cost),
                    cost.frames(),
                    cost.heapBytes());
        }
        out.println("growth: seconds a member, by those of the smallest size; 1 is linear");
        out.printf(
                "tables of a switch with 64 paths a group: %,.0f B a group; the paper: %.0f (%.1f"
                        + " times as much)%n",
                costs.get(0).tableBytes(),
                SetupCost.PAPER_TABLE_BYTES,
                costs.get(0).tableBytes() / SetupCost.PAPER_TABLE_BYTES);
    }
}
