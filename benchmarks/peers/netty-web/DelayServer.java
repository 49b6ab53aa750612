import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * The server that clients of HTTP ask: {@code /10} is answered 10 ms later, {@code /0} at once.
 * Prints its port.
 */
final class DelayServer {
  private DelayServer() {}

  public static void main(String[] arguments) throws InterruptedException {
    var server =
        new ServerBootstrap()
            .group(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()))
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 4096)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    connection.pipeline().addLast(new HttpServerCodec(), new Answers());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    System.out.println(((InetSocketAddress) server.localAddress()).getPort());
    server.closeFuture().sync();
  }

  private static final class Answers extends SimpleChannelInboundHandler<HttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpRequest request) {
      long delay = Long.parseLong(request.uri().substring(1));
      if (delay == 0) {
        answer(context);
      } else {
        var _ =
            context.executor().schedule(() -> answer(context), delay, TimeUnit.MILLISECONDS);
      }
    }

    private static void answer(ChannelHandlerContext context) {
      var content = Unpooled.wrappedBuffer("Hello, World!".getBytes(StandardCharsets.UTF_8));
      var answer =
          new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, content);
      answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
      context.writeAndFlush(answer);
    }
  }
}
