package maumau;

/** A field or value that a choice does not allow. */
public final class NotAllowed extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    NotAllowed(String message) {
        super(message);
    }
}
