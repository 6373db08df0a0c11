package io.github.maumauarena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import io.github.maumauarena.v1.Referee.Fault;
import io.github.maumauarena.v1.Referee.PlayRequest;
import io.github.maumauarena.v1.Referee.PlayResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run}, as a process of its own that talks to a real gRPC server. */
class RunTest {
    private static final Logger NETTY = Logger.getLogger("io.grpc.netty.shaded");

    static {
        NETTY.setLevel(Level.SEVERE); // it warns that Unix sockets have no keep-alive
    }

    @TempDir
    Path folder;

    private final List<PlayRequest> said = new ArrayList<>();

    private record Ended(int code, String text) {}

    /** A bot that lays a card, then draws; or fails. */
    static final class Main {
        public static void main(String[] arguments) {
            boolean fails = arguments[0].equals("fails");
            Maumau.run(view -> view.legal().get(fails ? 99 : view.number()));
            System.err.println("over");
        }
    }

    private static Ended runBot(String how, String target) throws IOException, InterruptedException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        ProcessBuilder builder = new ProcessBuilder(
                java, "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Main.class.getName(), how);
        builder.environment().remove("ARENA_TARGET");
        builder.environment().put("ARENA_TOKEN", "secret");
        if (!target.isEmpty()) {
            builder.environment().put("ARENA_TARGET", target);
        }
        Process process = builder.start();
        String text = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), text);
    }

    /** A referee that sends the messages, each after a message of the bot's, and hangs up. */
    private Ended refereed(String how, PlayResponse... messages) throws IOException, InterruptedException {
        Deque<PlayResponse> left = new ArrayDeque<>(List.of(messages));
        EpollEventLoopGroup threads = new EpollEventLoopGroup(1);
        Path socket = folder.resolve("r.sock");
        Server server = NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
                .channelType(EpollServerDomainSocketChannel.class)
                .bossEventLoopGroup(threads)
                .workerEventLoopGroup(threads)
                .directExecutor()
                .addService(service(left))
                .build()
                .start();
        try {
            return runBot(how, "unix://" + socket);
        } finally {
            server.shutdownNow();
            threads.shutdownGracefully();
        }
    }

    private ServerServiceDefinition service(Deque<PlayResponse> left) {
        MethodDescriptor<PlayRequest, PlayResponse> play = Connection.PLAY;
        return ServerServiceDefinition.builder("maumau.v1.RefereeService")
                .addMethod(ServerMethodDefinition.create(play, (call, headers) -> {
                    call.sendHeaders(new Metadata());
                    call.request(9);
                    return new Referee(call, left);
                }))
                .build();
    }

    private final class Referee extends ServerCall.Listener<PlayRequest> {
        private final ServerCall<PlayRequest, PlayResponse> call;
        private final Deque<PlayResponse> left;

        Referee(ServerCall<PlayRequest, PlayResponse> call, Deque<PlayResponse> left) {
            this.call = call;
            this.left = left;
        }

        @Override
        public void onMessage(PlayRequest request) {
            said.add(request);
            if (left.isEmpty()) {
                call.close(Status.OK, new Metadata());
            } else {
                call.sendMessage(left.remove());
            }
        }
    }

    private static PlayResponse opening() {
        PlayResponse.Builder message = Tables.welcome().toBuilder().mergeFrom(Tables.starting(0));
        return message.addQuestions(Tables.asking(0, 0)).build();
    }

    @Test
    void playsUntilTheRefereeHangsUp() throws IOException, InterruptedException {
        assertEquals(new Ended(0, "over\n"), refereed("plays", opening(), Tables.askingAll(1, 0)));
        assertEquals("secret", said.get(0).getHello().getToken());
        assertEquals("maumau-java 0.1.0", said.get(0).getHello().getSdk());
        assertEquals(256, said.get(0).getHello().getMaxGames());
        assertEquals(Tables.bytes(0, 1, 0, 0, 0, 1), said.get(2).getPlain());
    }

    @Test
    void aBotThatThrowsExitsWith1() throws IOException, InterruptedException {
        Ended ended = refereed("fails", opening());
        assertEquals(1, ended.code);
        assertTrue(ended.text.contains("IndexOutOfBounds") && ended.text.contains("seat 0 of 2, test@1"), ended.text);
    }

    @Test
    void aFaultThatTheRefereeFindsExitsWith2() throws IOException, InterruptedException {
        Fault fault = Fault.newBuilder().setVerdictValue(3).setDetail("too slow").build();
        Ended ended = refereed("plays", opening(), PlayResponse.newBuilder().setFault(fault).build());
        assertEquals(new Ended(2, "maumau: the referee ended this bot: TIMEOUT: too slow\n"), ended);
    }

    @Test
    void aRefereeThatIsNotThereIsAFault() throws IOException, InterruptedException {
        Ended ended = runBot("plays", "unix://" + folder.resolve("nobody.sock"));
        assertEquals(2, ended.code);
        assertTrue(ended.text.contains("UNAVAILABLE"), ended.text);
    }

    @Test
    void withoutATargetItSaysHowToPlay() throws IOException, InterruptedException {
        Ended ended = runBot("plays", "");
        assertEquals(1, ended.code);
        assertTrue(ended.text.startsWith("ARENA_TARGET is not set"), ended.text);
    }
}
