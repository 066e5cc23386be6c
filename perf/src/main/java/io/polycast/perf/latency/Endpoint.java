package io.polycast.perf.latency;

/**
 * A network device, perhaps in a named network namespace: {@code [NETNS/]DEVICE}. No device's name has a slash.
 *
 * @param namespace as in ip netns, or "" for the process's own
 * @param device name of the link
 */
public record Endpoint(String namespace, String device) {
    /**
     * @param text {@code [NETNS/]DEVICE}
     * @return the endpoint
     * @throws IllegalArgumentException when it is none
     */
    public static Endpoint parse(final String text) {
        final int slash = text.indexOf('/');
        final String namespace = slash < 0 ? "" : text.substring(0, slash);
        final String device = text.substring(slash + 1);
        if (slash == 0
                || device.isEmpty()
                || device.length() > 15
                || device.indexOf('/') >= 0
                || namespace.equals(".")
                || namespace.equals("..")) {
            throw new IllegalArgumentException(text + " is no [NETNS/]DEVICE");
        }
        return new Endpoint(namespace, device);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? device : namespace + "/" + device;
    }
}
