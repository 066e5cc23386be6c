package io.polycast.cli.command;

import io.polycast.sim.registration.RegistrationReport;
import io.polycast.sim.registration.RegistrationResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code polycast sim faults --registrations} prints. */
final class RegistrationOutput {
    private RegistrationOutput() {}

    static Map<String, Object> document(final RegistrationReport report) {
        final Map<String, Object> document = new LinkedHashMap<>();
        document.put("seeds", report.seeds());
        document.put("violations", report.failures().size());
        document.put("frames", report.frames());
        document.put("frames_lost", report.lost());
        document.put("frames_repeated", report.repeated());
        document.put("changes", report.changes());
        document.put("refusals", report.refusals());
        document.put("seconds", report.seconds());
        final List<Map<String, Object>> failures = new ArrayList<>();
        for (final RegistrationResult failure : report.failures()) {
            final Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("seed", failure.seed());
            entry.put("invariant", failure.broken().name());
            entry.put("message", failure.message());
            entry.put("replay", failure.command());
            failures.add(entry);
        }
        document.put("failures", failures);
        return document;
    }

    static List<String> lines(final RegistrationReport report) {
        final List<String> lines = new ArrayList<>();
        for (final RegistrationResult failure : report.failures()) {
            lines.add(
                    "seed "
                            + failure.seed()
                            + ": "
                            + failure.broken()
                            + " ("
                            + failure.broken().statement()
                            + "): "
                            + failure.message()
                            + "\n  replay: "
                            + failure.command()
                            + "\n");
        }
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%d %s, %d changes of groups, %d refused, %d frames in %.1f s: %d"
                                + " violations",
                        report.seeds(),
                        report.seeds() == 1 ? "seed" : "seeds",
                        report.changes(),
                        report.refusals(),
                        report.frames(),
                        report.seconds(),
                        report.failures().size()));
        lines.add("faults: " + report.lost() + " frames lost, " + report.repeated() + " repeated");
        return lines;
    }
}
