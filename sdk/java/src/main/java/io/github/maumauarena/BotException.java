package io.github.maumauarena;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Supplier;

/** The bot threw or returned an illegal choice; see the cause. */
final class BotException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient View view;

    /** {@code view}: the view of the question; null without one. */
    BotException(Throwable cause, View view) {
        super(cause);
        this.view = view;
    }

    /** Return the error with its stack, and the view. */
    String report() {
        StringWriter text = new StringWriter();
        getCause().printStackTrace(new PrintWriter(text, true));
        return view == null ? text.toString() : text + "The view that the bot got:\n" + view + "\n";
    }

    /** Return the result of the bot's code. */
    static <T> T guarded(View view, Supplier<T> own) {
        try {
            return own.get();
        } catch (Exception | Error error) {
            throw new BotException(error, view);
        }
    }

    /** Run the bot's own code. */
    static void guarded(Runnable own) {
        guarded(null, () -> {
            own.run();
            return null;
        });
    }
}
