package maumau;

/** A field that a choice does not have, or a value that it does not allow there. */
public final class NotAllowed extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    NotAllowed(String message) {
        super(message);
    }
}
