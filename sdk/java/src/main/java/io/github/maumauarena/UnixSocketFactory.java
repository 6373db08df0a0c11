package io.github.maumauarena;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import javax.net.SocketFactory;

/** Connects to a Unix socket, whatever address is asked for. */
final class UnixSocketFactory extends SocketFactory {
    private final Path path;

    UnixSocketFactory(Path path) {
        this.path = path;
    }

    @Override
    public Socket createSocket() throws IOException {
        return new UnixSocket(SocketChannel.open(UnixDomainSocketAddress.of(path)));
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return createSocket();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        return createSocket();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        return createSocket();
    }
}
