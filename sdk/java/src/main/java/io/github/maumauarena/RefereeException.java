package io.github.maumauarena;

/** The referee closes the stream because of the bot's fault. */
final class RefereeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefereeException(String message) {
        super(message);
    }
}
