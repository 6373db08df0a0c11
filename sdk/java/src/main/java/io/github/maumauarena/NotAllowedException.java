package io.github.maumauarena;

/** A field or value that a choice does not allow. */
public final class NotAllowedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    NotAllowedException(String message) {
        super(message);
    }
}
