package io.github.maumauarena;

import java.util.Collection;
import java.util.stream.Collectors;

/** Values in words. */
final class Text {
    private Text() {}

    static String joined(String between, Collection<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(between));
    }

    static String orNone(Collection<?> values) {
        return values.isEmpty() ? "none" : joined(" ", values);
    }
}
