package maumau;

/** The referee closes the stream because of the bot's fault. */
final class RefereeFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefereeFault(String message) {
        super(message);
    }
}
