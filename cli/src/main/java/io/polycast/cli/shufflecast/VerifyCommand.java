package io.polycast.cli.shufflecast;

import io.polycast.cli.console.ExitCode;
import io.polycast.cli.console.JobsOption;
import io.polycast.cli.console.ProgressLine;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.check.InstanceCheck;
import io.polycast.topology.shuffle.check.InstanceResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code polycast shufflecast verify}. */
@Command(
        name = "verify",
        description = {
            "Check the lemmas of the paper and the repairs on all instances up to a size.",
            "Exit code 1 when a statement does not hold."
        })
final class VerifyCommand extends ShuffleSubcommand {
    private static final int MOST_NODES = 10_000;

    @Option(
            names = "--max-nodes",
            paramLabel = "N",
            description = "Check all instances of up to N ToRs, 2 to " + MOST_NODES + ".")
    private Integer maxNodes;

    @Option(names = "--p", paramLabel = "P", description = "Check one instance, with --k.")
    private Integer p;

    @Option(names = "--k", paramLabel = "K", description = "Check one instance, with --p.")
    private Integer k;

    @Mixin private JobsOption jobs;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of the failures that are drawn (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws InterruptedException {
        final int threads = jobs.threads();
        final List<ShuffleShape> shapes = shapes();
        final ProgressLine progress = new ProgressLine(console(), shapes.size(), "instances");
        final InstanceResult result = InstanceChecks.run(shapes, seed, threads, progress::show);
        progress.clear();
        final Map<String, Object> document = document(result);
        if (json()) {
            printJson(document);
        } else {
            document.forEach((key, value) -> println(key.replace('_', ' ') + ": " + value));
        }
        return result.holds() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private List<ShuffleShape> shapes() {
        if ((maxNodes == null) == (p == null) || (p == null) != (k == null)) {
            throw wrongUsage("give --max-nodes, or --p and --k of one instance");
        }
        if (maxNodes == null) {
            final ShuffleShape shape = shape(p, k);
            if (shape.nodes() <= MOST_NODES) {
                return List.of(shape);
            }
            throw wrongUsage("p=" + p + ", k=" + k + ": k p^k exceeds " + MOST_NODES + " ToRs");
        }
        if (maxNodes < 2 || maxNodes > MOST_NODES) {
            throw wrongUsage("--max-nodes " + maxNodes + " is not in [2, " + MOST_NODES + "]");
        }
        return InstanceCheck.instances(maxNodes);
    }

    private static Map<String, Object> document(final InstanceResult result) {
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("instances", result.instances());
        document.put("sources", result.sources());
        document.put("lemma1", result.lemmas().lemma1());
        document.put("lemma2", result.lemmas().lemma2());
        document.put("lemma3", result.lemmas().lemma3());
        document.put("lemma4", result.lemmas().lemma4());
        document.put("recovered", result.recovered());
        document.put("max_hops_ok", result.maxHopsOk());
        document.put("failure_sets", result.failureSets());
        document.put("exhaustive", result.exhaustive());
        return document;
    }
}
