package io.github.maumauarena;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.protobuf.lite.ProtoLiteUtils;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import io.github.maumauarena.v1.Referee.PlayRequest;
import io.github.maumauarena.v1.Referee.PlayResponse;

/** One gRPC stream, opened by the bot. The bot plays in the thread that calls {@code play}. */
final class Connection {
    private static final int LARGEST = 4 << 20; // bytes of a message
    private static final String UNIX = "unix:";
    private static final String NOWHERE = "dns:///127.0.0.1:1"; // an address is wanted where only a path counts
    static final MethodDescriptor<PlayRequest, PlayResponse> PLAY =
            MethodDescriptor.<PlayRequest, PlayResponse>newBuilder()
                    .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                    .setFullMethodName("maumau.v1.RefereeService/Play")
                    .setRequestMarshaller(ProtoLiteUtils.marshaller(PlayRequest.getDefaultInstance()))
                    .setResponseMarshaller(ProtoLiteUtils.marshaller(PlayResponse.getDefaultInstance()))
                    .build();

    private final BlockingQueue<Object> received = new LinkedBlockingQueue<>(); // messages, and a Status at the end
    private final ManagedChannel channel;
    private final ClientCall<PlayRequest, PlayResponse> call;

    /** Open the stream. {@code target}: "unix:///path" or "host:port". */
    Connection(String target) {
        channel = builder(target)
                .directExecutor()
                .proxyDetector(address -> null)
                .maxInboundMessageSize(LARGEST)
                .build();
        call = channel.newCall(PLAY, CallOptions.DEFAULT);
        call.start(new Listener(), new Metadata());
        call.request(Integer.MAX_VALUE);
    }

    /** Play until the stream is closed. Throws BotException and RefereeException. */
    void play(Session session, PlayRequest hello) {
        call.sendMessage(hello);
        boolean welcomed = false;
        try {
            Object next = take();
            while (next instanceof PlayResponse message) {
                welcomed = true;
                PlayRequest answers = session.reply(message, call::sendMessage);
                if (answers != null) {
                    call.sendMessage(answers);
                }
                next = take();
            }
            check((Status) next, welcomed);
        } finally {
            channel.shutdownNow();
        }
    }

    private Object take() {
        try {
            return received.take();
        } catch (InterruptedException stopped) {
            return Status.CANCELLED;
        }
    }

    private static void check(Status status, boolean welcomed) {
        boolean gone = status.getCode() == Status.Code.UNAVAILABLE || status.getCode() == Status.Code.CANCELLED;
        if (!status.isOk() && !(welcomed && gone)) {
            throw new RefereeException(status.getCode() + ": " + status.getDescription());
        }
    }

    private static OkHttpChannelBuilder builder(String target) {
        if (!target.startsWith(UNIX)) {
            return OkHttpChannelBuilder.forTarget(target, InsecureChannelCredentials.create());
        }
        Path path = Path.of(target.substring(UNIX.length()).replaceFirst("^//", ""));
        return OkHttpChannelBuilder.forTarget(NOWHERE, InsecureChannelCredentials.create())
                .socketFactory(new UnixSocketFactory(path));
    }

    private final class Listener extends ClientCall.Listener<PlayResponse> {
        @Override
        public void onMessage(PlayResponse message) {
            received.add(message);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            received.add(status);
        }
    }
}
