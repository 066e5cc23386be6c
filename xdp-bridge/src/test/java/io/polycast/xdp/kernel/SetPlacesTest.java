package io.polycast.xdp.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polycast.parser.kernel.KernelTable;
import io.polycast.xdp.sys.SysException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sets of ports that come and go where there are few places. */
class SetPlacesTest {
    private static final long A = 0b0011;
    private static final long B = 0b0101;
    private static final long C = 0b1001;

    /** Makes all that is wanted, and says how much that is. */
    private static int make(final SetPlaces places) {
        final List<SetPlaces.Order> orders = places.orders();
        orders.forEach(places::made);
        return orders.size();
    }

    private static void ready(final SetPlaces places, final long ports) throws SysException {
        assertEquals(KernelTable.LATER, places.use(ports));
        assertEquals(1, make(places));
    }

    @Test
    void shouldDropAnUnusedSetForEachThatIsWanted() throws Exception {
        final SetPlaces places = new SetPlaces(2);
        ready(places, A);
        assertTrue(places.use(A) > 0);
        places.leave(A);
        assertEquals(KernelTable.LATER, places.use(B));
        assertEquals(KernelTable.LATER, places.use(C));
        make(places);
        assertTrue(places.use(B) > 0);
        for (int n = 0; n < 10 && places.use(C) == KernelTable.LATER; n++) {
            make(places);
        }
        assertTrue(places.use(C) > 0, "nobody uses the first");
    }

    @Test
    void shouldNotPromiseMorePlacesThanThereAre() throws Exception {
        final SetPlaces places = new SetPlaces(1);
        assertEquals(KernelTable.LATER, places.use(A));
        assertEquals(KernelTable.FULL, places.use(B), "the place is promised");
        final List<SetPlaces.Order> orders = places.orders();
        assertEquals(KernelTable.LATER, places.use(A), "it is being made");
        assertEquals(0, places.orders().size(), "once");
        assertEquals(KernelTable.FULL, places.use(B));
        orders.forEach(places::made);
        assertTrue(places.use(A) > 0);
    }

    @Test
    void shouldWaitForASetWhoseUsersAllLeave() throws Exception {
        final SetPlaces places = new SetPlaces(1);
        ready(places, A);
        assertTrue(places.use(A) > 0);
        assertTrue(places.use(A) > 0);
        places.withdraw(A);
        assertEquals(KernelTable.FULL, places.use(B), "another one stays");
        places.withdraw(A);
        assertEquals(KernelTable.LATER, places.use(B), "its place falls free");
        assertEquals(0, make(places), "but is not yet");
        places.giveBack(A);
        assertEquals(KernelTable.LATER, places.use(B));
        assertEquals(0, make(places));
        places.giveBack(A);
        ready(places, B);
        assertTrue(places.use(B) > 0);
    }

    @Test
    void shouldKeepANewSetForWhoeverAskedForIt() throws Exception {
        final SetPlaces places = new SetPlaces(1);
        ready(places, A);
        for (int asked = 0; asked < 10; asked++) {
            assertEquals(KernelTable.LATER, places.use(B), "the first may not come back");
            assertEquals(0, make(places));
        }
        assertTrue(places.use(A) > 0);
        assertEquals(KernelTable.FULL, places.use(B));
    }

    @Test
    void shouldDropANewSetThatNobodyComesBackFor() throws Exception {
        final SetPlaces places = new SetPlaces(1);
        ready(places, A);
        int asked = 0;
        for (boolean made = false; !made && asked < 1000; asked++) {
            assertEquals(KernelTable.LATER, places.use(B));
            made = make(places) == 1;
        }
        assertTrue(places.use(B) > 0, asked + " times asked");
    }

    @Test
    void shouldHaveThePlaceBackOfWhatTheKernelRefuses() throws Exception {
        final SetPlaces places = new SetPlaces(1);
        assertEquals(KernelTable.LATER, places.use(A));
        final SetPlaces.Order order = places.orders().get(0);
        order.refusal = new SysException("bpf", 12);
        places.made(order);
        assertThrows(SysException.class, () -> places.use(A));
        ready(places, B);
    }
}
