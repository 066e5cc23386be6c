package io.polycast.cli.shufflecast;

import io.polycast.cli.console.ExitCode;
import io.polycast.topology.shuffle.ShuffleShape;
import io.polycast.topology.shuffle.StaticRelays;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code polycast shufflecast rules}. */
@Command(name = "rules", description = "Show the sources that a ToR relays for, itself among them.")
final class RulesCommand extends InstanceCommand {
    @Option(names = "--tor", paramLabel = "T", required = true, description = "ToR that relays.")
    private int tor;

    @Override
    public Integer call() {
        final ShuffleShape shape = shape();
        final List<Integer> sources =
                valid(
                        "--tor: ",
                        () -> {
                            shape.check(tor);
                            return Arrays.stream(new StaticRelays(shape).sources(tor))
                                    .boxed()
                                    .toList();
                        });
        if (json()) {
            final Map<String, Object> document = new LinkedHashMap<>();
            document.put("tor", tor);
            document.put("sources", sources);
            printJson(document);
        } else {
            println(
                    "ToR "
                            + tor
                            + " "
                            + shape.id(tor)
                            + " of a "
                            + shape
                            + "-Shufflecast relays for "
                            + sources.size()
                            + " sources:");
            println(list(sources));
        }
        return ExitCode.DONE;
    }
}
