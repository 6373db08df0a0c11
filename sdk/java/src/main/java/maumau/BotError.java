package maumau;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Supplier;

/** The bot threw, or returned what is none of its choices: see the cause. */
final class BotError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient View view;

    /** {@code view}: what it was shown; null if it was not asked. */
    BotError(Throwable cause, View view) {
        super(cause);
        this.view = view;
    }

    /** The error, where it came from, and the view. */
    String report() {
        StringWriter text = new StringWriter();
        getCause().printStackTrace(new PrintWriter(text, true));
        return view == null ? text.toString() : text + "The view that the bot got:\n" + view + "\n";
    }

    /** What the bot's own code returns. */
    static <T> T guarded(View view, Supplier<T> own) {
        try {
            return own.get();
        } catch (Exception | Error error) {
            throw new BotError(error, view);
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
