package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import yona.http.HttpException;
import yona.testrun.FuzzSearch;

/**
 * Searches for requests that crash what reads them, or mean something else when they come byte by
 * byte. {@link RequestFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class RequestFuzz {

  /** More than inputs have: a line without its end is too long sooner if it comes byte by byte. */
  private static final ServerLimits LIMITS = ServerLimits.DEFAULT;

  @FuzzTest
  void requests(byte[] bytes) {
    assertThat(requests(bytes, 1)).isEqualTo(requests(bytes, bytes.length + 1));
  }

  private static List<String> requests(byte[] bytes, int piece) {
    RequestDecoder decoder = new RequestDecoder(LIMITS);
    List<String> read = new ArrayList<>();
    StringBuilder body = new StringBuilder();
    ByteBuf held = Unpooled.buffer();
    for (int at = 0; at < bytes.length; at += piece) {
      held.writeBytes(bytes, at, Math.min(piece, bytes.length - at));
      List<Object> decoded = new ArrayList<>();
      while (decoder.decodeNext(held, decoded)) {
        // There is more.
      }
      for (Object each : decoded) {
        if (!take((HttpObject) each, body, read)) {
          return read;
        }
      }
    }
    return read;
  }

  /** Adds what a part of a message says; whether something may follow. */
  private static boolean take(HttpObject part, StringBuilder body, List<String> read) {
    if (part.decoderResult().isFailure()) {
      assertThat(RequestDecoder.status(part.decoderResult().cause())).isBetween(400, 499);
      read.add("refused");
      return false;
    }
    if (part instanceof HttpRequest head) {
      read.add(head.method() + " " + target(head) + " " + head.protocolVersion());
      for (var field : head.headers()) {
        assertThat(field.getKey() + field.getValue()).doesNotContain("\r", "\n", "\0");
        read.add(field.getKey() + ": " + field.getValue());
      }
    }
    if (part instanceof HttpContent content) {
      body.append(content.content().toString(StandardCharsets.ISO_8859_1));
      if (part instanceof LastHttpContent) {
        read.add(body.toString());
        body.setLength(0);
      }
    }
    return true;
  }

  private static String target(HttpRequest head) {
    try {
      RequestTarget target = RequestTarget.of(head.method().name(), head.uri());
      assertThat(target.text()).matches("\\*|/[!-~&&[^#]]*");
      String host = target.host();
      assertThat(host == null || RequestTarget.isHost(host)).isTrue();
      return target.toString();
    } catch (HttpException refused) {
      return "refused " + refused.status();
    }
  }
}
