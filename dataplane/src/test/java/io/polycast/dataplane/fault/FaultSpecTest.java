package io.polycast.dataplane.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultSpecTest {
    @Test
    void shouldReadFaultsInAnyOrder() throws FaultSyntaxException {
        assertEquals(
                new FaultSpec(0.01, 0, 0.5, 7), FaultSpec.parse("seed=7,corrupt=0.5,loss=0.01"));
    }

    @Test
    void shouldTakeSeedOneWhenNoneIsGiven() throws FaultSyntaxException {
        assertEquals(new FaultSpec(0, 1, 0, 1), FaultSpec.parse("duplicate=1"));
    }

    @Property
    void shouldReadWhatItWrites(
            @ForAll @DoubleRange(min = 0.01, max = 1) final double loss,
            @ForAll @DoubleRange(min = 0, max = 1) final double corrupt,
            @ForAll final long seed)
            throws FaultSyntaxException {
        final FaultSpec spec = new FaultSpec(loss, 0, corrupt, seed);
        assertEquals(spec, FaultSpec.parse(spec.toString()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "loss             | 'loss' is not KEY=VALUE",
                "''               | '' is not KEY=VALUE",
                "loss=0.1,        | '' is not KEY=VALUE",
                "=0.1             | '=0.1' is not KEY=VALUE",
                "loss=1.5         | loss=1.5 is no probability",
                "loss=-0.1        | loss=-0.1 is no probability",
                "loss=NaN         | loss=NaN is no probability",
                "corrupt=much     | corrupt=much is no probability",
                "loss=1%          | loss=1% is no probability",
                "loss=0.1,loss=0.2| 'loss' is given twice",
                "loss=0.1,delay=3 | 'delay' is no fault",
                "loss=0.1,seed=x  | seed=x is no whole number",
                "seed=7           | no fault has a probability above 0",
                "loss=0           | no fault has a probability above 0"
            })
    void shouldSayWhatIsWrong(final String text, final String message) {
        final FaultSyntaxException e =
                assertThrows(FaultSyntaxException.class, () -> FaultSpec.parse(text.strip()));
        assertTrue(e.getMessage().startsWith(message), e::getMessage);
    }
}
