package io.github.maumauarena;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import io.github.maumauarena.v1.Referee.Answer;
import io.github.maumauarena.v1.Referee.PlayRequest;
import io.github.maumauarena.v1.Referee.Question;

/** Answers to the questions of one message. */
final class Answers {
    private static final int PLAIN_BYTES = 6;

    private final PlayRequest.Builder request = PlayRequest.newBuilder();
    private final ByteBuffer plain;

    /** Create answers for a number of questions. */
    Answers(int questions) {
        plain = ByteBuffer.allocate(questions * PLAIN_BYTES);
    }

    /** Add the answer, in the plain form if it is only the number of a choice. */
    void add(OpenGame game, Question question, Choice choice) {
        boolean extras = game.resigned || game.win != null || !game.note.isEmpty();
        if (extras || !choice.isLowest() || !choice.more().isEmpty()) {
            request.addAnswers(answer(game, question, choice));
        } else {
            plain.put((byte) game.number).put((byte) choice.index()).putInt(question.getNumber());
        }
        game.note = "";
        game.win = null;
        game.resigned = false;
    }

    /** Whether there are none, as where the process was held up before the first question. */
    boolean isEmpty() {
        return plain.position() == 0 && request.getAnswersCount() == 0;
    }

    /** Return the message to send. */
    PlayRequest request() {
        return request.setPlain(ByteString.copyFrom(plain.flip())).build();
    }

    private static Answer answer(OpenGame game, Question question, Choice choice) {
        Answer.Builder answer = Answer.newBuilder()
                .setGame(game.number)
                .setNumber(question.getNumber())
                .setChoice(choice.index())
                .setMore(codes(choice))
                .setNote(game.note)
                .setResign(game.resigned);
        if (game.win != null) {
            answer.setWin(game.win);
        }
        if (!choice.isLowest()) {
            addDecided(answer, choice);
        }
        return answer.build();
    }

    private static void addDecided(Answer.Builder answer, Choice choice) {
        if (choice.suit() != null) {
            answer.setSuit(choice.suit().ordinal());
        }
        if (choice.word() != null) {
            answer.setWord(choice.word().ordinal());
        }
        choice.target().ifPresent(answer::setTarget);
        if (choice.claim() != null) {
            answer.setClaim(choice.claim().code());
        }
    }

    private static ByteString codes(Choice choice) {
        byte[] codes = new byte[choice.more().size()];
        for (int place = 0; place < codes.length; place++) {
            codes[place] = (byte) choice.more().get(place).code();
        }
        return ByteString.copyFrom(codes);
    }
}
