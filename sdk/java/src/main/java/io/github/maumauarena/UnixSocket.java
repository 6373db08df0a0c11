package io.github.maumauarena;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A connected Unix socket as a Socket, which gRPC needs; the JDK only has a channel. The streams of {@code
 * java.nio.channels.Channels} cannot be used, because reading from one blocks writing to the other.
 */
final class UnixSocket extends Socket {
    private static final SocketAddress NOWHERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    private final SocketChannel channel;

    UnixSocket(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return channel.read(ByteBuffer.wrap(bytes, offset, length));
            }
        };
    }

    @Override
    public OutputStream getOutputStream() {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
        };
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return NOWHERE;
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return NOWHERE;
    }

    @Override
    public boolean isConnected() {
        return channel.isOpen();
    }

    @Override
    public boolean isClosed() {
        return !channel.isOpen();
    }

    @Override
    public void setTcpNoDelay(boolean on) {}

    @Override
    public void setSoTimeout(int milliseconds) {}

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
