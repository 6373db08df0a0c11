package io.github.maumauarena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reading JSON. */
class JsonTest {
    @Test
    void readsAllKindsOfValues() {
        Map<String, Object> read = Json.read(
                " { \"a\" : [1, -2.5e1, true, false, null, \"x\\n\\u00e4\\\"\" ], \"b\": {}, \"c\": [] } ");
        assertEquals(Arrays.asList(1.0, -25.0, true, false, null, "x\nä\""), read.get("a"));
        assertEquals(Map.of(), read.get("b"));
        assertEquals(List.of(), read.get("c"));
    }

    @Test
    void refusesWhatIsNone() {
        for (String text : List.of("{\"a\": tru}", "{\"a\" 1}", "{\"a\": x}")) {
            assertThrows(IllegalArgumentException.class, () -> Json.read(text));
        }
    }
}
