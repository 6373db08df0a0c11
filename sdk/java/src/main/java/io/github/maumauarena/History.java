package io.github.maumauarena;

import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** Events in chronological order, decoded on access. */
final class History extends AbstractList<Event> implements RandomAccess {
    private final IntFunction<Event> told;
    private final int first;
    private final int size;

    /** Those that {@code told} gives for {@code first} to before {@code last}. */
    History(IntFunction<Event> told, int first, int last) {
        this.told = told;
        this.first = first;
        this.size = last - first;
    }

    @Override
    public Event get(int index) {
        return told.apply(first + Objects.checkIndex(index, size));
    }

    @Override
    public int size() {
        return size;
    }
}
