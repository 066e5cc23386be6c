package io.polycast.sim.registration;

import io.polycast.mft.registration.GroupTable;
import io.polycast.mft.spec.GroupSpec;
import io.polycast.parser.mrp.MrpAddress;
import io.polycast.parser.mrp.MrpReason;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Groups of one switch, as a plain map with a bound. */
final class Tables implements GroupTable {
    final Map<Integer, GroupSpec> installed = new TreeMap<>();
    final Set<Integer> reserved = new HashSet<>();
    final Set<Integer> fixed = new HashSet<>();
    int most = 100_000;

    @Override
    public boolean isGroup(final MrpAddress address) {
        return address.isIpv4()
                ? address.last32() >>> 16 == 0x0AFF
                : address.high() == 0xFD00_0000_0000_0000L && address.low() >>> 32 == 0;
    }

    @Override
    public boolean isStatic(final MrpAddress address) {
        return fixed.contains(address.last32());
    }

    @Override
    public MrpReason reserve(final GroupSpec spec) {
        final Set<Integer> all = new HashSet<>(installed.keySet());
        all.addAll(reserved);
        if (!all.contains(spec.mcstId()) && all.size() >= most) {
            return MrpReason.TABLE_FULL;
        }
        reserved.add(spec.mcstId());
        return null;
    }

    @Override
    public void release(final int mcstId) {
        reserved.remove(mcstId);
    }

    @Override
    public MrpReason install(final GroupSpec spec) {
        if (!reserved.remove(spec.mcstId())) {
            throw new AssertionError("installed without room");
        }
        installed.put(spec.mcstId(), spec);
        return null;
    }

    @Override
    public void remove(final int mcstId) {
        if (installed.remove(mcstId) == null) {
            throw new AssertionError("removed what was not there");
        }
    }

    @Override
    public int staticGroups(final int port) {
        return 0;
    }
}
