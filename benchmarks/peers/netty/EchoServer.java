import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Gives each line back, until the client closes. Prints its port. */
final class EchoServer {
  private static final int LONGEST_LINE = 65_536;

  private EchoServer() {}

  public static void main(String[] arguments) throws InterruptedException {
    var server =
        new ServerBootstrap()
            .group(new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory()))
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 4096)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel connection) {
                    connection
                        .pipeline()
                        .addLast(new LineBasedFrameDecoder(LONGEST_LINE, false, true), new Echo());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    System.out.println(((InetSocketAddress) server.localAddress()).getPort());
    server.closeFuture().sync();
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object line) {
      context.writeAndFlush(line);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
      context.close();
    }
  }
}
